import { createJsonRpcWire, type JsonRpcId } from '../http/route/error-wires.ts'
import type { Gate } from '../http/route/gate.ts'
import type { RpcExchange, RpcRoute } from '../http/route/rpc-route.ts'
import type { Log } from '../shared/log.ts'
import { createMemoryBus, type Bus } from './bus.ts'
import type { Call } from './calls/call.ts'
import { createSessionCalls } from './calls/calls.ts'
import { createCore } from './core.ts'
import { createKeepAlive } from './keep-alive.ts'
import { createLegacy } from './legacy.ts'
import { BATCH_LIMIT, CACHE_TTL_MS, KEEP_ALIVE_MS, QUESTION_TIMEOUT_MS } from './limits.ts'
import { createListenHub, type ListenHub } from './listen.ts'
import { createLists, toCapabilities, type Offered } from './features/lists.ts'
import { createModern } from './modern.ts'
import { FIELD, isObject, isRpcId, toIdJson, type ServerInfo } from './protocol.ts'
import type { Complete, Prompt } from './features/prompt.ts'
import { createRegistry } from './features/registry.ts'
import { createRelay } from './calls/relay.ts'
import type { ResourceSource } from './features/resource.ts'
import { createSendResources } from './features/resource-list.ts'
import { createResults } from './calls/results.ts'
import { createRun } from './calls/run.ts'
import { sendInvalidParams } from './replies.ts'
import { createSessionGate } from './session-gate.ts'
import { createSessionIds } from './session-id.ts'
import type { SessionStore } from './session.ts'
import { createStateCodec } from './calls/state.ts'
import type { Tool } from './features/tool.ts'
import { createToolsets } from './features/toolsets.ts'

export interface McpEndpointOptions {
  readonly path: `/${string}`
  /** Unique name of the endpoint. It labels metrics, bus channels and signatures. */
  readonly name: string
  readonly serverInfo: ServerInfo
  /** Purpose of the tools, for the model. A function is asked for each client. @param toolsets See `Toolsets.chosenBy`. */
  readonly instructions?: string | ((toolsets: string | null) => string)
  /**
   * Tools in the order in which they are listed. A function gives them as they are now: the same array until they change. Then
   * their names stay, and so do the header fields that they read.
   */
  readonly tools: readonly Tool[] | (() => readonly Tool[])
  /** Toolsets of clients whose address names none. Default: all. */
  readonly defaultToolsets?: readonly string[]
  readonly resources?: ResourceSource
  readonly prompts?: readonly Prompt[]
  readonly complete?: Complete
  /** Whether tools may send log messages to clients. Default false. */
  readonly logging?: boolean
  /**
   * Store of sessions. If it is absent or null, requests of older revisions need no session, and their clients cannot be
   * asked.
   */
  readonly sessions?: SessionStore | null
  /** Bus to the other threads and nodes. Default: one within this thread, which suffices for a single thread. */
  readonly bus?: Bus
  readonly gate?: Gate
  /** Longest body; larger ones are refused with 413. */
  readonly bodyLimitBytes: number
  /** Bytes for which a body counts as at least one message, where long bodies cost much. Default: only messages count. */
  readonly unitBytes?: number
  /**
   * See `RpcRoute`. A part that it takes out of a body is an argument of a tool that knows its form. Default: bodies are
   * parsed unchanged.
   */
  readonly shorten?: RpcRoute['shorten']
  /**
   * Key that signs `requestState` and session ids: at least 32 bytes, the same on every node; a function if it is not known
   * from the beginning.
   */
  readonly stateKey: Uint8Array | (() => Uint8Array)
  /** Milliseconds for which clients may cache lists, discovery and resources. Default 5 minutes. */
  readonly cacheTtlMs?: number
  /** Scope of caches: `private` if answers depend on the client. Default `public`. */
  readonly cacheScope?: 'public' | 'private'
  readonly originAllowed: RpcRoute['originAllowed']
  readonly log: Log
  /** Interval between comments on open streams. Default 15 s. */
  readonly keepAliveMs?: number
  /** Longest time for a client of an older revision to answer a question. Default 5 minutes. */
  readonly questionTimeoutMs?: number
  /**
   * Audience of a client. Changes that name an audience reach its subscriptions alone. Default: clients have no audience.
   */
  readonly audienceOf?: (exchange: RpcExchange) => string
  /** Largest number of open `subscriptions/listen` streams. Default 10,000. */
  readonly subscriptionLimit?: number
  /** Largest number of them for one registration or address. Default: no separate limit. */
  readonly clientSubscriptionLimit?: number
  /** Clock in milliseconds since the epoch. */
  readonly now?: () => number
}

export interface McpEndpoint {
  readonly routes: readonly RpcRoute[]
  /** Hub that notifies subscribers of changes. */
  readonly hub: Pick<ListenHub, 'announce' | 'publish'>
  /** Resolves when this node receives messages of the others; it does not resolve while the bus is down. */
  readonly ready: Promise<void>
  /** Ends what a subject has open on this node: streams with their results, unfinished calls with an error. */
  endSubject(subject: string): void
  /** Ends open streams and pending questions. To be called when the service drains. */
  close(): void
}

