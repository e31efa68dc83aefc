import type { Headers } from '../wire/header-block.ts'
import type { ServiceError } from './service-error.ts'

/** The client of a request, as far as HTTP can tell. */
export interface Caller {
  /** The client's address behind trusted proxies. */
  readonly address: string
  /** The `Authorization` field as it came, or the path of a route whose path is a secret; `''` without. It never goes into a log. */
  readonly authorization: string
}

/**
 * The request may go on. Its `headers`, such as rate limits, go out with whatever the answer is. A gate that gives the same
 * list again saves the work of writing it.
 */
export interface Admitted {
  readonly ok: true
  readonly headers: Headers
  /** The subject of a valid token; null for anonymous callers. */
  readonly subject: string | null
  /** Other claims of the token, for a handler that knows its gate. The dispatcher of MCP hands them to tools. */
  readonly principal?: unknown
  /** Something that the gate found on its way, such as a session. A handler need not ask for it again. */
  readonly found?: unknown
}

export type Verdict = Admitted | ServiceError

/** Reads header fields that the route declares, by their names in lower case; `''` for one that is absent. */
export interface FieldReader {
  field(name: string): string
}

/** For gates that look at credentials and addresses alone. */
export const NO_FIELDS: FieldReader = { field: () => '' }

/**
 * Decides whether a request may go on: credentials first, then the limit. It refuses with 401, 429 or 503.
 *
 * @param cost Messages in the request: 1, or the length of a JSON-RPC batch.
 * @returns the verdict, without a promise wherever possible: a promise costs every request a turn of the event loop.
 */
export interface Gate {
  (caller: Caller, cost: number, request: FieldReader): Verdict | Promise<Verdict>
  /**
   * Refuses by the head alone, before a body is judged or read: the body of a request that is refused in any case need not be
   * read. Null: the gate decides when the body is there. It must not throw.
   */
  readonly turnAway?: (caller: Caller) => ServiceError | null | Promise<ServiceError>
  /**
   * Refuses when a body turns out to be long, while it is still coming. So a client without good
   * credentials keeps no memory by sending slowly. Null: the gate decides when the body is there. It must not throw. If it
   * rejects, the gate decides too.
   */
  readonly turnAwayLong?: (caller: Caller) => ServiceError | null | Promise<ServiceError | null>
  /**
   * Refuses a request that was admitted and whose body another thread has read since: its credentials may have ended
   * meanwhile. Null: they are still good. It must not throw.
   */
  readonly turnAwayLate?: (caller: Caller, subject: string | null) => ServiceError | null | Promise<ServiceError>
}
