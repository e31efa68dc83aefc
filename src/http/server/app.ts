import { setTimeout as sleep } from 'node:timers/promises'
import { type Log, createSampler } from '../../shared/log.ts'
import { createAdmission } from './exchange.ts'
import { createAnswerCache } from '../cache/answer-cache.ts'
import { createHoldBody } from './body-hold.ts'
import { createBodyRoom } from './body-room.ts'
import { isJsonPost } from './body.ts'
import { createCallers } from '../route/caller.ts'
import { PUBLIC_CORS, corsHeaders, type CorsPolicy } from '../wire/cors.ts'
import { countConnection } from './connection-limit.ts'
import type { ErrorWire } from '../route/error-wires.ts'
import { headerLines, type HeaderLines } from '../wire/header-block.ts'
import { createLongTurns } from './long-turns.ts'
import { UNMATCHED, createMetrics, type Metrics } from '../observe/metrics.ts'
import { createResponder } from './responder.ts'
import { withSlashes, type ReplyRoute, type Route } from '../route/route.ts'
import { asNamed, STATE_FIELD, type NamedStates } from './named-state.ts'
import { compileRoute, compileRoutes, createPreflight, type RouteTable } from './route-table.ts'
import type { ServiceError } from '../route/service-error.ts'
import { createServer, type Server } from './serve.ts'
import { createReplyCalls } from './reply-calls.ts'
import { createRpcCalls } from './rpc-calls.ts'
import { createRpcHost } from './rpc-exchange.ts'
import { createTraffic } from './traffic.ts'
import { createUnread } from './unread.ts'
import { createWriter } from './writer.ts'
import { loadUws, type HttpRequest, type HttpResponse, type ListenSocket } from '../uws.ts'
import { words } from '../../shared/words.ts'

/** A draining host is idle when nothing is in flight and no request has come for this long. Clients had their chance by then. */
const QUIET_MS = 500
const DRAIN_POLL_MS = 10

/** Share of the memory for kept answers that each state has besides which requests name. */
const STATE_SHARE = 1 / 8

/** Methods for the preflight of an address that does not exist. */
const UNMATCHED_METHODS = 'GET, HEAD, OPTIONS'

export interface HttpApp {
  /** Its `shared` member goes to the main thread's metrics server. */
  readonly metrics: Metrics
  /**
   * Listens and resolves to the port, which matters when `port` is 0. Several threads and processes may listen on the
   * same port: the kernel shares connections out (SO_REUSEPORT). `assertPortFree` tells whether another program has it.
   *
   * @throws {Error} when the address cannot be listened on.
   */
  listen(port: number, bind: string): Promise<number>
  /**
   * Takes no more connections. Answers from now on ask their clients to close, and the `onDrain` listeners of RPC exchanges
   * are called. Requests on open connections are answered.
   */
  stopAccepting(): void
  /** Resolves when nothing is in flight and clients have fallen silent. The caller must bound the wait. */
  drained(): Promise<void>
  /** Closes every connection. After this the thread can end by itself. */
  close(): void
}

/**
 * One host as uWebSockets.js serves it.
 *
 * @param options.wire Form of errors, where their route does not say.
 * @param options.generation Number of the generation of content. When it changes, kept answers are dropped.
 * @param options.notFound Answers a path without a route.
 * @param options.methodNotAllowedCode Code of a 405.
 * @param options.rpcHint Sentence for a client that posts JSON to an address which takes none: where this host takes JSON-RPC.
 * @param options.cors Default: the policy of a host without credentials.
 * @param options.bodyRoomBytes Memory for long bodies that are on their way. Default: 256 MiB.
 * @param options.states States of the content that requests may name. Default: the field means nothing to this host.
 * @param options.unreadLimitBytes Memory for answers that wait for their clients to read. Default: 128 MiB.
 */
