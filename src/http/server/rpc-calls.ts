import { describeJsonFault, measureJson } from '../../shared/json-measures.ts'
import { inTrace } from '../../shared/trace/request-trace.ts'
import { callInTurn } from './call-turns.ts'
import { NOT_UTF8 } from './body.ts'
import type { Callers } from '../route/caller.ts'
import { LISTENER_BODY_LIMIT_BYTES } from '../route/rpc-route.ts'
import { decodeUtf8 } from '../wire/utf8.ts'
import type { Exchange } from './exchange.ts'
import type { Responder } from './responder.ts'
import type { CompiledRpc } from './route-table.ts'
import { NO_BODY, type RpcHost, WireRpcExchange } from './rpc-exchange.ts'
import type { HttpRequest } from '../uws.ts'

/** Hands requests of `RpcRoute`s over to their handlers. */
export interface RpcCalls {
  open(exchange: Exchange, compiled: CompiledRpc, req: HttpRequest): WireRpcExchange
  /** @param body Bytes that are overwritten after the call. */
  takeBody(call: WireRpcExchange, body: Buffer): void
  answer(call: WireRpcExchange): void
}

export function createRpcCalls(options: {
  readonly callers: Callers
  readonly host: RpcHost
  readonly responder: Responder
}): RpcCalls {
  const { callers, host } = options
  const { fail, refuse } = options.responder

  function answer(call: WireRpcExchange): void {
    const { exchange, read } = call
    const { gate, shorten } = call.compiled.route
    call.read = NO_BODY
    if (read.fault !== null) refuse(exchange, read.fault)
    else if (read.long === null || shorten === undefined) callRoute(call)
    else {
      shorten(read.long, call)
        .then(async ({ error, parts, text }) => {
          if (exchange.over) return
          call.body = text
          call.parts = parts
          const refusal = error ?? gate?.turnAwayLate?.(call.caller, call.subject) ?? null
          if (refusal === null) callRoute(call)
          else refuse(exchange, await refusal)
        })
        .catch((error: unknown) => fail(exchange, error))
    }
  }

  function callRoute(call: WireRpcExchange): void {
    const { exchange } = call
    callInTurn(() => {
      if (exchange.over) return
      try {
        // A handler may be an async function, whose failure would be lost.
        const pending: unknown = inTrace(exchange.trace, () => call.compiled.route.answer(call))
        if (pending instanceof Promise) pending.catch((error: unknown) => fail(exchange, error))
      } catch (error) {
        fail(exchange, error)
      }
    })
  }

  return {
    open(exchange, compiled, req) {
      const authorization = compiled.route.gate === undefined ? '' : callers.heads.authorizationOf(req)
      return new WireRpcExchange(host, exchange, compiled, callers.callerOf(exchange, authorization), req)
    },
    takeBody(call, body) {
      const { elements: messages, fault } = measureJson(body)
      const { shorten } = call.compiled.route
      const bytes = body.byteLength
      if (fault !== null) {
        const detail = describeJsonFault('body', fault)
        call.read = { bytes, messages, fault: { ok: false, status: 400, code: 'invalid_request', detail }, long: null }
      } else if (shorten !== undefined && bytes > LISTENER_BODY_LIMIT_BYTES) {
        call.read = { bytes, messages, fault: null, long: new Uint8Array(body) }
      } else {
        const text = decodeUtf8(body)
        call.read = { bytes, messages, fault: text === null ? NOT_UTF8 : null, long: null }
        call.body = text ?? ''
      }
    },
    answer,
  }
}
