// Entry of a body thread: its export shortens one body.
import { shortenBody, type ShortBody } from '../hosts/account/tools/shorten-body.ts'
import { takePlainPriority } from './thread-priority.ts'

takePlainPriority()

export default function work(body: Uint8Array): ShortBody {
  return shortenBody(body)
}
