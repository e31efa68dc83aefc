import type { z } from 'zod'
import type { Unavailable } from '../../shared/unavailable.ts'
import type { Caller } from './gate.ts'
import type { Parameters, ParameterValues } from './parameters.ts'
import type { Cacheable, Outcome, Reply } from './reply.ts'
import type { RouteBase } from './route-base.ts'
import type { RpcRoute } from './rpc-route.ts'

/**
 * Header fields that a route may look at. Its answers then differ by them: they are part of what a cached one is found by.
 * What a route answers that looks at a personal field is never kept, looked up or compressed.
 */
export type ReadableField = 'accept' | 'accept-language' | 'a2a-version' | PersonalField

/** They say who asks or from where, and may be long. */
export type PersonalField = 'authorization' | 'cookie' | 'origin' | 'sec-fetch-site' | 'user-agent'

/** What of a request is known before its query is parsed. */
export interface RouteRequestHead {
  /** As it came, without the query string: still percent-encoded. */
  readonly path: string
  /** As it came, without the question mark. May hold secrets, such as codes: never goes into a log. */
  readonly rawQuery: string
  /** Value of a field that the route `reads`; `''` when it is absent. Of several fields of one name the first. */
  readonly field: (name: ReadableField) => string
}

/** A request as its route sees it: copied, since the one of uWebSockets.js is gone when its handler returns. */
export interface RouteRequest<P extends Parameters = Parameters> extends RouteRequestHead {
  readonly query: ParameterValues<P>
  /** Bytes of the body that the route's `body` rule let through; empty without one. */
  readonly body: Uint8Array
  /** Who asks. `authorization` is read for routes with a gate, and `''` for others. */
  readonly caller: Caller
}

/** The form of error bodies. */
export interface ErrorForm {
  /** Of its schema among the components. */
  readonly name: string
  readonly mediaType: string
  readonly schema: z.ZodType
  /** Members that lead to the code; default `code` alone, of the REST APIs `error`, `code`. */
  readonly code?: readonly string[]
}

/** How the route appears in the OpenAPI document. */
export interface Operation {
  readonly operationId: string
  /** The path with its parameters, for a prefix: `/icons/{id}` for `/icons/*`. Parameters have a description each. */
  readonly path?: { readonly template: `/${string}`; readonly parameters: Readonly<Record<string, string>> }
  /** Of a route with a `body` rule, which gives the media type. */
  readonly requestBody?: { readonly description: string; readonly schema: z.ZodType }
  /** Names of security schemes with their scopes, any of which will do; an empty object stands for no credentials. Default none needed. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  /** Where its errors look other than those of the API's other routes. */
  readonly error?: ErrorForm
  readonly summary: string
  readonly description: string
  readonly response: {
    readonly description: string
    readonly mediaType: string
    /** Absent for text. */
    readonly schema?: z.ZodType
    /** Names and descriptions of its header fields. */
    readonly headers?: Readonly<Record<string, string>>
  }
  /** Statuses of its errors with the codes that each can have. */
  readonly errors: Readonly<Record<number, readonly string[]>>
}

/**
 * A line of a host's URL surface whose `answer` returns what goes out. It answers GET and HEAD, or POST; `serve` answers
 * OPTIONS, and 405 with the methods of the path for the rest. Several routes may have one path with different methods.
 */
export interface ReplyRoute<P extends Parameters = Parameters> extends RouteBase {
  /** Absent here: it tells an `RpcRoute`. */
  readonly kind?: undefined
  /** Default GET, which answers HEAD too. What POST answers is never kept. */
  readonly method?: 'GET' | 'POST'
  readonly parameters?: P
  readonly reads?: readonly ReadableField[]
  /** False: pages of other origins may read nothing of this path, errors and preflights included. Default the host's policy. */
  readonly cors?: false
  /** What to answer when the gate or the answer is `Unavailable`; default 503 by the wire. Must not need what was not there. */
  readonly unavailable?: (request: RouteRequestHead, error: Unavailable) => Outcome
  readonly operation?: Operation
  /** What to answer: always the same finished reply, or what a function makes of the request. */
  readonly answer: Reply | ((request: RouteRequest<P>) => Outcome | Cacheable | Promise<Outcome>)
}

/** One line of a host's URL surface, as data. */
export type Route = ReplyRoute | RpcRoute

/** Keeps the types of a route's parameters for its function and forgets them for the table. */
export function defineRoute<P extends Parameters>(route: ReplyRoute<P>): ReplyRoute {
  return route as unknown as ReplyRoute
}

export function isPrefix(path: string): boolean {
  return path.endsWith('/*')
}
