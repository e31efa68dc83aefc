import { ReadDocument, type LottieDocument, type ContentResult } from '../../../account/content/account-content.ts'
import { isDocumentText, readLottieDocument, readParsedDocument } from '../../../account/content/lottie-document.ts'
import { NOT_UTF8 } from '../../../http/server/body.ts'
import { LISTENER_BODY_LIMIT_BYTES, type BodyPart, type ShortenedBody } from '../../../http/route/rpc-route.ts'
import type { ServiceError } from '../../../http/route/service-error.ts'
import { decodeUtf8 } from '../../../http/wire/utf8.ts'
import { readArguments } from '../../../mcp/features/read-arguments.ts'
import { BATCH_LIMIT } from '../../../mcp/limits.ts'
import { isObject, isRpcId, toIdJson, type JsonObject } from '../../../mcp/protocol.ts'

/** Tools that take a Lottie document. Only such a document gives a body a reason to be long. */
const TOOLS: ReadonlySet<unknown> = new Set(['create_animation', 'update_animation'])

const TOO_LONG: ServiceError = {
  ok: false,
  status: 413,
  code: 'body_too_large',
  detail: `The body may have ${LISTENER_BODY_LIMIT_BYTES} bytes at most beside its Lottie documents.`,
}

/** A shortened body, in the form in which its thread sends it. */
export interface ShortBody extends ShortenedBody {
  readonly parts: readonly DocumentPart[]
}

interface DocumentPart extends BodyPart {
  readonly value: ContentResult<LottieDocument>
}

/** A body that is a Lottie document and nothing else. */
export interface DocumentBody {
  readonly document: Uint8Array<ArrayBuffer>
}

/** Threads that run `shortenBody` and `readDocumentBody`. */
export interface BodyWorkers {
  /**
   * Rejects with `Unavailable` when there is no result in time.
   *
   * @param body A body of the endpoint, or a document alone. Transferred: the caller cannot use it afterwards.
   * @param client The sender. One client has a share of the bodies that may wait.
   * @param isAborted Tells whether nobody wants the result any more.
   */
  run(body: Uint8Array<ArrayBuffer> | DocumentBody, client: string, isAborted: () => boolean): Promise<ShortBody>
}

/** Parses a body, reads the Lottie documents in it, and puts null in their places. */
export function shortenBody(bytes: Uint8Array): ShortBody {
  const body = decodeUtf8(bytes)
  if (body === null) return { text: '', parts: [], error: NOT_UTF8 }
  let message: unknown
  try {
    message = JSON.parse(body)
  } catch {
    // The empty text is no JSON either, so the endpoint reports the error.
    return { text: '', parts: [] }
  }
  const parts = takeDocuments(message, body)
  const text = JSON.stringify(message)
  return Buffer.byteLength(text) > LISTENER_BODY_LIMIT_BYTES
    ? { text: toIdText(message), parts: [], error: TOO_LONG }
    : { text, parts }
}

/** The byte order mark, which some editors put before a text. JSON has none, and readers may ignore it (RFC 8259 §8.1). */
const BYTE_ORDER_MARK = /^\uFEFF/

/** Reads a body that is a document: the one part of a body without text. */
export function readDocumentBody({ document }: DocumentBody): ShortBody {
  const text = decodeUtf8(document)
  return text === null
    ? { text: '', parts: [], error: NOT_UTF8 }
    : { text: '', parts: [{ path: [], value: readLottieDocument(text.replace(BYTE_ORDER_MARK, '')) }] }
}

/** Restores the documents in the listener, as instances that no request can contain. */
export function toShortenedBody({ parts, ...rest }: ShortBody): ShortenedBody {
  return { ...rest, parts: parts.map(({ path, value }) => ({ path, value: new ReadDocument(value) })) }
}

function takeDocuments(message: unknown, body: string): DocumentPart[] {
  if (!Array.isArray(message)) return takeDocument(message, [], body)
  return message.length > BATCH_LIMIT ? [] : message.flatMap((part, position) => takeDocument(part, [position], body))
}

function takeDocument(message: unknown, path: readonly number[], body: string): DocumentPart[] {
  if (!isObject(message) || message['method'] !== 'tools/call' || !isObject(message['params'])) return []
  const { params } = message as { params: JsonObject }
  const { name } = params
  const args = readArguments(params['arguments'])
  if (!TOOLS.has(name) || args === null || !Object.hasOwn(args, 'document')) return []
  const { document } = args
  // Something that is no document is refused, as false is. Null stands for none.
  const isDocument = isObject(document) || isDocumentText(document)
  Object.assign(params, { arguments: { ...args, document: isDocument || document === null ? null : false } })
  if (!isDocument) return []
  const value = isObject(document) ? readParsedDocument(document, body) : readLottieDocument(document)
  return [{ path: [...path, 'params', 'arguments', 'document'], value }]
}

/** Keeps of a message what its refusal needs: the id. */
function toIdText(message: unknown): string {
  return isObject(message) && typeof message['method'] === 'string' && isRpcId(message['id'])
    ? `{"id":${toIdJson(message['id'])}}`
    : ''
}
