import type { RpcExchange } from '../http/route/rpc-route.ts'
import { acceptsEvents } from './accept.ts'
import { Call, type CallServices } from './calls/call.ts'
import type { EnvelopeFault } from './envelope.ts'
import { findNameFault } from './headers.ts'
import type { Lists } from './features/lists.ts'
import type { ListenHub } from './listen.ts'
import { CODE, excerpt, FIELD, META, MODERN_VERSION, readCursor, toIdJson } from './protocol.ts'
import type { JsonObject, RpcRequest } from './protocol.ts'
import { sendError, sendInvalidParams, sendMismatch, sendTail, sendUnsupportedVersion } from './replies.ts'
import type { SendResources } from './features/resource-list.ts'
import type { RunCall } from './calls/run.ts'

/** Handles a request that claims a revision in `params._meta`. `fault` is the first fault of that envelope. */
export type HandleModern = (
  exchange: RpcExchange,
  request: RpcRequest,
  meta: JsonObject,
  fault: EnvelopeFault | null,
) => void

/** Creates the handler of revision 2026-07-28. The order of its checks is part of the protocol. */
export function createModern(deps: {
  readonly lists: Lists
  readonly sendResources: SendResources
  readonly hub: ListenHub
  readonly run: RunCall
  readonly services: CallServices
  /** Methods that run code of the endpoint's features. */
  readonly runs: ReadonlySet<string>
}): HandleModern {
  const { hub, lists, run, runs, sendResources, services } = deps

  const listen = (exchange: RpcExchange, { id, params }: RpcRequest): void => {
    const idJson = toIdJson(id)
    const wanted = hub.parse(params['notifications'])
    if (wanted === null) sendInvalidParams(exchange, idJson, "Invalid params: 'notifications'")
    else if (!acceptsEvents(exchange.field(FIELD.accept))) {
      const message = 'Not Acceptable: subscriptions/listen answers with text/event-stream'
      sendError(exchange, 406, { code: CODE.serverError, message }, idJson)
    } else if (hub.isFull(exchange)) {
      exchange.refused('limit')
      exchange.addHeaders([['Retry-After', '60']])
      sendError(exchange, 503, { code: CODE.serverError, message: 'Subscription limit reached' }, idJson)
    } else hub.open(exchange, id, wanted)
  }

  return (exchange, request, meta, fault) => {
    const { id, method, params } = request
    if (fault !== null) {
      const message = `Invalid _meta envelope for protocol revision ${MODERN_VERSION}: ${fault.key}: ${fault.problem}`
      sendError(exchange, 400, { code: CODE.invalidParams, message, data: { envelope: fault } }, toIdJson(id))
      return
    }
    const mismatch = findHeaderFault(exchange, method, meta[META.protocolVersion] as string)
    if (mismatch !== null) {
      sendMismatch(exchange, toIdJson(id), mismatch)
      return
    }
    const version = meta[META.protocolVersion] as string
    if (version !== MODERN_VERSION) {
      sendUnsupportedVersion(exchange, toIdJson(id), version)
      return
    }
    const absent = findAbsentField(exchange) ?? findNameFault(method, params, exchange.field(FIELD.name))
    if (absent !== null) {
      sendMismatch(exchange, toIdJson(id), absent)
      return
    }
    if (runs.has(method)) {
      run(new Call(services, exchange, request, meta, true, null))
      return
    }
    const tail = lists.tail(true, method, exchange.rawQuery)
    if (tail !== undefined) {
      if (readCursor(params) === undefined) sendTail(exchange, toIdJson(id), tail)
      else sendInvalidParams(exchange, toIdJson(id), 'Invalid cursor')
    } else if (method === 'resources/list' && runs.has('resources/read')) {
      sendResources(exchange, toIdJson(id), true, readCursor(params))
    } else if (method === 'subscriptions/listen') listen(exchange, request)
    else sendError(exchange, 404, { code: CODE.methodNotFound, message: 'Method not found' }, toIdJson(id))
  }
}

/** Finds a header field that is present and disagrees with the body. */
function findHeaderFault(exchange: RpcExchange, method: string, version: string): string | null {
  const versionField = exchange.field(FIELD.version)
  if (versionField !== '' && versionField !== version && versionField.trim() !== version) {
    return `the envelope names ${excerpt(version)}, MCP-Protocol-Version names ${excerpt(versionField)}`
  }
  const methodField = exchange.field(FIELD.method)
  if (methodField !== '' && methodField !== method && methodField.trim() !== method) {
    return `the body names method ${excerpt(method)}, Mcp-Method names ${excerpt(methodField)}`
  }
  return null
}

function findAbsentField(exchange: RpcExchange): string | null {
  if (exchange.field(FIELD.version) === '') return 'MCP-Protocol-Version header is absent'
  return exchange.field(FIELD.method) === '' ? 'Mcp-Method header is absent' : null
}
