import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { digestOf, entityTag, matchesEntityTag, tagSuffix } from '../wire/entity-tag.ts'
import { HeaderBlock, headerLine, headerLines, NO_LINES, type HeaderLines } from '../wire/header-block.ts'
import type { Coding, CodingChoice } from '../wire/negotiation.ts'
import type { Reply } from '../route/reply.ts'
import type { RefusalReason } from '../../shared/result.ts'
import { statusLineOf } from '../wire/status.ts'

const EMPTY = new Uint8Array(0)

/** Names the content from which an answer was made: equal on every node that serves the same. */
export const CONTENT_FIELD = 'Signpost-Generation'

/** An estimate of what the objects and the cache's own entry take beside bodies and header fields. */
const OBJECTS_BYTES = 512

/** One coding of a finished answer. */
export interface Variant {
  readonly bytes: Uint8Array
  /** Header fields, to be filled in with the digest. Many answers share them. */
  readonly head: HeaderBlock
}

/** A finished answer: written to any number of clients without being looked at again. */
export interface Representation {
  readonly status: number
  /** `404 Not Found`; empty for 200, which uWebSockets.js writes by itself. */
  readonly statusLine: string
  readonly mediaType: string | null
  readonly identity: Variant
  /** Filled when a client first accepts the coding; a promise while it is being compressed. */
  readonly compressed: { br: Variant | Promise<Variant> | null; gzip: Variant | Promise<Variant> | null }
  readonly compressible: boolean
  /** Header fields that a 304 carries too (RFC 9110 §15.4.5). */
  readonly cachingLines: HeaderLines
  /** Empty when the answer has no entity tag. */
  readonly digest: string
  /** Ranges of bytes of the uncompressed body may be asked for. */
  readonly ranges: boolean
  /** Why a request was refused; null for other answers. */
  readonly reason: RefusalReason | null
}

/**
 * @param common Header fields that every answer of the host carries.
 * @param compresses Whether it may be compressed at all.
 * @param reason Why the request was refused.
 */
export function createRepresentation(
  reply: Reply,
  common: HeaderLines,
  compresses = true,
  reason: RefusalReason | null = null,
): Representation {
  const { encoded, status } = reply
  const body = reply.body ?? EMPTY
  const mediaType = reply.mediaType ?? null
  const frame = {
    status,
    mediaType,
    cachingLines: cachingLinesOf(reply, common),
    ranges: reply.ranges === true && status === 200,
    reason,
  }
  const digest = reply.entityDigest ?? (reply.tagged === true ? digestOf(body) : '')
  const compressible =
    compresses && mediaType !== null && (encoded !== undefined || isCompressible(mediaType, body.byteLength))
  return assemble(frame, digest, body, compressible, encoded)
}

type Frame = Pick<Representation, 'status' | 'mediaType' | 'cachingLines' | 'ranges' | 'reason'>

/** An answer without coded forms, whose body nobody else has. */
export function copyOf(representation: Representation): Representation {
  const { compressible, digest, identity } = representation
  return assemble(representation, digest, new Uint8Array(identity.bytes), compressible, undefined)
}

function assemble(
  frame: Frame,
  digest: string,
  body: Uint8Array,
  compressible: boolean,
  encoded: Reply['encoded'],
): Representation {
  const { cachingLines, mediaType, ranges, reason, status } = frame
  // Written out: V8 gives an object that is spread into a literal a shape of its own, which no cache of look-ups knows.
  return {
    mediaType,
    digest,
    cachingLines,
    ranges,
    reason,
    status,
    statusLine: statusLineOf(status),
    identity: { bytes: body, head: headOf(frame, digest, 'identity') },
    compressed: {
      br: encoded?.br === undefined ? null : { bytes: encoded.br, head: headOf(frame, digest, 'br') },
      gzip: encoded?.gzip === undefined ? null : { bytes: encoded.gzip, head: headOf(frame, digest, 'gzip') },
    },
    compressible,
  }
}

/**
 * The lines that were put together last: nearly all replies of a generation share theirs. A search takes 1.2 times the processor
 * time without these and `recentHeads`.
 */
let recent: {
  readonly reply: Pick<Reply, 'cacheControl' | 'content' | 'headers' | 'lastModified' | 'mediaType' | 'vary'>
  readonly common: HeaderLines
  readonly lines: HeaderLines
} | null = null

function cachingLinesOf(reply: Reply, common: HeaderLines): HeaderLines {
  const { cacheControl, content, headers, lastModified, mediaType, vary } = reply
  if (
    recent !== null &&
    recent.common === common &&
    recent.reply.cacheControl === cacheControl &&
    recent.reply.content === content &&
    recent.reply.lastModified === lastModified &&
    recent.reply.mediaType === mediaType &&
    recent.reply.vary === vary &&
    recent.reply.headers === headers
  )
    return recent.lines
  const fields: (readonly [string, string])[] = [['Cache-Control', cacheControl]]
  const varying = [
    ...(mediaType === undefined ? [] : ['Accept-Encoding']),
    ...(vary === undefined ? [] : [vary]),
    // A cache must not answer those who name a generation with another one.
    ...(content === undefined ? [] : [CONTENT_FIELD]),
  ]
  if (varying.length > 0) fields.push(['Vary', varying.join(', ')])
  if (lastModified !== undefined) fields.push(['Last-Modified', new Date(lastModified).toUTCString()])
  if (content !== undefined) fields.push([CONTENT_FIELD, `sha256:${content}`])
  // Flat, since it is written and compared for each answer.
  const lines = Buffer.from(`${common}${headerLines([...fields, ...(headers ?? [])])}`, 'latin1').toString(
    'latin1',
  ) as HeaderLines
  // Without the body, which may be large.
  recent = { reply: { cacheControl, content, headers, lastModified, mediaType, vary } as typeof reply, common, lines }
  return lines
}

