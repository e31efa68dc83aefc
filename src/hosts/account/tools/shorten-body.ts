import { ReadDocument, type LottieDocument, type ContentResult } from '../../../account/content/account-content.ts'
import { readParsedDocument } from '../../../account/content/lottie-document.ts'
import { NOT_UTF8 } from '../../../http/server/body.ts'
import { LISTENER_BODY_LIMIT_BYTES, type BodyPart, type ShortenedBody } from '../../../http/route/rpc-route.ts'
import type { ServiceError } from '../../../http/route/service-error.ts'
import { decodeUtf8 } from '../../../http/wire/utf8.ts'
import { BATCH_LIMIT } from '../../../mcp/limits.ts'
import { isObject, isRpcId, toIdJson } from '../../../mcp/protocol.ts'

/** The tools with a Lottie document among their arguments, which is the only thing that makes a body long with reason. */
const TOOLS: ReadonlySet<unknown> = new Set(['create_animation', 'update_animation'])

const TOO_LONG: ServiceError = {
  ok: false,
  status: 413,
  code: 'body_too_large',
  detail: `The body may have ${LISTENER_BODY_LIMIT_BYTES} bytes at most beside its Lottie documents.`,
}

/** A shortened body as it comes from the thread that has shortened it. */
export interface ShortBody extends ShortenedBody {
  readonly parts: readonly DocumentPart[]
}

interface DocumentPart extends BodyPart {
  readonly value: ContentResult<LottieDocument>
}

/** Does `shortenBody` in another thread. */
export interface BodyWorkers {
  /**
   * Rejects with `Unavailable` when there is no result in time.
   *
   * @param body Gone for the caller afterwards.
   * @param client Who sends it: one client has a share of the bodies that may wait.
   * @param gone Whether nobody wants the result any more.
   */
  shorten(body: Uint8Array<ArrayBuffer>, client: string, gone: () => boolean): Promise<ShortBody>
}

/** Parses a body, reads the Lottie documents in it, and leaves null where they stood. */
export function shortenBody(bytes: Uint8Array): ShortBody {
  const body = decodeUtf8(bytes)
  if (body === null) return { text: '', parts: [], error: NOT_UTF8 }
  let message: unknown
  try {
    message = JSON.parse(body)
  } catch {
    // That is no JSON either, and the endpoint says so.
    return { text: '', parts: [] }
  }
  const parts = takeDocuments(message, body)
  const text = JSON.stringify(message)
  return Buffer.byteLength(text) > LISTENER_BODY_LIMIT_BYTES
    ? { text: toIdText(message), parts: [], error: TOO_LONG }
    : { text, parts }
}

/** For the listener: documents as only this program can make them. */
export function toShortenedBody({ parts, ...rest }: ShortBody): ShortenedBody {
  return { ...rest, parts: parts.map(({ path, value }) => ({ path, value: new ReadDocument(value) })) }
}

function takeDocuments(message: unknown, body: string): DocumentPart[] {
  if (!Array.isArray(message)) return takeDocument(message, [], body)
  return message.length > BATCH_LIMIT ? [] : message.flatMap((part, position) => takeDocument(part, [position], body))
}

function takeDocument(message: unknown, path: readonly number[], body: string): DocumentPart[] {
  if (!isObject(message) || message['method'] !== 'tools/call' || !isObject(message['params'])) return []
  const { arguments: args, name } = message['params']
  if (!TOOLS.has(name) || !isObject(args) || !Object.hasOwn(args, 'document')) return []
  const { document } = args as { document: unknown }
  Object.assign(args, { document: null })
  // Null is no more a document than what stood there.
  if (!isObject(document)) return []
  return [{ path: [...path, 'params', 'arguments', 'document'], value: readParsedDocument(document, body) }]
}

/** What of a message its refusal needs. */
function toIdText(message: unknown): string {
  return isObject(message) && typeof message['method'] === 'string' && isRpcId(message['id'])
    ? `{"id":${toIdJson(message['id'])}}`
    : ''
}
