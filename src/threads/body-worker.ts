// Entry of a body thread: its export shortens one body, or reads one document.
import {
  readDocumentBody,
  shortenBody,
  type DocumentBody,
  type ShortBody,
} from '../hosts/account/tools/shorten-body.ts'
import { takePlainPriority } from './thread-priority.ts'

takePlainPriority()

export default function work(body: Uint8Array | DocumentBody): ShortBody {
  return body instanceof Uint8Array ? shortenBody(body) : readDocumentBody(body)
}
