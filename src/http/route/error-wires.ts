import { json, type Reply } from './reply.ts'
import type { ServiceError } from './service-error.ts'
import { phraseOf } from '../wire/status.ts'

/** Turns a refusal into an answer. Each interface has its own; they differ in the body alone. */
export type ErrorWire = (error: ServiceError) => Reply

/**
 * The wire of a route. Every `ErrorWire` is one.
 *
 * @param body Text of the request's body, for the id of the message in it. It is `''` where the route is no `RpcRoute`, where
 * the body was not read, and where it is too long to be parsed for its id.
 */
export type RouteWire = (error: ServiceError, body: string) => Reply

/**
 * Problem details (RFC 9457): `type` is about:blank, so `title` is the phrase of the status (§4.2.1).
 *
 * @param documentationUrl Returns the address of the page that explains the codes; absent: no page does.
 */
export function createProblemWire(documentationUrl?: () => string): ErrorWire {
  return (error) =>
    reply(error, 'application/problem+json', {
      type: 'about:blank',
      title: phraseOf(error.status),
      status: error.status,
      code: error.code,
      detail: error.detail,
      ...(error.param === undefined ? {} : { param: error.param }),
      ...(documentationUrl === undefined ? {} : { documentation: documentationUrl() }),
    })
}

/** OAuth error responses (RFC 6749 §5.2), for registration and token exchange. */
export const oauthWire: ErrorWire = (error) =>
  reply(error, 'application/json', { error: oauthCode(error), error_description: error.detail })

/** OAuth has a closed list of codes, so what HTTP tells by its status gets the nearest of them (interface §7.3). */
function oauthCode({ code, status }: ServiceError): string {
  if (status === 429 || status === 503) return 'temporarily_unavailable'
  if (status === 500) return 'server_error'
  return status === 405 || status === 413 || status === 415 ? 'invalid_request' : code
}

/** Error bodies of the REST APIs (interface §2.9). */
export const restWire: ErrorWire = (error) =>
  reply(error, 'application/json', { error: { code: error.code, message: error.detail } })

/** Error bodies of the search API that DocSearch and other clients of Algolia call. */
export const algoliaWire: ErrorWire = (error) =>
  reply(error, 'application/json', { message: error.detail, status: error.status })

/** The id that a client gave its request; null when it cannot be told (JSON-RPC 2.0 §5). */
export type JsonRpcId = string | number | null

/** Error objects of JSON-RPC 2.0 (§5.1). The stable code goes into `data`, because JSON-RPC has numbers only. */
export function createJsonRpcWire(id: JsonRpcId): ErrorWire {
  return (error) =>
    reply(error, 'application/json', {
      jsonrpc: '2.0',
      id,
      error: { code: jsonRpcCode(error), message: error.detail, data: { code: error.code } },
    })
}

function jsonRpcCode({ param, status }: ServiceError): number {
  if (param !== undefined) return JSON_RPC.invalidParams
  if (status === 400) return JSON_RPC.invalidRequest
  if (status === 404) return JSON_RPC.methodNotFound
  return status === 500 ? JSON_RPC.internalError : JSON_RPC.serverError
}

/** These are the codes of `CODE` in `src/mcp/protocol.ts`, which this layer may not import. */
const JSON_RPC = {
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  /** The first of the codes that servers may define. */
  serverError: -32_000,
} as const

function reply(error: ServiceError, mediaType: string, body: object): Reply {
  const headers: [string, string][] = []
  if (error.headers !== undefined)
    headers.push(...error.headers.map(([name, value]): [string, string] => [name, value]))
  if (error.allow !== undefined) headers.push(['Allow', error.allow])
  if (error.retryAfterSeconds !== undefined) headers.push(['Retry-After', String(error.retryAfterSeconds)])
  return { status: error.status, mediaType, body: json(body), cacheControl: 'no-store', headers }
}
