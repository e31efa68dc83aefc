/** A refusal with a JSON-RPC code, for handlers that cannot answer otherwise. Its message goes to the client. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown
  /** HTTP status; older revisions always use 200. */
  readonly status: number
  /** Time after which a retry may succeed; null: a retry does not help. */
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
