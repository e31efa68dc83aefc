// Entry of a typeset thread: its export typesets one page.
import { typesetPage } from '../hosts/docs/typeset/typeset-page.ts'
import { takePlainPriority } from './thread-priority.ts'

takePlainPriority()

export default async function work(html: Uint8Array): Promise<Uint8Array> {
  return new TextEncoder().encode(await typesetPage(new TextDecoder().decode(html), () => performance.now()))
}
