/** A refusal with a JSON-RPC code, for handlers that know no better way to answer. Its message goes to the client. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown
  /** HTTP status; the older generation always has 200. */
  readonly status: number
  /** Null: asking again later does not help. */
  readonly retryAfterSeconds: number | null

  constructor(
    code: number,
    message: string,
    options: { readonly data?: unknown; readonly status?: number; readonly retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.code = code
    this.data = options.data
    this.status = options.status ?? 200
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
  }
}
