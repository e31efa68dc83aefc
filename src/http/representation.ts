import { compress, isCompressible } from './compress.ts'
import { digestOf, entityTag, matchesEntityTag } from './entity-tag.ts'
import { headerLines, writableBlock } from './header-block.ts'
import type { HeaderLines } from './header-block.ts'
import type { Coding, CodingChoice } from './negotiation.ts'
import type { Reply } from './reply.ts'
import { statusLineOf } from './status.ts'

const EMPTY = new Uint8Array(0)

/** An estimate of what the objects and the cache's own entry take beside bodies and header fields. */
const OBJECTS_BYTES = 512

/** One coding of a finished answer. */
export interface Variant {
  readonly bytes: Uint8Array
  /** Header fields as `writableBlock` makes them. */
  readonly headers: string
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
  /** Milliseconds since the epoch, whole seconds. */
  readonly lastModified: number | null
  /** Ranges of bytes of the uncompressed body may be asked for. */
  readonly ranges: boolean
}

/**
 * @param common Header fields that every answer of the host carries.
 * @param compresses Whether it may be compressed at all.
 */
export function createRepresentation(reply: Reply, common: HeaderLines, compresses = true): Representation {
  const body = reply.body ?? EMPTY
  const mediaType = reply.mediaType ?? null
  const { encoded } = reply
  const parts = {
    mediaType,
    digest: reply.entityDigest ?? (reply.tagged === true ? digestOf(body) : ''),
    cachingLines: cachingLinesOf(reply, common),
    ranges: reply.ranges === true && reply.status === 200,
  }
  // Written out: of an object that is spread into a literal V8 makes one with a shape of its own, which no cache of look-ups knows.
  return {
    mediaType,
    digest: parts.digest,
    cachingLines: parts.cachingLines,
    ranges: parts.ranges,
    status: reply.status,
    statusLine: statusLineOf(reply.status),
    identity: createVariant(parts, body, 'identity'),
    compressed: {
      br: encoded?.br === undefined ? null : createVariant(parts, encoded.br, 'br'),
      gzip: encoded?.gzip === undefined ? null : createVariant(parts, encoded.gzip, 'gzip'),
    },
    compressible:
      compresses && mediaType !== null && (encoded !== undefined || isCompressible(mediaType, body.byteLength)),
    lastModified: reply.lastModified === undefined ? null : Math.floor(reply.lastModified / 1000) * 1000,
  }
}

/** The last lines that were put together: nearly all replies of a generation share theirs. */
let recent: { readonly key: string; readonly common: HeaderLines; readonly lines: HeaderLines } | null = null

function cachingLinesOf(
  { cacheControl, headers = [], lastModified, mediaType, vary }: Reply,
  common: HeaderLines,
): HeaderLines {
  const key = `${mediaType === undefined}\n${cacheControl}\n${vary}\n${lastModified}\n${headers.join('\n')}`
  if (recent?.key === key && recent.common === common) return recent.lines
  const fields: (readonly [string, string])[] = [['Cache-Control', cacheControl]]
  const varying = [...(mediaType === undefined ? [] : ['Accept-Encoding']), ...(vary === undefined ? [] : [vary])]
  if (varying.length > 0) fields.push(['Vary', varying.join(', ')])
  if (lastModified !== undefined) fields.push(['Last-Modified', new Date(lastModified).toUTCString()])
  const lines = `${common}${headerLines([...fields, ...headers])}` as HeaderLines
  recent = { key, common, lines }
  return lines
}

function createVariant(
  { cachingLines, digest, mediaType, ranges }: Pick<Representation, 'cachingLines' | 'digest' | 'mediaType' | 'ranges'>,
  bytes: Uint8Array,
  coding: Coding,
): Variant {
  const headers: (readonly [string, string])[] = []
  if (mediaType !== null) headers.push(['Content-Type', mediaType])
  if (coding !== 'identity') headers.push(['Content-Encoding', coding])
  if (digest !== '') headers.push(['ETag', entityTag(digest, coding)])
  if (ranges) headers.push(['Accept-Ranges', 'bytes'])
  return { bytes, headers: writableBlock(headerLines(headers), cachingLines) }
}

/** Whether what the client holds is still this (RFC 9110 §13.2.2: If-Modified-Since counts only without If-None-Match). */
export function isNotModified(
  representation: Representation,
  coding: Coding,
  ifNoneMatch: string,
  ifModifiedSince: string,
): boolean {
  const { digest, lastModified, status } = representation
  if (status !== 200) return false
  if (ifNoneMatch !== '') return digest !== '' && matchesEntityTag(ifNoneMatch, entityTag(digest, coding))
  return ifModifiedSince !== '' && lastModified !== null && lastModified <= Date.parse(ifModifiedSince)
}

/** Header fields of a 304 in place of this coding. */
export function notModifiedHeaders({ cachingLines, digest }: Representation, coding: Coding): string {
  return writableBlock(headerLines(digest === '' ? [] : [['ETag', entityTag(digest, coding)]]), cachingLines)
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
      const variant = createVariant(representation, bytes, coding)
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
    if (variant !== null && !(variant instanceof Promise)) bytes += variant.bytes.byteLength + variant.headers.length
  }
  return bytes
}
