import { entityTag } from '../wire/entity-tag.ts'
import type { Exchange } from './exchange.ts'
import { addedLine } from '../wire/header-block.ts'
import type { Representation } from '../cache/representation.ts'
import type { Message } from '../wire/message.ts'
import { statusLineOf } from '../wire/status.ts'

/** Positions of the first and the last byte of a part. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** One range with a first or a last position. Several ranges and other units are not served, as RFC 9110 §14.2 allows. */
const RANGE = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i

/** The range that a Range field asks for; null: no range that is served, so the whole body goes out. */
export function parseRange(field: string, length: number): ByteRange | 'unsatisfiable' | null {
  const match = RANGE.exec(field)
  if (match === null) return null
  const [, from = '', to = ''] = match
  if (from === '') {
    if (to === '') return null
    // A suffix asks for the last so many bytes, or for all if there are fewer.
    const suffix = Number(to)
    return suffix === 0 || length === 0 ? 'unsatisfiable' : { first: Math.max(0, length - suffix), last: length - 1 }
  }
  const first = Number(from)
  if (to !== '' && Number(to) < first) return null
  return first >= length ? 'unsatisfiable' : { first, last: to === '' ? length - 1 : Math.min(Number(to), length - 1) }
}

/** The part that a request asks for, always of the body without a content coding. Null: the whole goes out. */
export function partOf(
  representation: Representation,
  { coding, ifRange, range }: Pick<Exchange, 'coding' | 'ifRange' | 'range'>,
): Message | 'unsatisfiable' | null {
  if (range === '' || !representation.ranges || !coding.identityAllowed) return null
  if (ifRange !== '' && !isCurrent(representation, ifRange)) return null
  const { bytes, head } = representation.identity
  const total = bytes.byteLength
  const parsed = parseRange(range, total)
  if (parsed === null || parsed === 'unsatisfiable') return parsed
  const { first, last } = parsed
  return {
    status: 206,
    statusLine: statusLineOf(206),
    head,
    digest: representation.digest,
    added: addedLine('Content-Range', `bytes ${first}-${last}/${total}`),
    body: bytes.subarray(first, last + 1),
  }
}

/** Whether If-Range names this very body, by strong comparison of its entity tag. No date does (docs/decisions/0125). */
function isCurrent({ digest }: Representation, ifRange: string): boolean {
  return digest !== '' && ifRange.trim() === entityTag(digest, 'identity')
}
