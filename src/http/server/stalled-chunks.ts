import { endOfText } from '../../shared/json-measures.ts'
import type { BodyRule } from '../route/route-base.ts'
import type { ServiceError } from '../route/service-error.ts'

/** A longer body is not looked at, so that a look costs some 100 µs at most. */
const LOOKED_AT_BYTES = 64 * 1024
/** Looks at one body. Without this limit, a client could have a look taken at each line end that it sends. */
const LOOKS = 8

/**
 * Time after which a body that stopped at a line end is refused, when its bytes do not tell where it ends. uWebSockets.js
 * would end the connection after 8 to 12 seconds, without an answer.
 */
export const STALL_LIMIT_MS = 7000

/** A line that may be the size of a chunk. A value with one in it is not taken for whole: what follows tells what it is. */
const SIZE_LINE = /\r\n[\da-f]+(?:;[^\r\n]*)?\r\n/i

export const FAULTY_CHUNKS: ServiceError = {
  ok: false,
  status: 400,
  code: 'invalid_request',
  detail: 'The chunks of the body cannot be read. Send them without extensions and trailers, or send Content-Length.',
}

/**
 * A look at a chunked body that has stopped at a line end before its last chunk. uWebSockets.js 20.51 takes a chunk extension
 * for a part of the size, waits for a chunk that never comes and hands over all that follows as data, down to the last chunk.
 * But only space may follow a JSON value, so the bytes themselves tell where the body ends. A form has no line ends.
 *
 * @returns the number of bytes of a whole body, `faulty` if it cannot become a valid one, or null if it may go on
 */
export function createStallJudge({ mediaType }: BodyRule): (body: Buffer) => number | 'faulty' | null {
  let looks = 0
  return (body) => {
    if (body.byteLength > LOOKED_AT_BYTES || looks++ >= LOOKS) return null
    if (mediaType !== 'application/json') return body.includes('\r') ? 'faulty' : null
    const end = endOfValue(body)
    if (end === -1) return null
    if (body.toString('latin1', end).trim() !== '') return 'faulty'
    return SIZE_LINE.test(body.toString('latin1', 0, end)) ? null : end
  }
}

export function endsLine(piece: Uint8Array): boolean {
  return piece.at(-1) === 0x0a
}

/** Position behind the outermost object or list; -1 if that is still open. */
function endOfValue(bytes: Buffer): number {
  let depth = 0
  for (let at = 0; at < bytes.byteLength; at++) {
    const byte = bytes[at]!
    if (byte === 0x22) at = endOfText(bytes, at + 1)
    // The brackets of objects and lists differ in the same bit.
    else if ((byte | 0x20) === 0x7b) depth++
    else if ((byte | 0x20) === 0x7d && --depth <= 0) return at + 1
  }
  return -1
}
