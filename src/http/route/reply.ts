import type { RefusalReason } from '../../shared/result.ts'
import type { Headers } from '../wire/header-block.ts'
import type { ServiceError } from './service-error.ts'

/** Content, a redirect or an empty answer. A route returns it; the server adds the fields of every answer and sends it. */
export interface Reply {
  readonly status: number
  /** Absent when there is no body. */
  readonly mediaType?: string
  readonly body?: Uint8Array
  /** The Cache-Control field. Errors and health answers are `no-store`. */
  readonly cacheControl: string
  /** Adds a strong entity tag, so that If-None-Match is honoured. */
  readonly tagged?: boolean
  /** The body in codings that were made ahead of time; others are compressed when they are first asked for. */
  readonly encoded?: { readonly br?: Uint8Array; readonly gzip?: Uint8Array }
  /** Strong entity tag without its quotes where it is known ahead of time, such as a hash of the content; implies `tagged`. */
  readonly entityDigest?: string
  /** Honours `Range` with one range of bytes (RFC 9110 §14) on the uncompressed body. */
  readonly ranges?: boolean
  /** Date that the content states, in milliseconds since the epoch. It informs, and no condition asks for it. */
  readonly lastModified?: number
  /** Hash of the content from which the answer was made, in hexadecimal digits; goes out as `Signpost-Generation`. */
  readonly content?: string
  /** Fields besides Accept-Encoding that chose this answer. */
  readonly vary?: string
  readonly headers?: Headers
  /** Reason of a refusal, as in `ServiceError`. */
  readonly reason?: RefusalReason
  /** False: the answer to a `Cacheable` is for those who wait for it alone. */
  readonly kept?: false
  /** Absent here: `ok` tells a `ServiceError` from other answers, and `key` a `Cacheable`. */
  readonly ok?: undefined
  readonly key?: undefined
}

/** A longer borrowed body is copied at once. A shorter one is copied where it cannot go out whole in the same turn. */
export const BORROWED_LIMIT_BYTES = 64 * 1024

/** One request that waits for a lent answer. Exactly one of `answer` and `refuse` is called, once. */
export interface Asker {
  /** Whether the client has gone. */
  aborted(): boolean
  /**
   * @param reply Its body is lent: it is overwritten once this has returned.
   * @param shared Whether others are answered with the same body, one after another.
   */
  answer(reply: Reply, shared: boolean): void
  refuse(error: ServiceError): void
}

/**
 * Content that may be kept: its `key` names it among the answers of all routes. Answers of status 200 are kept, unless they say
 * otherwise. The route's generation is part of the name: what was produced from an older generation is never kept.
 */
export type Cacheable = Lent | Produced

/** Content that comes as lent bytes. Equal requests are begun one by one, and whoever answers them shares the work. */
interface Lent {
  readonly key: string
  /** Tells apart what has one key: a whole number above 0. So a text of clients may be the key as it is. */
  readonly variant: number
  /** Has `asker` answered, now or later. */
  begin(asker: Asker): void
}

/** Content that comes by a promise. Requests for the same key share one call of `produce` and its finished answer. */
interface Produced {
  readonly key: string
  readonly variant?: undefined
  readonly begin?: undefined
  /** `aborted` tells whether every client that waits for this has gone. Null: there is no such thing. */
  produce(aborted: () => boolean): Promise<Outcome | null>
  /**
   * The answer is kept for as long as its generation, outside the bound of the cache. This is for the few long texts that
   * everyone asks for and that would cost most to compress again.
   */
  readonly pinned?: boolean
  /** Answers this request when there is no such thing, in the form that suits its client. It is needed where that may happen. */
  absent?(): Outcome | Promise<Outcome>
}

export type Outcome = Reply | ServiceError

const encoder = new TextEncoder()

export function json(value: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(value))
}

export function text(value: string): Uint8Array {
  return encoder.encode(value)
}

/** A document such as metadata: it has an entity tag, and clients keep it for five minutes by default. */
export function jsonDocument(value: unknown, cacheControl = 'public, max-age=300'): Reply {
  return { status: 200, mediaType: 'application/json', body: json(value), cacheControl, tagged: true }
}

/** Members of answers that may hold tokens: no cache may keep them, not even one of HTTP/1.0 alone (RFC 6749 §5.1). */
export const UNCACHED: Pick<Reply, 'cacheControl' | 'headers'> = {
  cacheControl: 'no-store',
  headers: [['Pragma', 'no-cache']],
}

export function uncachedJson(status: number, value: unknown): Reply {
  return { status, mediaType: 'application/json', body: json(value), ...UNCACHED }
}
