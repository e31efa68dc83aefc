import { SignpostError } from './signpost-error.ts'

export interface ClientOptions {
  /** Address of the host, such as `https://docs.example.com`. */
  readonly baseUrl: string
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch
  /** Header fields of every request, such as `Authorization` with a token of the icons host. */
  readonly headers?: Readonly<Record<string, string>>
  /** How often a call is tried again after 429 and 503. Default 2. */
  readonly retries?: number
  /** The longest that one call waits for further tries altogether, in milliseconds. Default 10,000. */
  readonly waitLimitMs?: number
}

export interface CallOptions {
  /** Ends the call, also while it waits for a further try. It then rejects with the reason of the signal. */
  readonly signal?: AbortSignal
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** Calls a path of the host, and gives the answer of status 200 or 204. */
export type Call = (path: string, query: Query, options: CallOptions) => Promise<Response>

const RETRIES = 2
const WAIT_LIMIT_MS = 10_000
const FIRST_WAIT_MS = 500

/**
 * Makes the function that sends requests. A call rejects with a `SignpostError` when the service refuses it, with a TypeError of
 * `fetch` when there is no connection, and with the reason of its signal when that has ended it.
 */
export function createCall(options: ClientOptions): Call {
  const { baseUrl, fetch = globalThis.fetch, headers = {}, retries = RETRIES, waitLimitMs = WAIT_LIMIT_MS } = options
  return async (path, query, { signal }) => {
    const url = new URL(baseUrl.replace(/\/$/, '') + path)
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    let waitedMs = 0
    for (let tries = 0; ; tries++) {
      const response = await fetch(url, { headers, credentials: 'omit', ...(signal && { signal }) })
      if (response.ok) return response
      const error = new SignpostError(response, await bodyOf(response))
      const waitMs = error.retryAfterSeconds === undefined ? FIRST_WAIT_MS * 2 ** tries : error.retryAfterSeconds * 1000
      const mayPass = response.status === 429 || response.status === 503
      if (!mayPass || tries >= retries || waitedMs + waitMs > waitLimitMs) throw error
      waitedMs += waitMs
      await pause(waitMs, signal)
    }
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end, { once: true })
  })
}
