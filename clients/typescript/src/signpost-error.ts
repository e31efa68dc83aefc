/** A refusal by the service, such as 400 for a query that is too short or 404 for a page that is not there. */
export class SignpostError extends Error {
  override readonly name = 'SignpostError'
  /** HTTP status. */
  readonly status: number
  /** Stable code, such as `invalid_query` or `page_not_found`; empty where a proxy answered instead of the service. */
  readonly code: string
  /** Name of the query parameter that caused it, if one did. */
  readonly param: string | undefined
  /** Seconds after which the service asks to be called again, if it said so. */
  readonly retryAfterSeconds: number | undefined
  /** Names the request in the log of the service. */
  readonly requestId: string | undefined

  constructor(response: Response, body: unknown) {
    const problem = problemOf(body)
    super(problem.detail ?? `The service answered with status ${response.status}.`)
    this.status = response.status
    this.code = problem.code ?? ''
    this.param = problem.param
    this.retryAfterSeconds = readRetryAfter(response)
    this.requestId = response.headers.get('x-request-id') ?? undefined
  }
}

interface Problem {
  readonly code?: string | undefined
  readonly detail?: string | undefined
  readonly param?: string | undefined
}

/** Reads problem details (RFC 9457) of the documentation host, or `{error: {code, message}}` of the icons host. */
function problemOf(body: unknown): Problem {
  if (!isObject(body)) return {}
  const { error } = body
  if (isObject(error)) return { code: textOf(error['code']), detail: textOf(error['message']) }
  return { code: textOf(body['code']), detail: textOf(body['detail']), param: textOf(body['param']) }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function readRetryAfter({ headers }: Response): number | undefined {
  const text = headers.get('retry-after') ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined
}
