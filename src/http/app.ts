import type { BlockList } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../shared/log.ts'
import { createAnswerCache } from './answer-cache.ts'
import { PUBLIC_CORS_HEADERS } from './cors.ts'
import { headerLines } from './header-block.ts'
import { UNMATCHED, createMetrics } from './metrics.ts'
import type { Metrics } from './metrics.ts'
import type { ErrorWire } from './error-wires.ts'
import { createResponder } from './responder.ts'
import type { Route } from './route.ts'
import { compileRoute, compileRoutes } from './route-table.ts'
import { createServer } from './serve.ts'
import { loadUws } from './uws.ts'
import type { HttpRequest, HttpResponse, ListenSocket } from './uws.ts'

/** Every answer says that its type is meant, and that any page may read it. */
const COMMON_HEADERS = headerLines([['X-Content-Type-Options', 'nosniff'], ...PUBLIC_CORS_HEADERS])

/** A draining host is idle when nothing is in flight and no request has come for this long: clients that keep their connection have then had their chance. */
const QUIET_MS = 500
const DRAIN_POLL_MS = 10

export interface HttpApp {
  /** Its `shared` member goes to the main thread's metrics server. */
  readonly metrics: Metrics
  /**
   * Listens and resolves to the port, which matters when `port` is 0. Several threads and processes may listen on the
   * same port: the kernel shares connections out (SO_REUSEPORT). `assertPortFree` tells whether a stranger has it.
   *
   * @throws {Error} when the address cannot be listened on.
   */
  listen(port: number, bind: string): Promise<number>
  /** Takes no more connections; answers from now on ask their clients to close. Requests on open connections are answered. */
  stopAccepting(): void
  /** Resolves when nothing is in flight and clients have fallen silent. Bound it with a timeout of your own. */
  drained(): Promise<void>
  /** Closes every connection. After this the thread can end by itself. */
  close(): void
}

/**
 * One host as uWebSockets.js serves it.
 *
 * @param options.generation Number of what answers are made from: when it changes, kept answers are dropped.
 * @param options.notFound What a path without a route answers, instead of the wire's plain 404.
 */
export function createHttpApp(options: {
  readonly name: string
  readonly routes: readonly Route[]
  readonly wire: ErrorWire
  readonly log: Log
  readonly generation: () => number
  readonly cacheLimitBytes: number
  readonly trustedProxies: BlockList
  readonly behindProxy: boolean
  readonly notFound: Pick<Route, 'answer' | 'reads'>
}): HttpApp {
  const { log, name, routes, wire } = options
  const uws = loadUws()
  const app = uws.App()
  const table = compileRoutes(routes, COMMON_HEADERS)
  const notFound = compileRoute({ ...options.notFound, path: '/*', name: UNMATCHED }, COMMON_HEADERS)
  const metrics = createMetrics(
    name,
    routes.map((route) => route.name),
  )
  const cache = createAnswerCache(options.cacheLimitBytes, options.generation)
  const responder = createResponder({
    ...options,
    host: name,
    metrics,
    grown: (representation) => cache.regrow(representation),
  })
  const server = createServer({
    responder,
    common: COMMON_HEADERS,
    wire,
    cache,
    generation: options.generation,
    metrics,
    log,
  })
  let listenSocket: ListenSocket | null = null

  metrics.onSample(() => {
    metrics.set('inFlight', responder.inFlight)
    metrics.set('cacheBytes', cache.sizeBytes)
    metrics.set('cacheEntries', cache.entryCount)
    metrics.set('generation', options.generation())
  })

  // Exact paths go to uWebSockets.js's own router, which is quicker than a look-up here; the rest is matched by our table.
  for (const [path, compiled] of table.exact) {
    app.get(path, (res, req) => server.serve(res, req, 'GET', path, compiled))
    app.head(path, (res, req) => server.serve(res, req, 'HEAD', path, compiled))
  }
  app.any('/*', (res: HttpResponse, req: HttpRequest) => {
    const path = req.getUrl()
    const method = methodOf(req)
    const compiled = table.match(path)
    if (method === 'GET' || method === 'HEAD') {
      server.serve(res, req, method, path, compiled ?? notFound)
    } else if (compiled !== null || isPreflight(method, req)) {
      server.refuseMethod(res, req, method, compiled?.route.name ?? UNMATCHED)
    } else {
      server.serve(res, req, method, path, notFound)
    }
  })

  return {
    metrics,
    listen: (port, bind) =>
      new Promise((resolve, reject) => {
        app.listen(bind, port, (socket) => {
          if (socket) {
            listenSocket = socket
            resolve(uws.us_socket_local_port(socket))
          } else {
            reject(
              new Error(
                `cannot listen on ${bind} port ${port}: the port is taken, or the address is not of this machine`,
              ),
            )
          }
        })
      }),
    stopAccepting() {
      responder.startDraining()
      if (listenSocket !== null) uws.us_listen_socket_close(listenSocket)
      listenSocket = null
    },
    async drained() {
      const stoppedAt = performance.now()
      while (responder.inFlight > 0 || performance.now() - Math.max(stoppedAt, responder.lastBegun) < QUIET_MS)
        await sleep(DRAIN_POLL_MS)
    },
    close() {
      metrics.stop()
      app.close()
    },
  }
}

const METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
])

/** A name that is in no specification counts as one and the same, so that clients cannot put text of theirs into logs. */
function methodOf(req: HttpRequest): string {
  const method = req.getCaseSensitiveMethod().toUpperCase()
  return METHODS.has(method) ? method : 'OTHER'
}

/** A page's script may want to read even the 404 of an address that does not exist. */
function isPreflight(method: string, req: HttpRequest): boolean {
  return method === 'OPTIONS' && req.getHeader('access-control-request-method') !== ''
}
