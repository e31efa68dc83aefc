/**
 * An expected outcome that is not a success. It is a plain value, so that it crosses threads unchanged; a thrown error
 * would lose its name and code there.
 */
export interface Failure<Code extends string = string> {
  readonly ok: false
  /** Stable name of the reason, for programs. */
  readonly code: Code
  /** Explains the reason to people. It never contains text of the client. */
  readonly detail: string
}

export interface Success<Value> {
  readonly ok: true
  readonly value: Value
}

/** Answer of a service. Failures with more than a code and a detail extend `Failure`. */
export type Result<Value, Failed extends { readonly ok: false } = Failure> = Success<Value> | Failed

/**
 * Why a request is refused that may succeed later: too much waits, its time is over, Redis or the database does not answer,
 * its client has used up a limit, or something else such as a thread that ended.
 */
export const REFUSAL_REASONS = ['queue', 'deadline', 'store', 'limit', 'other'] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/** The service could not answer now. The same request may succeed after `retryAfterSeconds`. */
export interface Refusal<Code extends string = 'overloaded' | 'deadline' | 'unavailable'> extends Failure<Code> {
  readonly retryAfterSeconds: number
  readonly reason: RefusalReason
}

/** Answer of a service that may be busy or unavailable. */
export type Answer<Value> = Result<Value, Refusal>
