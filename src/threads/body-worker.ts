// Entry of a body thread: its export shortens one body.
import { getPriority, setPriority } from 'node:os'
import { shortenBody, type ShortBody } from '../hosts/account/tools/shorten-body.ts'

// On Linux this is the niceness of this thread alone. It is inherited from the listener, which may be favoured.
if (process.platform === 'linux' && getPriority() < 0) setPriority(0)

export default function work(body: Uint8Array): ShortBody {
  return shortenBody(body)
}
