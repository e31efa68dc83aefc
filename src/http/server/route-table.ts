import { preflightHeaders, type CorsPolicy } from '../wire/cors.ts'
import type { ErrorWire } from '../route/error-wires.ts'
import type { ExchangeRoute } from './exchange.ts'
import type { Gate } from '../route/gate.ts'
import type { HeaderLines } from '../wire/header-block.ts'
import { createParameterParser, type ParameterParser, type Parameters } from '../route/parameters.ts'
import type { Reply } from '../route/reply.ts'
import { createRepresentation, type Representation } from '../cache/representation.ts'
import { isPrefix, type PersonalField, type ReplyRoute, type Route } from '../route/route.ts'
import type { BodyRule } from '../route/route-base.ts'
import type { RpcRoute } from '../route/rpc-route.ts'

const PERSONAL_FIELDS: ReadonlySet<string> = new Set<PersonalField>([
  'authorization',
  'cookie',
  'origin',
  'sec-fetch-site',
  'user-agent',
])

/** A route made ready: its fixed reply finished, its parser built, or the positions of its fields worked out. */
export type CompiledRoute = CompiledReply | CompiledRpc
export type CompiledReply = FixedRoute | CalledRoute

/**
 * The rules of a route for its requests, always all seven. Routes are literals of many shapes, in which V8 looks for each
 * member anew.
 */
interface Rules {
  readonly body: BodyRule | undefined
  readonly cost: ReplyRoute['cost']
  readonly gate: Gate | undefined
  readonly originAllowed: RpcRoute['originAllowed'] | undefined
  readonly reads: ReplyRoute['reads']
  readonly tally: ReplyRoute['tally']
  readonly unavailable: ReplyRoute['unavailable']
}

interface FixedRoute {
  readonly kind: 'fixed'
  readonly begins: ExchangeRoute
  readonly route: ReplyRoute
  readonly rules: Rules
  readonly fixed: Representation
}

export interface CalledRoute {
  readonly kind: 'called'
  readonly begins: ExchangeRoute
  /** Number of the route among those of the host. */
  readonly place: number
  /** The path is exact, not a prefix. */
  readonly exact: boolean
  readonly route: ReplyRoute
  readonly rules: Rules
  readonly parse: ParameterParser<Parameters>
  readonly call: Exclude<ReplyRoute['answer'], Reply>
}

export interface CompiledRpc {
  readonly kind: 'rpc'
  readonly begins: ExchangeRoute
  readonly route: RpcRoute
  readonly rules: Rules
  /** Position of each of the route's fields. */
  readonly fields: ReadonlyMap<string, number>
}

/** All routes of one path, or of one prefix. */
export interface PathEntry {
  readonly path: string
  /** Options for a request whose method the path does not support. */
  readonly begins: ExchangeRoute
  /** The routes by method; GET stands for HEAD too. */
  readonly routes: ReadonlyMap<string, CompiledRoute>
  /** Methods as the `Allow` field lists them. */
  readonly allow: string
  readonly preflight: Representation
}

export interface RouteTable {
  readonly exact: ReadonlyMap<string, PathEntry>
  /** The entry of a path: the exact one, else the first prefix that covers it. */
  match(path: string): PathEntry | null
}

/** The options that routes take from their host. */
interface HostTraits {
  /** Form of errors where a route does not say. */
  readonly wire: ErrorWire
  /** Position of a route's name in the metrics. */
  readonly metricOf: (routeName: string) => number
  /** Header fields of every answer. */
  readonly common: HeaderLines
  /** Header fields of routes that pages of other origins may not read. */
  readonly closed: HeaderLines
  readonly cors: CorsPolicy
}

