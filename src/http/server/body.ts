import type { BodyRule } from '../route/route-base.ts'
import type { ServiceError } from '../route/service-error.ts'
import type { HttpRequest, HttpResponse } from '../uws.ts'
import { FAULTY_CHUNKS, STALL_LIMIT_MS, createStallJudge, endsLine } from './stalled-chunks.ts'

const FIRST_BYTES = 4096

export const NOT_UTF8 = { ok: false, status: 400, code: 'invalid_request', detail: 'The body is not UTF-8.' } as const

/** Judges a body by the head of its request; null: it may be read. An absent body needs no media type. */
export function bodyFault(req: HttpRequest, rule: BodyRule): ServiceError | null {
  const length = req.getHeader('content-length')
  // The parser has let through nothing but digits.
  if (length !== '' && Number(length) > rule.limitBytes) return tooLarge(rule)
  const type = req.getHeader('content-type')
  if (type !== rule.mediaType && !isMediaType(type, rule.mediaType) && !isSentAs(type, rule)) {
    const isAbsent = type === '' && (length === '' || length === '0') && req.getHeader('transfer-encoding') === ''
    if (!isAbsent) return wrongForm(`Send the body as ${rule.mediaType}.`, ['Accept', rule.mediaType])
  }
  const coding = req.getHeader('content-encoding')
  if (coding === '' || coding.toLowerCase() === 'identity') return null
  return wrongForm('Send the body without a content coding.', ['Accept-Encoding', 'identity'])
}

function tooLarge({ limitBytes }: BodyRule): ServiceError {
  return { ok: false, status: 413, code: 'body_too_large', detail: `The body may have ${limitBytes} bytes at most.` }
}

/** @param field What requests may have. An answer says it in the same field (RFC 9110 §12.5.1, §12.5.3). */
function wrongForm(detail: string, field: readonly [name: string, value: string]): ServiceError {
  return { ok: false, status: 415, code: 'unsupported_media_type', detail, headers: [field] }
}

function isSentAs(type: string, { alsoSentAs = [] }: BodyRule): boolean {
  return alsoSentAs.some((mediaType) => isMediaType(type, mediaType))
}

/** Whether a Content-Type field names the type, whatever its parameters (RFC 9110 §8.3.1). */
function isMediaType(field: string, mediaType: string): boolean {
  const semicolon = field.indexOf(';')
  return (semicolon === -1 ? field : field.slice(0, semicolon)).trim().toLowerCase() === mediaType
}

/**
 * Tells whether the head says that the body has no bytes. Such a body must not be waited for: uWebSockets.js 20.51 does not
 * announce it when the head came in several packets.
 */
export function hasEmptyBody(req: HttpRequest): boolean {
  const length = req.getHeader('content-length')
  // The parser has let through nothing but digits.
  return length !== '' && Number(length) === 0
}

/**
 * Reads a body up to its limit. Call it before the handler of uWebSockets.js returns, with an abort handler in place. The
 * rest of a body that is too long is read and dropped, so that the next request begins where it should. uWebSockets.js ends a
 * connection that sends less than 16 KiB/s of a body over 10 seconds.
 *
 * @param rule Its limit, and its media type.
 * @param isChunked Whether the body comes in chunks. One that stops without its last chunk is looked at: see `createStallJudge`.
 * @param take Called once, unless the client goes away: with the bytes, which are gone when it returns, or with the reason why
 * they are refused.
 * @param mayHold Asked before so many bytes in all are held for a body that comes in pieces. False: it was refused, and `take`
 * is not called.
 * @returns what drops all that is held, for a client that has gone
 */
export function readBody(
  res: HttpResponse,
  rule: BodyRule,
  isChunked: boolean,
  take: (body: Buffer | ServiceError) => void,
  mayHold: (bytes: number) => boolean = () => true,
): () => void {
  // One buffer grows. A list of the pieces would hold a hundred times their bytes when each has one byte.
  let gathered: Buffer | null = null
  let length = 0
  let over = false
  const { limitBytes } = rule
  const judge = isChunked ? createStallJudge(rule) : null
  let stall: NodeJS.Timeout | undefined

  function drop(): void {
    over = true
    gathered = null
    clearTimeout(stall)
  }
  function refuse(fault: ServiceError): void {
    drop()
    take(fault)
  }
  /** Waits for the rest of the packet, in which the last chunk mostly is. */
  function lookLater(judge: ReturnType<typeof createStallJudge>): void {
    const before = length
    setImmediate(() => {
      if (over || length !== before || gathered === null) return
      const end = judge(gathered.subarray(0, length))
      if (end === null) stall ??= setTimeout(() => refuse(FAULTY_CHUNKS), STALL_LIMIT_MS)
      else if (end === 'faulty') refuse(FAULTY_CHUNKS)
      else {
        over = true
        take(gathered.subarray(0, end))
      }
    })
  }

  res.onData((chunk, isLast) => {
    if (over) return
    clearTimeout(stall)
    stall = undefined
    if (length + chunk.byteLength > limitBytes) {
      refuse(tooLarge(rule))
      return
    }
    if (isLast) over = true
    if (isLast && gathered === null) {
      take(Buffer.from(chunk))
      return
    }
    const end = length + chunk.byteLength
    if (gathered === null || gathered.byteLength < end) {
      const bytes = Math.min(limitBytes, Math.max(FIRST_BYTES, 2 * end))
      if (!mayHold(bytes)) {
        drop()
        return
      }
      const grown = Buffer.allocUnsafe(bytes)
      if (gathered !== null) gathered.copy(grown, 0, 0, length)
      gathered = grown
    }
    gathered.set(new Uint8Array(chunk), length)
    length = end
    if (isLast) take(gathered.subarray(0, length))
    else if (judge !== null && endsLine(new Uint8Array(chunk))) lookLater(judge)
  })
  return drop
}
