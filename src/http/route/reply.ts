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
  /** Milliseconds since the epoch. */
  readonly lastModified?: number
  /** Fields besides Accept-Encoding that chose this answer. */
  readonly vary?: string
  readonly headers?: Headers
  /** Absent here: `ok` tells a `ServiceError` from other answers, and `key` a `Cacheable`. */
  readonly ok?: undefined
  readonly key?: undefined
}

/** A longer borrowed body is copied at once. A shorter one is copied where it cannot go out whole in the same turn. */
export const BORROWED_LIMIT_BYTES = 64 * 1024

/** The requests that wait for an answer that is kept. */
export interface Asker {
  /** Whether every client that waits for this has gone. */
  aborted(): boolean
  /**
   * Must be called once. Null: there is no such thing.
   *
   * @param borrowed The body is overwritten once this has returned.
   */
  answer(outcome: Outcome | null, borrowed: boolean): void
}

/**
 * Content that may be kept: `key` and `variant` name it among the answers of all routes. Requests for the same name share one
 * call of `begin` or `produce` and, for status 200, its finished answer. A name belongs to one generation: an answer that was
 * produced from an older one is never kept.
 */
export type Cacheable = Kept & (Begun | Produced)

interface Begun {
  /** Must have `asker` answered, now or later. */
  begin(asker: Asker): void
}

interface Produced {
  readonly begin?: undefined
  /** `aborted` tells whether every client that waits for this has gone. Null: there is no such thing. */
  produce(aborted: () => boolean): Promise<Outcome | null>
}

interface Kept {
  readonly key: string
  /**
   * Tells apart answers with one key: a whole number, default 0. So a text of clients may be a key as it is, with variants
   * that nothing else has.
   */
  readonly variant?: number
  /**
   * The answer is kept for as long as its generation, outside the bound of the cache. This is for the few long texts that
   * everyone asks for and that would cost most to compress again.
   */
  readonly pinned?: boolean
  /** Answers this request when there is no such thing, in the form that suits its client. It is needed where that may happen. */
  absent?(): Outcome
}

export type Outcome = Reply | ServiceError

export function isServiceError(outcome: Outcome): outcome is ServiceError {
  return outcome.ok === false
}

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
