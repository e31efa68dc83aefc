import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LOOPBACK } from '../port.ts'
import { asksWithToken } from './metrics-access.ts'
import type { SharedMetrics } from './metrics.ts'
import type { Reading } from './reading.ts'

const REQUEST_TIMEOUT_MS = 5000
/** How often Node.js looks for requests whose time is over. */
const LOOK_INTERVAL_MS = 1000
const CONNECTION_LIMIT = 128

/** An answer beside the metrics. */
export interface LocalAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What the main thread adds to the metrics of listeners. */
export interface LocalService {
  readonly readings: readonly Reading[]
  /** Answers a GET for another address; null if nothing is there. */
  answer(url: URL): LocalAnswer | null | Promise<LocalAnswer | null>
}

const NOT_FOUND: LocalAnswer = { status: 404, headers: {}, body: '' }
const FAILED: LocalAnswer = { status: 500, headers: {}, body: '' }
/** A page of another site could lead its name to this address, and then read what is here. */
const FOREIGN_NAME: LocalAnswer = {
  status: 421,
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  body: `Ask for it under the name localhost or ${LOOPBACK}.\n`,
}
const LOCAL_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/
/** Browsers ask for a password then, which Prometheus sends unasked. */
const NO_TOKEN: LocalAnswer = {
  status: 401,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'WWW-Authenticate': 'Basic realm="Signpost", Bearer' },
  body: 'Send the token of METRICS_TOKEN, as "Authorization: Bearer" or as the password of Basic.\n',
}

export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

/** Where metrics are served, and to whom. */
export interface MetricsAddress {
  readonly port: number
  readonly bind: string
  /** What each request must show; null if the name under which it asks is checked in place of it. */
  readonly token: string | null
}

/**
 * Serves `GET /metrics` for Prometheus. Metrics tell about the machine, so only it may read them, or who has the token. The
 * server runs in the main thread, which reads the records of its listeners straight from shared memory.
 *
 * @param listeners The `shared` metrics of each host of each listener thread, as they are at the time of a scrape.
 * @param local Metrics and pages of the main thread.
 * @throws {Error} when the port is taken.
 */
export async function startMetricsServer(
  { bind, port, token }: MetricsAddress,
  listeners: () => readonly SharedMetrics[],
  local: LocalService,
): Promise<MetricsServer> {
  // The first scrape loads the package for metrics, which takes longer than the rest of the main thread's start.
  const load = async () => (await import('./metrics-registry.ts')).createRegistry(listeners, local.readings)
  let loading: ReturnType<typeof load> | null = null

  async function answer({ headers, method, url = '/' }: IncomingMessage): Promise<LocalAnswer> {
    if (method !== 'GET' && method !== 'HEAD') return NOT_FOUND
    if (token !== null && !asksWithToken(headers.authorization, token)) return NO_TOKEN
    if (token === null && !LOCAL_NAME.test(headers.host ?? '')) return FOREIGN_NAME
    if (url === '/metrics') {
      const registry = await (loading ??= load())
      return { status: 200, headers: { 'Content-Type': registry.contentType }, body: await registry.metrics() }
    }
    if (!URL.canParse(url, 'http://localhost')) return NOT_FOUND
    return (await local.answer(new URL(url, 'http://localhost'))) ?? NOT_FOUND
  }

  const limits = { requestTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: LOOK_INTERVAL_MS }
  const server = createServer(limits, (request, response) => {
    void answer(request)
      .catch(() => FAILED)
      .then(({ body, headers, status }) =>
        response.writeHead(status, headers).end(request.method === 'HEAD' ? '' : body),
      )
  })
  server.maxConnections = CONNECTION_LIMIT
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new Error(`cannot serve metrics on ${bind} port ${port}: ${cause.message}`, { cause })),
    )
    server.listen(port, bind, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
