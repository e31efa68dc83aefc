import type { Headers } from '../wire/header-block.ts'
import type { ServiceError } from './service-error.ts'

/** Who asks, as far as HTTP can tell. */
export interface Caller {
  /** The client's address behind trusted proxies. */
  readonly address: string
  /** The `Authorization` field as it came; `''` when there is none. Never goes into a log. */
  readonly authorization: string
}

/** Let in: `headers` go out with whatever the answer is (rate limits). A gate that gives the same list again saves the work of writing it. */
export interface Admitted {
  readonly ok: true
  readonly headers: Headers
  /** Whom a valid token names; null for the anonymous. */
  readonly subject: string | null
  /** What else the token says, for a handler that knows its gate. The dispatcher of MCP hands it to tools. */
  readonly principal?: unknown
  /** What the gate came by on its way, such as a session, for a handler that would have to ask for it again. */
  readonly found?: unknown
}

export type Verdict = Admitted | ServiceError

/** Reads the request's header fields, in lower case, that the route declares; `''` for one that is absent. */
export interface FieldReader {
  field(name: string): string
}

/**
 * Decides whether a request may go on: credentials first, then the limit. It refuses with 401, 429 or 503.
 *
 * @param cost Messages in the request: 1, or the length of a JSON-RPC batch.
 * @returns at once wherever it can; a promise costs every request a turn of the event loop.
 */
export interface Gate {
  (caller: Caller, cost: number, request: FieldReader): Verdict | Promise<Verdict>
  /**
   * Refuses by the head alone, before the body of an RPC route is judged or read: whoever is sent away in any case need not be
   * listened to. Null: the gate decides when the body is there. Must not throw.
   */
  readonly turnAway?: (caller: Caller) => ServiceError | null | Promise<ServiceError>
  /**
   * Asked when the body of an RPC route turns out to be long, while it is still coming: whoever has no good credentials is not
   * to keep memory by sending slowly. Null: the gate decides when the body is there. Must not throw; what it rejects with is for
   * the gate to say again.
   */
  readonly turnAwayLong?: (caller: Caller) => ServiceError | null | Promise<ServiceError | null>
}
