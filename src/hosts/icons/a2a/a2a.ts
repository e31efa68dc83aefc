import { createJsonRpcWire } from '../../../http/route/error-wires.ts'
import type { JsonRpcId } from '../../../http/route/error-wires.ts'
import type { Gate } from '../../../http/route/gate.ts'
import type { Route } from '../../../http/route/route.ts'
import type { RpcExchange, RpcRoute } from '../../../http/route/rpc-route.ts'
import type { IconsService } from '../../../icons/icons-service.ts'
import type { Log } from '../../../shared/log.ts'
import { type AgentOutcome, createAgent } from './agent.ts'
import { createCardRoute } from './card.ts'
import { idOf, parseCall } from './envelope.ts'
import { type A2aError, errorResponse } from './errors.ts'
import { readMessage } from './message.ts'
import { operationOf } from './methods.ts'
import { replyResponse, resultResponse } from './reply.ts'
import { VERSION_FIELD, versionOf, type A2aVersion } from './versions.ts'

const BODY_LIMIT_BYTES = 64 * 1024
/** Where clients of A2A up to 0.2 look for the card. */
const OLD_CARD_PATH = '/.well-known/agent.json'
/** Largest cost of a batch, which is refused as a whole. Its exact length does not matter. */
const BATCH_COST_LIMIT = 50

const NO_SUCH_VERSION: A2aError = {
  ok: false,
  reason: 'VERSION_NOT_SUPPORTED',
  message: 'This agent speaks A2A 1.0 and 0.3. Send the header field A2A-Version with one of them.',
  metadata: { supported: '1.0, 0.3' },
}
const INTERNAL: A2aError = {
  ok: false,
  reason: 'INTERNAL_ERROR',
  message: 'The agent failed to answer. It has been logged.',
}

/** A request that waits for its response. */
interface Waiting {
  readonly exchange: RpcExchange
  readonly version: A2aVersion
  readonly id: JsonRpcId
  /** Whether the response is sent as an event. */
  readonly streams: boolean
}

/**
 * Creates the A2A agent of the icons host: `POST /a2a` in the versions 1.0 and 0.3, and the agent card. It answers every
 * message with a message, never with a task, and keeps nothing between requests.
 *
 * @param options.gate Credentials and rate limit; absent: everyone is admitted.
 * @param options.version Version of the agent, for its card.
 */
export function createA2a(options: {
  readonly icons: IconsService
  readonly iconsUrl: string
  readonly version: string
  readonly gate?: Gate
  readonly log: Log
}): { readonly routes: readonly Route[] } {
  const { gate, icons, iconsUrl, log } = options
  const agent = createAgent(icons, iconsUrl)

  function answer(exchange: RpcExchange): void {
    const version = versionOf(exchange.field(VERSION_FIELD), exchange.rawQuery)
    const call = parseCall(exchange.body)
    if (!call.ok) {
      exchange.json(200, errorResponse(version ?? '1.0', call.id, call.error))
      return
    }
    const { id, method, params } = call
    // A notification gets no response (JSON-RPC 2.0 §4.1), and no method here does anything else.
    if (id === undefined) {
      exchange.empty(202)
      return
    }
    if (version === null) {
      exchange.json(200, errorResponse('1.0', id, NO_SUCH_VERSION))
      return
    }
    const operation = operationOf(version, method)
    const waiting: Waiting = { exchange, version, id, streams: operation.streams }
    if (operation.kind === 'fixed') {
      const fixed = operation.answer(params)
      if (fixed.ok) exchange.json(200, resultResponse(id, fixed.value))
      else respondError(waiting, fixed)
      return
    }
    send(waiting, params)
  }

  function send(waiting: Waiting, params: unknown): void {
    const { exchange, version } = waiting
    const message = readMessage(version, params)
    if (!message.ok) {
      respondError(waiting, message)
      return
    }
    agent(message, () => exchange.done).then(
      (settled) => settle(waiting, message.contextId, settled),
      (error: unknown) => {
        log.pino.error({ err: error, reqId: exchange.requestId }, 'the agent could not answer')
        respondError(waiting, INTERNAL)
      },
    )
  }

  const rpc: RpcRoute = {
    kind: 'rpc',
    path: '/a2a',
    name: 'a2a',
    method: 'POST',
    reads: [VERSION_FIELD],
    body: { mediaType: 'application/json', limitBytes: BODY_LIMIT_BYTES },
    wire: (error, body) => createJsonRpcWire(idOf(body))(error),
    // The endpoint is public and without cookies. A page of any origin may ask what its server could ask.
    originAllowed: () => true,
    ...(gate === undefined ? {} : { gate }),
    cost: ({ messages }) => Math.min(messages, BATCH_COST_LIMIT),
    answer,
  }
  const card = createCardRoute(icons, options)
  return { routes: [rpc, card, { ...card, path: OLD_CARD_PATH }] }
}

function settle(waiting: Waiting, contextId: string | null, outcome: AgentOutcome): void {
  const { exchange, version, id, streams } = waiting
  if (!outcome.ok) {
    respondError(waiting, outcome)
    return
  }
  const response = replyResponse(version, id, contextId, outcome.value)
  if (streams) exchange.events().end(response)
  else exchange.json(200, response)
}

/**
 * Sends an error. Errors within the protocol have HTTP status 200. A temporary one has 503, so that clients and proxies
 * without knowledge of A2A wait too.
 */
function respondError(waiting: Waiting, error: A2aError): void {
  const { exchange, version, id, streams } = waiting
  const response = errorResponse(version, id, error)
  if (error.retryAfterSeconds !== undefined) {
    exchange.refused(error.refusal ?? 'other')
    exchange.addHeaders([['Retry-After', String(error.retryAfterSeconds)]])
    exchange.json(503, response)
  } else if (streams && version === '0.3') {
    // Clients of 0.3 that asked for a stream read only events.
    exchange.events().end(response)
  } else {
    exchange.json(200, response)
  }
}
