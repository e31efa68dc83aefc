import type { RpcExchange } from '../http/route/rpc-route.ts'
import { acceptsJson } from './accept.ts'
import { Call, type CallServices } from './calls/call.ts'
import type { Lists } from './features/lists.ts'
import { readVersion } from './headers.ts'
import {
  CODE,
  excerpt,
  FIELD,
  isModernVersion,
  isObject,
  LEGACY_VERSIONS,
  LOG_LEVELS,
  MODERN_VERSIONS,
  readCursor,
  toIdJson,
} from './protocol.ts'
import type { JsonObject, RpcRequest, ServerInfo } from './protocol.ts'
import { sendError, sendInvalidParams, sendTail } from './replies.ts'
import type { SendResources } from './features/resource-list.ts'
import type { RunCall } from './calls/run.ts'
import type { SessionGate } from './session-gate.ts'
import { toSessionRecord, type Session, type SessionStore } from './session.ts'
import type { LogLevel } from './features/tool.ts'

/** Clients of these revisions hear of changes only by a stream that they open with GET, which is not offered. */
const NO_SUBSCRIPTIONS = {
  code: CODE.methodNotFound,
  message:
    'Method not found: this revision has no notifications of changed resources here. Read the resource again, or use subscriptions/listen of revision 2026-07-28.',
}

/** Handles requests of the revisions up to 2025-11-25, which begin with `initialize`. */
export interface Legacy {
  /** Handles a single request: checks it, finds its session, and dispatches it. */
  handle(exchange: RpcExchange, request: RpcRequest): void
  /** Checks the revision in the header fields; false: the message has been refused and answered. */
  admitsVersion(exchange: RpcExchange, idJson: string): boolean
  /** Checks the header fields of a body with requests; false: it has been refused and answered. */
  admits(exchange: RpcExchange, idJson: string): boolean
  /** Dispatches a request whose session is known. */
  dispatch(exchange: RpcExchange, request: RpcRequest, session: Session | null): void
}

export function createLegacy(deps: {
  readonly serverInfo: ServerInfo
  readonly instructions: (rawQuery: string) => string | undefined
  readonly capabilities: JsonObject
  /** Whether resources change while they are served. */
  readonly changes: boolean
  readonly lists: Lists
  readonly sendResources: SendResources
  readonly run: RunCall
  readonly services: CallServices
  readonly gate: SessionGate
  readonly store: SessionStore | null
  /** Methods that run code of the endpoint's features. */
  readonly runs: ReadonlySet<string>
}): Legacy {
  const { capabilities, changes, gate, instructions, lists, run, runs, sendResources, serverInfo, services, store } =
    deps

  const sendResult = (exchange: RpcExchange, idJson: string, result: JsonObject): void =>
    exchange.json(200, `{"jsonrpc":"2.0","id":${idJson},"result":${JSON.stringify(result)}}`)

  const initialize = (exchange: RpcExchange, idJson: string, params: JsonObject): void => {
    const record = toSessionRecord(params)
    if (record === null) {
      sendInvalidParams(
        exchange,
        idJson,
        'Invalid params: protocolVersion must be text, capabilities and clientInfo objects',
      )
      return
    }
    const { protocolVersion } = record
    gate.begin(exchange, idJson, record, () =>
      sendResult(exchange, idJson, {
        protocolVersion,
        capabilities,
        serverInfo,
        instructions: instructions(exchange.rawQuery),
      }),
    )
  }

  const setLevel = (exchange: RpcExchange, idJson: string, params: JsonObject, session: Session | null): void => {
    const { level } = params
    if (!(LOG_LEVELS as readonly unknown[]).includes(level))
      sendInvalidParams(exchange, idJson, 'Invalid params: level')
    else {
      const logLevel = level as LogLevel
      const kept = session === null ? undefined : store?.keep(session.key, { ...session.record, logLevel }, exchange)
      gate.finish(exchange, idJson, kept, () => sendResult(exchange, idJson, {}))
    }
  }

  const admitsVersion = (exchange: RpcExchange, idJson: string): boolean => {
    const version = readVersion(exchange.field(FIELD.version))
    // The newer ones come from clients that have agreed on an older one, which then holds.
    if (version === '' || LEGACY_VERSIONS.includes(version) || isModernVersion(version)) return true
    const requested = excerpt(version)
    const message = `Bad Request: Unsupported protocol version: ${requested} (supported: ${SUPPORTED.join(', ')})`
    sendError(exchange, 400, { code: CODE.serverError, message, data: { supported: SUPPORTED, requested } }, idJson)
    return false
  }

  const admits = (exchange: RpcExchange, idJson: string): boolean =>
    admitsVersion(exchange, idJson) && admitsForm(exchange, idJson)

  const admitsForm = (exchange: RpcExchange, idJson: string): boolean => {
    if (!acceptsJson(exchange.field(FIELD.accept))) {
      const message = 'Not Acceptable: answers are application/json, and text/event-stream where they come in pieces'
      sendError(exchange, 406, { code: CODE.serverError, message }, idJson)
      return false
    }
    return true
  }

  const dispatch = (exchange: RpcExchange, request: RpcRequest, session: Session | null): void => {
    const { id, method, params } = request
    if (runs.has(method)) {
      const meta = params['_meta']
      run(new Call(services, exchange, request, isObject(meta) ? meta : undefined, false, session))
      return
    }
    const idJson = toIdJson(id)
    const tail = lists.tail(false, method, exchange.rawQuery)
    if (tail !== undefined) {
      if (readCursor(params) === undefined) sendTail(exchange, idJson, tail)
      else sendInvalidParams(exchange, idJson, 'Invalid cursor')
    } else if (method === 'resources/list' && runs.has('resources/read')) {
      sendResources(exchange, idJson, false, readCursor(params))
    } else if (isSubscription(method) && runs.has('resources/read')) {
      // What never changes needs no notification, so the promise of a subscription to it is kept.
      if (changes) sendError(exchange, 200, NO_SUBSCRIPTIONS, idJson)
      else if (typeof params['uri'] === 'string') sendResult(exchange, idJson, {})
      else sendInvalidParams(exchange, idJson, 'Invalid params: uri')
    } else if (method === 'logging/setLevel' && services.logging) setLevel(exchange, idJson, params, session)
    else sendError(exchange, 200, { code: CODE.methodNotFound, message: 'Method not found' }, idJson)
  }

  return {
    admitsVersion,
    admits,
    dispatch,
    handle(exchange, request) {
      const idJson = toIdJson(request.id)
      if (request.method === 'initialize') {
        // The revision is agreed on by the parameters, so the header field names none yet.
        if (admitsForm(exchange, idJson)) initialize(exchange, idJson, request.params)
        return
      }
      if (!admits(exchange, idJson)) return
      if (store === null) dispatch(exchange, request, null)
      else gate.enter(exchange, idJson, (session) => dispatch(exchange, request, session))
    },
  }
}

const SUPPORTED = [...MODERN_VERSIONS, ...LEGACY_VERSIONS]

function isSubscription(method: string): boolean {
  return method === 'resources/subscribe' || method === 'resources/unsubscribe'
}