/** @throws {TypeError} when two routes have the same path and method. */
export function compileRoutes(routes: readonly Route[], host: HostTraits): RouteTable {
  const paths = new Map<string, Map<string, CompiledRoute>>()
  for (const [place, route] of routes.entries()) {
    const method = route.method ?? 'GET'
    const known = paths.get(route.path) ?? new Map<string, CompiledRoute>()
    if (known.has(method)) throw new TypeError(`two routes have the path ${route.path} and the method ${method}`)
    known.set(method, compileRoute(route, place, host))
    paths.set(route.path, known)
  }
  const entries = [...paths].map(([path, compiled]) => toEntry(path, compiled, host))
  const exact = new Map(entries.filter(({ path }) => !isPrefix(path)).map((entry) => [entry.path, entry]))
  const prefixes = entries
    .filter(({ path }) => isPrefix(path))
    .map((entry) => ({ start: entry.path.slice(0, -1), entry }))
  return {
    exact,
    match: (path) => exact.get(path) ?? prefixes.find(({ start }) => path.startsWith(start))?.entry ?? null,
  }
}

function toEntry(path: string, routes: ReadonlyMap<string, CompiledRoute>, host: HostTraits): PathEntry {
  const { closed, common, cors } = host
  const compiled = [...routes.values()]
  const allow = allowOf(routes)
  const first = compiled.find((each) => each.kind !== 'rpc') ?? compiled[0]!
  const isClosedPath = compiled.some(({ route }) => isClosed(route))
  return {
    path,
    begins: beginsOf(first.route, host, { common: isClosedPath ? closed : common, personal: false, negotiates: true }),
    routes,
    allow,
    preflight: isClosedPath ? createPreflight(allow, closed, null) : createPreflight(allow, common, cors),
  }
}

function allowOf(routes: ReadonlyMap<string, CompiledRoute>): string {
  const methods = ['GET', 'POST', 'PUT', 'DELETE'].filter((method) => routes.has(method))
  return [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ')
}

function isClosed(route: Route): boolean {
  return route.kind !== 'rpc' && route.cors !== undefined
}

/** @param cors Null: pages of other origins may send only requests that need no permission. */
export function createPreflight(allow: string, common: HeaderLines, cors: CorsPolicy | null): Representation {
  const headers = [['Allow', allow] as const, ...(cors === null ? [] : preflightHeaders(cors, allow))]
  return createRepresentation({ status: 204, cacheControl: 'no-store', headers }, common)
}

/** @param place A number that no other route of the host has. */
export function compileRoute(route: Route, place: number, host: HostTraits): CompiledRoute {
  return route.kind === 'rpc' ? compileRpc(route, host) : compileReply(route, place, host)
}

function compileRpc(route: RpcRoute, host: HostTraits): CompiledRpc {
  const { body, gate, originAllowed, reads = [] } = route
  return {
    kind: 'rpc',
    begins: beginsOf(route, host, { common: host.common, personal: true, negotiates: false }),
    route,
    rules: { body, cost: undefined, gate, originAllowed, reads: undefined, tally: undefined, unavailable: undefined },
    fields: new Map(reads.map((field, position) => [field, position])),
  }
}

function compileReply(route: ReplyRoute, place: number, host: HostTraits): CompiledReply {
  const { answer, body, cost, credentials, gate, reads, tally, unavailable } = route
  const rules: Rules = { body, cost, gate, originAllowed: undefined, reads, tally, unavailable }
  const common = isClosed(route) ? host.closed : host.common
  // Answers of a route that looks at personal fields are never kept, looked up or compressed.
  const isPersonal = credentials === 'path' || reads?.some((field) => PERSONAL_FIELDS.has(field)) === true
  const personal = typeof answer === 'function' && isPersonal
  const begins = beginsOf(route, host, { common, personal, negotiates: true })
  return typeof answer === 'function'
    ? {
        kind: 'called',
        begins,
        place,
        exact: !isPrefix(route.path),
        route,
        rules,
        parse: createParameterParser(route.parameters ?? {}),
        call: answer,
      }
    : { kind: 'fixed', begins, route, rules, fixed: createRepresentation(answer, common) }
}

function beginsOf(
  { name, wire }: Pick<Route, 'name' | 'wire'>,
  host: HostTraits,
  { common, negotiates, personal }: Pick<ExchangeRoute, 'common' | 'negotiates' | 'personal'>,
): ExchangeRoute {
  return { routeName: name, metric: host.metricOf(name), wire: wire ?? host.wire, common, personal, negotiates }
}