export function createHttpApp(options: {
  readonly name: string
  readonly routes: readonly Route[]
  readonly wire: ErrorWire
  readonly log: Log
  readonly generation: () => number
  readonly cacheLimitBytes: number
  /** CIDR blocks. */
  readonly trustedProxies: readonly string[]
  readonly notFound: Pick<ReplyRoute, 'answer' | 'reads'>
  readonly methodNotAllowedCode: string
  readonly rpcHint?: string
  readonly cors?: CorsPolicy
  readonly bodyRoomBytes?: number
  readonly unreadLimitBytes?: number
  readonly states?: NamedStates
}): HttpApp {
  const { cors = PUBLIC_CORS, generation, log, name, rpcHint = '', states, wire } = options
  const routes = withSlashes(options.routes)
  const uws = loadUws()
  const app = uws.App()
  // Every answer says that its type is meant, and which pages may read it.
  const closed = headerLines([['X-Content-Type-Options', 'nosniff']])
  const common = `${closed}${headerLines(corsHeaders(cors))}` as HeaderLines
  const metrics = createMetrics(
    name,
    routes.map((route) => route.name),
  )
  const metricPositions = new Map(metrics.shared.routes.map((route, position) => [route, position]))
  const metricOf = (route: string): number => metricPositions.get(route) ?? metricPositions.get(UNMATCHED)!
  const host = { wire, metricOf, common, closed, cors }
  const table = compileRoutes(routes, host)
  const notFound = compileRoute({ ...options.notFound, path: '/*', name: UNMATCHED }, routes.length, host)
  const unmatched = {
    routes: new Map(),
    begins: { routeName: UNMATCHED, metric: metricOf(UNMATCHED), wire, common, personal: false, negotiates: true },
    allow: UNMATCHED_METHODS,
    preflight: createPreflight(UNMATCHED_METHODS, common, cors),
  }
  const cache = createAnswerCache(options.cacheLimitBytes, generation)
  const traffic = createTraffic({ host: name, log, metrics })
  const callers = createCallers(options.trustedProxies)
  const sampleRefused = createSampler(PAUSE_MS)
  const sampleUnused = createSampler(PAUSE_MS)
  const onRefused = (): void => {
    metrics.count('connection_limit')
    const more = sampleRefused()
    if (more !== null)
      log.pino.warn({ more }, 'connections are refused: too many are open for the limit of descriptors')
  }
  const onUnused = (): void => {
    metrics.count('no_request')
    const more = sampleUnused()
    if (more !== null) log.pino.info({ more }, UNREAD)
  }
  app.filter((res, change) => {
    callers.onConnection(res, Number(change))
    countConnection(res, Number(change), onRefused, onUnused)
  })
  const unread = createUnread({
    limitBytes: options.unreadLimitBytes,
    turns: createLongTurns(),
    onCut: () => metrics.count('unreadCut'),
  })
  const writer = createWriter({ traffic, callers, unread })
  const responder = createResponder({
    traffic,
    writer,
    grown: (representation) => cache.regrow(representation),
  })
  const traits = {
    admit: createAdmission(callers, traffic),
    holdBody: createHoldBody(createBodyRoom(options.bodyRoomBytes), responder),
    methodNotAllowedCode: options.methodNotAllowedCode,
    postWire: (error: ServiceError) => wire({ ...error, detail: `${error.detail} ${rpcHint}`.trim() }),
    rpcCalls: createRpcCalls({
      callers,
      host: createRpcHost({ traffic, unread, writer, common }),
      responder,
    }),
    writer,
  }
  const server = createServer({
    ...traits,
    responder,
    replyCalls: createReplyCalls({ cache, callers, generation, metrics, responder, writer }),
  })

  /** Serves from the routes of a named state, which has answers of its own: they never change. */
  function serverOf(stateRoutes: readonly Route[]): { readonly table: RouteTable; readonly server: Server } {
    const kept = createAnswerCache(options.cacheLimitBytes * STATE_SHARE, () => 0)
    const stateResponder = createResponder({ traffic, writer, grown: (grown) => kept.regrow(grown), adapt: asNamed })
    const shared = { callers, metrics, responder: stateResponder, writer, generation: () => 0 }
    return {
      table: compileRoutes(withSlashes(stateRoutes), host),
      server: createServer({
        ...traits,
        responder: stateResponder,
        replyCalls: createReplyCalls({ ...shared, cache: kept }),
      }),
    }
  }

  const refusals = states === undefined ? null : serverOf([])
  const named = new WeakMap<readonly Route[], ReturnType<typeof serverOf>>()

  /** Answers a request that names a state of the content. Returns false if it names none, or asks for nothing that has states. */
  function serveNamed(res: HttpResponse, req: HttpRequest, method: string, path: string): boolean {
    const state = req.getHeader(STATE_FIELD)
    if (state === '' || states === undefined || refusals === null) return false
    const found = states.find(state)
    if (isRefusal(found)) {
      const refusing = compileRoute({ path: '/*', name: UNMATCHED, answer: () => found }, 0, host)
      refusals.server.serve(res, req, method, path, refusing)
      return true
    }
    const known = named.get(found) ?? serverOf(found)
    named.set(found, known)
    const compiled = known.table.match(path)?.routes.get(method === 'HEAD' ? 'GET' : method)
    if (compiled === undefined) return false
    known.server.serve(res, req, method, path, compiled)
    return true
  }
  let listenSocket: ListenSocket | null = null

  metrics.onSample(() => {
    metrics.set('inFlight', traffic.inFlight)
    metrics.set('openStreams', traffic.openStreams)
    metrics.set('unreadBytes', unread.bytes)
    metrics.set('cacheBytes', cache.sizeBytes)
    metrics.set('cacheEntries', cache.entryCount)
    metrics.set('generation', generation())
  })

  // Exact paths go to uWebSockets.js's own router, which is quicker than a look-up here. The table matches the rest.
  for (const [path, { routes: byMethod }] of table.exact) {
    for (const [method, compiled] of byMethod) {
      const plain = (as: string) => (res: HttpResponse, req: HttpRequest) => server.serve(res, req, as, path, compiled)
      const either = (as: string) => (res: HttpResponse, req: HttpRequest) => {
        if (!serveNamed(res, req, as, path)) server.serve(res, req, as, path, compiled)
      }
      const answer = states === undefined || compiled.kind !== 'called' ? plain : either
      if (method === 'POST') app.post(path, answer(method))
      else if (method === 'PUT') app.put(path, answer(method))
      else if (method === 'DELETE') app.del(path, answer(method))
      else app.get(path, answer(method)).head(path, answer('HEAD'))
    }
  }
  app.any('/*', (res: HttpResponse, req: HttpRequest) => {
    const path = req.getUrl()
    const method = methodOf(req)
    const entry = table.match(path)
    const compiled = entry?.routes.get(method === 'HEAD' ? 'GET' : method)
    if (states !== undefined && serveNamed(res, req, method, path)) return
    if (compiled !== undefined) server.serve(res, req, method, path, compiled)
    else if (entry !== null || isPreflight(method, req) || isJsonPost(method, req)) {
      server.refuseMethod(res, req, method, entry ?? unmatched)
    } else server.serve(res, req, method, path, notFound)
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
      traffic.startDraining()
      if (listenSocket !== null) uws.us_listen_socket_close(listenSocket)
      listenSocket = null
    },
    async drained() {
      // Polls are counted rather than time, which also passes while this thread is held up and reads no requests.
      for (let quietMs = 0, seen = traffic.lastBegun; quietMs < QUIET_MS; quietMs += DRAIN_POLL_MS) {
        await sleep(DRAIN_POLL_MS)
        if (traffic.inFlight > 0 || traffic.lastBegun > seen) quietMs = 0
        seen = traffic.lastBegun
      }
    },
    close() {
      metrics.stop()
      app.close()
    },
  }
}

function isRefusal(found: readonly Route[] | ServiceError): found is ServiceError {
  return 'ok' in found
}

const METHODS: ReadonlySet<string> = new Set(words('GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT'))

/** All names that are in no specification count as one, so that clients cannot put their text into logs. */
function methodOf(req: HttpRequest): string {
  const method = req.getCaseSensitiveMethod().toUpperCase()
  return METHODS.has(method) ? method : 'OTHER'
}

/** A page's script may want to read even the 404 of an address that does not exist. */
function isPreflight(method: string, req: HttpRequest): boolean {
  return method === 'OPTIONS' && req.getHeader('access-control-request-method') !== ''
}

/** The only place where the refusal of HTTP/1.0 can be explained: its text in the answer belongs to the library. */
const UNREAD =
  'connections end before a request of theirs could be read. If a proxy or probe gets 505 or 400, let it send HTTP/1.1 with Host (nginx: proxy_http_version 1.1) or ask PROBE_PORT'

/** Time between two lines about the same. */
const PAUSE_MS = 60_000
