import type { RpcExchange, BodyPart } from '../http/route/rpc-route.ts'
import { readBatch, splitExchange } from './batch.ts'
import { findEnvelopeFault, missingEnvelopeKeys } from './envelope.ts'
import type { SessionCalls } from './calls/calls.ts'
import { readVersion } from './headers.ts'
import type { Legacy } from './legacy.ts'
import { BATCH_LIMIT } from './limits.ts'
import type { HandleModern } from './modern.ts'
import {
  CODE,
  FIELD,
  isModernVersion,
  isObject,
  isRpcId,
  META,
  MODERN_VERSION,
  readObject,
  toIdJson,
  type JsonObject,
} from './protocol.ts'
import type { Relay } from './calls/relay.ts'
import { NO_ID, sendError, sendMismatch, sendUnsupportedVersion } from './replies.ts'
import type { SessionGate } from './session-gate.ts'
import type { Session, SessionStore } from './session.ts'

export interface Core {
  readonly post: (exchange: RpcExchange) => void
  readonly delete: (exchange: RpcExchange) => void
}

/**
 * Creates the first stage for all revisions: it parses the body, checks its shape, and finds the claimed revision. Nothing
 * here recurses over the client's input, however deeply it is nested.
 */
export function createCore(deps: {
  readonly modern: HandleModern
  readonly legacy: Legacy
  readonly gate: SessionGate
  readonly store: SessionStore | null
  readonly relay: Relay | null
  readonly calls: SessionCalls | null
}): Core {
  const { calls, gate, legacy, modern, relay, store } = deps

  const request = (exchange: RpcExchange, id: string | number, method: string, params: JsonObject): void => {
    const meta = isObject(params['_meta']) ? params['_meta'] : undefined
    if (meta?.[META.protocolVersion] !== undefined) {
      const fault = findEnvelopeFault(meta)
      // `initialize` belongs to the older revisions whatever it claims, unless its whole envelope is of the newer one.
      const isLegacy = method === 'initialize' && (fault !== null || !isModernVersion(meta[META.protocolVersion]))
      if (!isLegacy) {
        modern(exchange, { id, method, params }, meta, fault)
        return
      }
    }
    const version = readVersion(exchange.field(FIELD.version))
    if (method !== 'initialize' && namesModern(exchange, version)) {
      if (version !== MODERN_VERSION) {
        sendUnsupportedVersion(exchange, toIdJson(id), version)
        return
      }
      const missing = missingEnvelopeKeys(meta)
      const message = `Invalid params: missing required per-request envelope key(s): ${missing.join(', ')}`
      sendError(exchange, 400, { code: CODE.invalidParams, message, data: { envelope: { missing } } }, toIdJson(id))
      return
    }
    legacy.handle(exchange, { id, method, params })
  }

  /** Continues with the session of what is no request, if the revision of its header field is known. */
  const enter = (exchange: RpcExchange, proceed: (session: Session | null) => void): void => {
    if (legacy.admitsVersion(exchange, NO_ID)) gate.enter(exchange, NO_ID, proceed)
  }

  const cancelled = (session: Session, params: unknown): void => {
    const requestId = isObject(params) ? params['requestId'] : undefined
    if (isRpcId(requestId)) calls?.cancel(session.key, toIdJson(requestId))
  }

  const notification = (exchange: RpcExchange, method: string, params: JsonObject): void => {
    const meta = isObject(params['_meta']) ? params['_meta'] : undefined
    const claimed = meta?.[META.protocolVersion]
    const versionField = readVersion(exchange.field(FIELD.version))
    const methodField = exchange.field(FIELD.method)
    if (claimed !== undefined && typeof claimed !== 'string') {
      const message = `Invalid _meta envelope: ${META.protocolVersion}: expected a string`
      sendError(exchange, 400, { code: CODE.invalidParams, message })
    } else if (claimed !== undefined && versionField !== '' && versionField !== claimed) {
      sendMismatch(exchange, NO_ID, 'the envelope and MCP-Protocol-Version of a notification disagree')
    } else if (claimed !== undefined || namesModern(exchange, versionField)) {
      const version = claimed ?? versionField
      if (version !== MODERN_VERSION) sendUnsupportedVersion(exchange, NO_ID, version)
      else if (methodField !== '' && methodField.trim() !== method) {
        sendMismatch(exchange, NO_ID, 'the method of a notification and Mcp-Method disagree')
      } else exchange.empty(202)
    } else {
      enter(exchange, (session) => {
        if (session !== null && method === 'notifications/cancelled') cancelled(session, params)
        exchange.empty(202)
      })
    }
  }

  const response = (exchange: RpcExchange, message: JsonObject): void =>
    enter(exchange, (session) => {
      const taken = session === null || relay === null ? true : relay.deliver(session.key, message)
      gate.finish(exchange, NO_ID, taken, (isTaken) => {
        if (isTaken) exchange.empty(202)
        else
          sendError(exchange, 400, { code: CODE.serverError, message: 'Bad Request: nothing waits for this response' })
      })
    })

  const batch = (exchange: RpcExchange, messages: readonly unknown[]): void => {
    const parts =
      messages.length === 0 || messages.length > BATCH_LIMIT || isModernVersion(exchange.field(FIELD.version))
        ? null
        : readBatch(messages)
    if (parts === null) {
      const message = `Bad Request: a batch holds 1 to ${BATCH_LIMIT} messages of revision 2025-03-26, and no initialize`
      sendError(exchange, 400, { code: CODE.invalidRequest, message })
      return
    }
    if (!legacy.admits(exchange, NO_ID)) return
    gate.enter(exchange, NO_ID, (session) => {
      const { notifications, requests, responses } = parts
      for (const { method, params } of notifications) {
        if (session !== null && method === 'notifications/cancelled') cancelled(session, params)
      }
      for (const message of responses) {
        // A late answer has no receiver.
        if (session !== null) void Promise.resolve(relay?.deliver(session.key, message)).catch(() => undefined)
      }
      if (requests.length === 0) exchange.empty(202)
      else {
        const exchanges = splitExchange(exchange, requests.length)
        requests.forEach((part, position) => legacy.dispatch(exchanges[position]!, part, session))
      }
    })
  }

  /**
   * Refuses a message. Only a message with a method is a request, whose id may be echoed. The id of a response would be
   * taken for that of a client's request.
   */
  const refuse = (exchange: RpcExchange, message: unknown): void => {
    const { id, method } = readObject(message) ?? {}
    const idJson = typeof method === 'string' && isRpcId(id) ? toIdJson(id) : NO_ID
    sendError(exchange, 400, { code: CODE.invalidRequest, message: 'Bad Request: not a JSON-RPC message' }, idJson)
  }

  const single = (exchange: RpcExchange, message: unknown): void => {
    if (isObject(message) && message['jsonrpc'] === '2.0') {
      const { id, method } = message
      const params = readObject(message['params'])
      if (typeof method !== 'string') {
        if (isRpcId(id) && (message['result'] !== undefined || message['error'] !== undefined)) {
          response(exchange, message)
          return
        }
      } else if (params !== null) {
        if (id === undefined) {
          notification(exchange, method, params)
          return
        }
        if (isRpcId(id)) {
          request(exchange, id, method, params)
          return
        }
      }
    }
    refuse(exchange, message)
  }

  return {
    post(exchange) {
      let message: unknown
      try {
        message = JSON.parse(exchange.body)
        restoreParts(message, exchange.parts)
      } catch {
        const message = 'Parse error: the request body is not valid JSON'
        sendError(exchange, 400, { code: CODE.parseError, message })
        return
      }
      if (Array.isArray(message)) batch(exchange, message)
      else single(exchange, message)
    },

    delete(exchange) {
      enter(exchange, (session) => {
        const ended = session === null ? undefined : store!.keep(session.key, 'ended', exchange)
        gate.finish(exchange, NO_ID, ended, () => exchange.empty(204))
      })
    },
  }
}

/**
 * Tells whether a message without an envelope is of a revision without sessions. Its header fields then name a method too.
 * Clients of older revisions name no method, and some go on to name their own newest revision after `initialize` has agreed on
 * another.
 */
function namesModern(exchange: RpcExchange, version: string): boolean {
  return isModernVersion(version) && exchange.field(FIELD.method) !== ''
}

/** Puts the parts that were taken out of a body back to their places in the parsed rest. */
function restoreParts(message: unknown, parts: readonly BodyPart[]): void {
  for (const { path, value } of parts) {
    let holder = message as Record<string | number, unknown>
    for (const name of path.slice(0, -1)) holder = holder[name] as typeof holder
    holder[path.at(-1)!] = value
  }
}
