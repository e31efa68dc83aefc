/** A refusal with a JSON-RPC code, for handlers that know no better way to answer. Its message goes to the client. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown
  /** HTTP status; the older generation always has 200. */
  readonly status: number

  constructor(code: number, message: string, options: { readonly data?: unknown; readonly status?: number } = {}) {
    super(message)
    this.code = code
    this.data = options.data
    this.status = options.status ?? 200
  }
}
