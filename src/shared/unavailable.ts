/**
 * Something that this service stands on does not answer now: the database, Redis, threads. Whoever asked may ask again; the
 * edges answer 503 with `Retry-After`. Nothing that was refused with it has been done, unless its thrower says otherwise.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
  readonly retryAfterSeconds: number

  constructor(message: string, options: { readonly cause?: unknown; readonly retryAfterSeconds?: number } = {}) {
    super(message, { cause: options.cause })
    this.retryAfterSeconds = options.retryAfterSeconds ?? 1
  }
}