const contentTypeLines = new Map<string, HeaderLines>()

/** The code names few media types. */
function contentTypeLine(mediaType: string): HeaderLines {
  let line = contentTypeLines.get(mediaType)
  if (line === undefined) {
    line = headerLine('Content-Type', mediaType)
    contentTypeLines.set(mediaType, line)
  }
  return line
}

interface KnownHead extends Pick<Frame, 'cachingLines' | 'mediaType' | 'ranges'> {
  readonly digestLength: number
  readonly coding: Coding
  readonly head: HeaderBlock
}

/** The heads that were put together last: nearly all answers of a generation share a few. */
const recentHeads: KnownHead[] = []
const RECENT_HEADS = 8
let oldestHead = 0

function headOf({ cachingLines, mediaType, ranges }: Frame, digest: string, coding: Coding): HeaderBlock {
  const digestLength = digest.length
  for (const known of recentHeads) {
    if (
      known.coding === coding &&
      known.digestLength === digestLength &&
      known.mediaType === mediaType &&
      known.ranges === ranges &&
      known.cachingLines === cachingLines
    )
      return known.head
  }
  const type = mediaType === null ? NO_LINES : contentTypeLine(mediaType)
  const coded = coding === 'identity' ? NO_LINES : headerLine('Content-Encoding', coding)
  const ranged = ranges ? headerLine('Accept-Ranges', 'bytes') : NO_LINES
  const own = `${type}${coded}${ranged}` as HeaderLines
  const head = new HeaderBlock(
    own,
    cachingLines,
    digestLength === 0 ? undefined : { digestLength, suffix: tagSuffix(coding) },
  )
  recentHeads[oldestHead] = { cachingLines, mediaType, ranges, digestLength, coding, head }
  oldestHead = (oldestHead + 1) % RECENT_HEADS
  return head
}

/** Whether what the client holds is still this answer. Entity tags alone say so, and no date (docs/decisions/0125). */
export function isNotModified(representation: Representation, coding: Coding, ifNoneMatch: string): boolean {
  const { digest, status } = representation
  return (
    ifNoneMatch !== '' && status === 200 && digest !== '' && matchesEntityTag(ifNoneMatch, entityTag(digest, coding))
  )
}

/** Header fields of a 304 in place of this coding, to be filled in with the digest. */
export function notModifiedHead({ cachingLines, digest }: Representation, coding: Coding): HeaderBlock {
  const tag = digest === '' ? undefined : { digestLength: digest.length, suffix: tagSuffix(coding) }
  return new HeaderBlock(NO_LINES, cachingLines, tag)
}

/** The coding in which this answer goes to a client; a client that refuses identity gets even a small body compressed. */
export function codingFor({ compressible, mediaType }: Representation, choice: CodingChoice): Coding {
  if (compressible) return choice.best
  return choice.identityAllowed || mediaType === null ? 'identity' : choice.best
}

/**
 * One coding of the answer: at once when it is ready, else when it is compressed, which happens once for all clients.
 *
 * @param grown Called when a coding was added, since the answer then holds more memory.
 */
export function variantOf(
  representation: Representation,
  coding: Coding,
  grown: (representation: Representation) => void,
): Variant | Promise<Variant> {
  if (coding === 'identity') return representation.identity
  const known = representation.compressed[coding]
  if (known !== null) return known
  const pending = compress(representation.identity.bytes, coding).then(
    (bytes) => {
      const variant = { bytes, head: headOf(representation, representation.digest, coding) }
      representation.compressed[coding] = variant
      grown(representation)
      return variant
    },
    (error: unknown) => {
      representation.compressed[coding] = null
      throw error
    },
  )
  representation.compressed[coding] = pending
  return pending
}

/** Memory that the answer holds, for the cache's account. */
export function sizeOf({ compressed, identity }: Representation): number {
  let bytes = OBJECTS_BYTES
  for (const variant of [identity, compressed.br, compressed.gzip]) {
    if (variant !== null && !(variant instanceof Promise)) bytes += variant.bytes.byteLength + variant.head.byteLength
  }
  return bytes
}

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** A smaller body does not win a network packet by compression. */
const COMPRESS_FROM_BYTES = 1024

const GZIP_LEVEL = 6
const BROTLI_QUALITY = 5

const COMPRESSIBLE = /^(?:text\/|application\/(?:[\w.-]+\+)?json\b|application\/(?:javascript|xml)\b|image\/svg\+xml\b)/

/** The last result: one answer after another has the same type. */
let lastType = ''
let lastCompressible = false

function isCompressible(mediaType: string, bodyLengthBytes: number): boolean {
  if (bodyLengthBytes < COMPRESS_FROM_BYTES) return false
  if (mediaType !== lastType) {
    lastType = mediaType
    lastCompressible = COMPRESSIBLE.test(mediaType)
  }
  return lastCompressible
}

/** Compresses off this thread, in libuv's pool. */
async function compress(body: Uint8Array, coding: Exclude<Coding, 'identity'>): Promise<Uint8Array> {
  if (coding === 'gzip') return gzipAsync(body, { level: GZIP_LEVEL })
  return brotliAsync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    },
  })
}
