/**
 * An expected outcome that is not a success. It is a plain value, so that it crosses threads unchanged: a thrown error loses its
 * name and code there.
 */
export interface Failure<Code extends string = string> {
  readonly ok: false
  /** Stable name of the reason, for programs. */
  readonly code: Code
  /** Explains the reason to people. Never holds text of the client. */
  readonly detail: string
}

interface Success<Value> {
  readonly ok: true
  readonly value: Value
}

/** What a service answers. Failures that tell more than a code and a detail extend `Failure`. */
export type Result<Value, Failed extends { readonly ok: false } = Failure> = Success<Value> | Failed
