import type { z } from 'zod'
import type { Unavailable } from '../../shared/unavailable.ts'
import type { OptOutField } from '../wire/opt-out.ts'
import type { Caller } from './gate.ts'
import type { Parameters, ParameterValues } from './parameters.ts'
import type { Cacheable, Outcome, Reply } from './reply.ts'
import type { RouteBase } from './route-base.ts'
import type { RpcRoute } from './rpc-route.ts'

/**
 * Header fields that a route may look at. Its answers then differ by them, so a cached answer is found by them too.
 * Answers of a route that looks at a personal field are never kept, looked up or compressed.
 */
export type ReadableField = 'accept' | 'accept-language' | 'a2a-version' | OptOutField | PersonalField

/** Fields that say who asks or from where. They may be long. */
export type PersonalField = 'authorization' | 'cookie' | 'origin' | 'sec-fetch-site' | 'user-agent'

/**
 * Counts the answers of a route with status 200, kept ones included, unless the client asks not to be counted. It is called for
 * every one of them, so it must cost next to nothing.
 *
 * @param rawQuery query string as it came
 * @param body bytes of the answer, which are overwritten after the call
 */
export type Tally = (rawQuery: string, body: Uint8Array) => void

/** The part of a request that is known before its query is parsed. */
export interface RouteRequestHead {
  /** The path as it came, still percent-encoded, without the query string. */
  readonly path: string
  /** The query as it came, without the question mark. It may hold secrets, such as codes, and never goes into a log. */
  readonly rawQuery: string
  /** Value of a field that the route `reads`; `''` when it is absent. The first of several fields counts. */
  readonly field: (name: ReadableField) => string
}

/** A request as its route sees it: a copy, since the request of uWebSockets.js is gone when its handler returns. */
export interface RouteRequest<P extends Parameters = Parameters> extends RouteRequestHead {
  readonly query: ParameterValues<P>
  /** Bytes of the body that the route's `body` rule let through; empty without one. */
  readonly body: Uint8Array
  /** The client. `authorization` is read for routes with a gate, and `''` for others: see `credentials`. */
  readonly caller: Caller
}

/** The form of error bodies. */
export interface ErrorForm {
  /** Name of its schema among the components. */
  readonly name: string
  readonly mediaType: string
  readonly schema: z.ZodType
  /** Members that lead to the code: default `code` alone, in the REST APIs `error` and `code`. */
  readonly code?: readonly string[]
}

/** How the route appears in the OpenAPI document. */
export interface Operation {
  readonly operationId: string
  /** The path of a prefix with its parameters: `/icons/{id}` for `/icons/*`. Each parameter has a description. */
  readonly path?: { readonly template: `/${string}`; readonly parameters: Readonly<Record<string, string>> }
  /** The body of a route with a `body` rule, which gives the media type. */
  readonly requestBody?: { readonly description: string; readonly schema: z.ZodType }
  /** Names of security schemes with their scopes, any of which will do; an empty object stands for no credentials. Default none. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  /** Form of its errors, if they differ from those of the API's other routes. */
  readonly error?: ErrorForm
  readonly summary: string
  readonly description: string
  readonly response: {
    /** Default 200. */
    readonly status?: number
    readonly description: string
    /** Absent where the answer has no body. */
    readonly mediaType?: string
    /** Absent where the answer is text. */
    readonly schema?: z.ZodType
    /** Names and descriptions of its header fields. */
    readonly headers?: Readonly<Record<string, string>>
  }
  /** Statuses of its errors with the codes that each can have. */
  readonly errors: Readonly<Record<number, readonly string[]>>
}

/**
 * A line of a host's URL surface whose `answer` returns what goes out. It answers GET and HEAD, POST or PUT; `serve` answers
 * OPTIONS, and 405 with the methods of the path for the rest. Several routes may have one path with different methods.
 */
export interface ReplyRoute<P extends Parameters = Parameters> extends RouteBase {
  /** Absent, which tells it from an `RpcRoute`. */
  readonly kind?: undefined
  /** Default GET, which answers HEAD too. An answer is kept only where `answer` names it with a `key`, whatever the method. */
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly parameters?: P
  readonly reads?: readonly ReadableField[]
  /** `path`: who knows the path may ask. It is the caller's `authorization`, and answers are as for personal fields. */
  readonly credentials?: 'path'
  /** False: pages of other origins may read nothing of this path, errors and preflights included. Default the host's policy. */
  readonly cors?: false
  /** Answers when the gate or the answer is `Unavailable`; default 503 by the wire. It must not need what was unavailable. */
  readonly unavailable?: (request: RouteRequestHead, error: Unavailable) => Outcome
  readonly operation?: Operation
  /** Units of a request for the gate; 0 lets it in without asking. Default 1. It must not throw, and be quick. */
  readonly cost?: (request: { readonly rawQuery: string; readonly body: Uint8Array }) => number
  readonly tally?: Tally
  /** The answer: always the same reply, or what a function makes of the request. */
  readonly answer: Reply | ((request: RouteRequest<P>) => Outcome | Cacheable | Promise<Outcome>)
}

/** What a route is beside its place, which the host's table gives it: parameters, words and answer. */
export type Endpoint<P extends Parameters = Parameters> = Omit<ReplyRoute<P>, 'path' | 'name'>

/** One line of a host's URL surface, as data. */
export type Route = ReplyRoute | RpcRoute

/** Keeps the types of a route's parameters for its function and forgets them for the table. */
export function defineRoute<P extends Parameters>(route: ReplyRoute<P>): ReplyRoute {
  return route as unknown as ReplyRoute
}

/**
 * Adds the address with a slash at its end to each that programs make by joining texts: endpoints of JSON-RPC, and documents
 * below `/.well-known`. Some clients send it, and few of them follow a redirect. A table may have a route of its own there.
 */
export function withSlashes(routes: readonly Route[]): Route[] {
  const nameOf = ({ method = 'GET', path }: Route): string => `${method} ${path}`
  const known = new Set(routes.map(nameOf))
  const slashed = routes
    .filter(({ kind, path }) => !isPrefix(path) && (kind === 'rpc' || path.startsWith('/.well-known/')))
    .map((route): Route => ({ ...route, path: `${route.path}/` }))
  return [...routes, ...slashed.filter((route) => !route.path.endsWith('//') && !known.has(nameOf(route)))]
}

export function isPrefix(path: string): boolean {
  return path.endsWith('/*')
}
