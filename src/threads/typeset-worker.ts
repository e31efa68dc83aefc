// Entry of a typeset thread: its export typesets one page.
import { getPriority, setPriority } from 'node:os'
import { typesetPage } from '../hosts/docs/typeset/typeset-page.ts'

// On Linux this is the niceness of this thread alone. It is inherited from the listener, which may be favoured.
if (process.platform === 'linux' && getPriority() < 0) setPriority(0)

export default async function work(html: Uint8Array): Promise<Uint8Array> {
  return new TextEncoder().encode(await typesetPage(new TextDecoder().decode(html), () => performance.now()))
}