/** Creates an MCP endpoint on Streamable HTTP for all supported revisions. */
export function createMcpEndpoint(options: McpEndpointOptions): McpEndpoint {
  const { instructions: given, log, name, path, serverInfo, tools, unitBytes = Number.POSITIVE_INFINITY } = options
  const bus = options.bus ?? createMemoryBus()
  const store = options.sessions ?? null
  const onBusFault = (error: unknown): void => log.pino.warn({ err: error, endpoint: name }, 'the MCP bus failed')
  const toolsNow = typeof tools === 'function' ? tools : () => tools
  const toolsets = createToolsets(toolsNow, options.defaultToolsets ?? null)
  const instructions = (rawQuery: string): string | undefined =>
    typeof given === 'function' ? given(toolsets.chosenBy(rawQuery)) : given
  const offered: Offered = {
    serverInfo,
    instructions,
    tools: toolsNow,
    toolsets,
    prompts: options.prompts ?? [],
    resources: options.resources ?? null,
    completes: options.complete !== undefined,
    logging: options.logging ?? false,
    cacheTtlMs: options.cacheTtlMs ?? CACHE_TTL_MS,
    cacheScope: options.cacheScope ?? 'public',
  }
  const registry = createRegistry({ ...offered, complete: options.complete ?? null })
  const lists = createLists(offered)
  const runs = toRunMethods(offered)
  const keepAlive = createKeepAlive(options.keepAliveMs ?? KEEP_ALIVE_MS)
  const services = { keepAlive, logging: offered.logging }
  const hub = createListenHub({
    endpoint: name,
    bus,
    keepAlive,
    has: {
      tools: offered.tools().length > 0,
      prompts: offered.prompts.length > 0,
      resources: offered.resources !== null,
    },
    serverInfo: JSON.stringify(serverInfo),
    ...(options.subscriptionLimit === undefined ? {} : { limit: options.subscriptionLimit }),
    ...(options.clientSubscriptionLimit === undefined ? {} : { clientLimit: options.clientSubscriptionLimit }),
    ...(options.audienceOf === undefined ? {} : { audienceOf: options.audienceOf }),
    onFault: onBusFault,
  })
  const relay = store === null ? null : createRelay(bus, onBusFault, options.questionTimeoutMs ?? QUESTION_TIMEOUT_MS)
  const calls = store === null ? null : createSessionCalls(bus, name, onBusFault)
  const state = createStateCodec({ key: options.stateKey, endpoint: name, now: options.now ?? Date.now })
  const running = new Set<Call>()
  const run = createRun({ registry, results: createResults(lists, serverInfo), state, relay, calls, running, log })
  const sendResources = createSendResources(lists, log)
  const gate = createSessionGate(store, createSessionIds(name, options.stateKey), log)
  const legacy = createLegacy({
    serverInfo,
    instructions,
    capabilities: toCapabilities(offered, false),
    changes: offered.resources?.changes === true,
    lists,
    sendResources,
    run,
    services,
    gate,
    store,
    runs,
  })
  const core = createCore({
    modern: createModern({ lists, sendResources, hub, run, services, runs }),
    legacy,
    gate,
    store,
    relay,
    calls,
  })
  const shared = {
    kind: 'rpc',
    path,
    name,
    wire: (error, body) => createJsonRpcWire(readId(body))(error),
    originAllowed: options.originAllowed,
    ...(options.gate === undefined ? {} : { gate: options.gate }),
  } satisfies Partial<RpcRoute>
  const post: RpcRoute = {
    ...shared,
    method: 'POST',
    body: { mediaType: 'application/json', limitBytes: options.bodyLimitBytes },
    reads: [...Object.values(FIELD), ...registry.parameterFields],
    ...(options.shorten === undefined ? {} : { shorten: options.shorten }),
    cost: ({ bytes, messages }) => Math.max(Math.min(messages, BATCH_LIMIT), Math.ceil(bytes / unitBytes)),
    answer(exchange) {
      const fault = toolsets.faultOf(exchange.rawQuery)
      if (fault === null) core.post(exchange)
      else sendInvalidParams(exchange, toIdJson(readId(exchange.body)), fault)
    },
  }
  const del: RpcRoute = { ...shared, method: 'DELETE', reads: [FIELD.version, FIELD.session], answer: core.delete }
  return {
    routes: store === null ? [post] : [post, del],
    hub,
    ready: Promise.all([hub.ready, relay?.ready, calls?.ready]).then(() => undefined),
    endSubject(subject) {
      hub.endSubject(subject)
      for (const call of running) {
        if (call.subject === subject) call.revoke()
      }
    },
    close() {
      relay?.close()
      calls?.close()
      hub.close()
      keepAlive.close()
    },
  }
}

function toRunMethods({ completes, prompts, resources, tools }: Offered): ReadonlySet<string> {
  return new Set([
    ...(tools().length > 0 ? ['tools/call'] : []),
    ...(prompts.length > 0 ? ['prompts/get'] : []),
    ...(resources === null ? [] : ['resources/read']),
    ...(completes ? ['completion/complete'] : []),
  ])
}

/** Reads the id of a request that is refused before it is parsed otherwise. */
function readId(body: string): JsonRpcId {
  if (body === '') return null
  try {
    const message: unknown = JSON.parse(body)
    return isObject(message) && isRpcId(message['id']) ? message['id'] : null
  } catch {
    return null
  }
}
