// The entry of a body thread: its export shortens one body.
import { getPriority, setPriority } from 'node:os'
import { shortenBody, type ShortBody } from '../hosts/account/tools/shorten-body.ts'

// On Linux that is the niceness of this thread alone. It has it from its listener, which may be favoured.
if (process.platform === 'linux' && getPriority() < 0) setPriority(0)

export default function work(body: Uint8Array): ShortBody {
  return shortenBody(body)
}
