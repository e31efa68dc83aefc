import { inTrace } from '../../shared/trace/request-trace.ts'
import { bodyFault, hasEmptyBody, isJsonPost, readBody } from './body.ts'
import type { HoldBody } from './body-hold.ts'
import type { ErrorWire } from '../route/error-wires.ts'
import { NO_FIELDS, type Verdict } from '../route/gate.ts'
import type { BodyRule } from '../route/route-base.ts'
import type { ServiceError } from '../route/service-error.ts'
import { addedLines } from '../wire/header-block.ts'
import type { Admit, Exchange } from './exchange.ts'
import type { Responder } from './responder.ts'
import type { ReplyCall, ReplyCalls } from './reply-calls.ts'
import type { CompiledRoute, PathEntry } from './route-table.ts'
import type { RpcCalls } from './rpc-calls.ts'
import type { WireRpcExchange } from './rpc-exchange.ts'
import { FAULTY_CHUNKS } from './stalled-chunks.ts'
import type { Writer } from './writer.ts'
import type { HttpRequest, HttpResponse } from '../uws.ts'

const FOREIGN_ORIGIN: ServiceError = {
  ok: false,
  status: 403,
  code: 'origin_not_allowed',
  detail: 'Pages of this origin may not call this address.',
}

const NOTHING_HERE = {
  ok: false,
  status: 404,
  code: 'endpoint_not_found',
  detail: 'Nothing has this address.',
} as const

export interface Server {
  /** Answers a request on a route, whose method is the request's, or GET for a HEAD. */
  serve(res: HttpResponse, req: HttpRequest, method: string, path: string, compiled: CompiledRoute): void
  /**
   * Answers a method that a path does not have: OPTIONS with what is allowed, others with 405, or with 404 where nothing has
   * the path.
   */
  refuseMethod(res: HttpResponse, req: HttpRequest, method: string, entry: Omit<PathEntry, 'path'>): void
}

/** A request between its head and its answer. */
type Call = ReplyCall | WireRpcExchange

/** The life of a request: admit and copy it, judge its head, read its body, ask the gate, and have the route answer it. */
export function createServer(options: {
  readonly admit: Admit
  readonly holdBody: HoldBody
  /** Code of a 405. */
  readonly methodNotAllowedCode: string
  /** Form of the refusal of JSON that is posted to an address which takes none. */
  readonly postWire: ErrorWire
  readonly responder: Responder
  readonly replyCalls: ReplyCalls
  readonly rpcCalls: RpcCalls
  readonly writer: Writer
}): Server {
  const { admit, holdBody, postWire, replyCalls, rpcCalls, writer } = options
  const { fail, refuse, respond } = options.responder

  function start(exchange: Exchange, req: HttpRequest, path: string, compiled: CompiledRoute): void {
    const { body, gate } = compiled.rules
    if (compiled.kind === 'rpc') receive(exchange, rpcCalls.open(exchange, compiled, req), req)
    else if (compiled.kind === 'fixed' && gate === undefined && body === undefined) respond(exchange, compiled.fixed)
    else {
      const call = replyCalls.open(exchange, compiled, path, req)
      if (body === undefined) passGate(exchange, call)
      else receive(exchange, call, req)
    }
  }

  /** Goes on with a request that may be refused by its head, or that has a body. */
  function receive(exchange: Exchange, call: Call, req: HttpRequest): void {
    const { body } = call.compiled.rules
    writer.detach(exchange)
    const refusal = judgeHead(call, req)
    if (refusal instanceof Promise) {
      refusal.then((error) => refuse(exchange, error)).catch((error: unknown) => fail(exchange, error))
    } else if (refusal !== null) refuse(exchange, refusal)
    else if (body === undefined) passGate(exchange, call)
    else receiveBody(exchange, call, body, req)
  }

  function judgeHead(call: Call, req: HttpRequest): ServiceError | Promise<ServiceError> | null {
    const { body, gate, originAllowed } = call.compiled.rules
    // The origin comes first. Otherwise any page could spend what the address of its visitor may have refused.
    if (originAllowed !== undefined) {
      const origin = req.getHeader('origin')
      if (origin !== '' && !originAllowed(origin, req.getHeader('host'))) return FOREIGN_ORIGIN
    }
    const turnedAway = call.caller === null ? null : (gate?.turnAway?.(call.caller) ?? null)
    return turnedAway ?? (body === undefined ? null : bodyFault(req, body))
  }

  function receiveBody(exchange: Exchange, call: Call, rule: BodyRule, req: HttpRequest): void {
    // A form of a route without a gate is too short to be held.
    const hold = call.caller === null ? null : holdBody(exchange, call.caller, call.compiled.rules.gate)
    const take = (body: Buffer | ServiceError): void => {
      hold?.free()
      if (exchange.over) return
      exchange.corked = true
      const isRefused = !Buffer.isBuffer(body)
      if (exchange.ending === 'linger' && (!isRefused || body === FAULTY_CHUNKS)) exchange.ending = 'soon'
      if (isRefused) refuse(exchange, body)
      else {
        if (call.kind === 'rpc') rpcCalls.takeBody(call, body)
        else replyCalls.takeBody(call, body)
        passGate(exchange, call)
      }
      exchange.corked = false
    }
    if (hasEmptyBody(req)) {
      take(Buffer.alloc(0))
      return
    }
    const isChunked = exchange.ending !== 'none'
    const drop = readBody(exchange.res, rule, isChunked, take, hold?.mayHold)
    if (isChunked) exchange.freeBody = drop
  }

  /** The gate is asked before the cache, and before a body that cannot be accepted is refused: both count. */
  function passGate(exchange: Exchange, call: Call): void {
    try {
      const { cost, gate } = call.compiled.rules
      const units = gate === undefined || call.kind === 'rpc' || cost === undefined ? 1 : cost(call)
      if (gate === undefined || units === 0) {
        answer(exchange, call)
        return
      }
      // Where there is a gate, the call has its caller.
      const verdict = inTrace(exchange.trace, () =>
        call.kind === 'rpc' ? gate(call.caller, call.cost, call) : gate(call.caller!, units, NO_FIELDS),
      )
      if (verdict instanceof Promise) {
        writer.detach(exchange)
        verdict.then((late) => applyVerdict(exchange, call, late)).catch((error: unknown) => fail(exchange, error))
      } else {
        applyVerdict(exchange, call, verdict)
      }
    } catch (error) {
      fail(exchange, error)
    }
  }

  function applyVerdict(exchange: Exchange, call: Call, verdict: Verdict): void {
    if (exchange.over) return
    if (!verdict.ok) {
      refuse(exchange, verdict)
      return
    }
    exchange.added = addedLines(verdict.headers)
    if (call.kind === 'rpc') call.admit(verdict)
    answer(exchange, call)
  }

  function answer(exchange: Exchange, call: Call): void {
    if (call.kind === 'rpc') rpcCalls.answer(call)
    else replyCalls.answer(exchange, call)
  }

  return {
    serve(res, req, method, path, compiled) {
      const exchange = admit(res, req, method, compiled.begins)
      if (exchange === null) return
      start(exchange, req, path, compiled)
      exchange.corked = false
    },
    refuseMethod(res, req, method, { allow, begins, preflight, routes }) {
      // An upload that is posted where it should be put is no lost call of MCP.
      const takesJson = [...routes.values()].some(({ rules }) => rules.body?.mediaType === 'application/json')
      const isLost = !takesJson && isJsonPost(method, req)
      const exchange = admit(res, req, method, isLost ? { ...begins, wire: postWire } : begins)
      if (exchange === null) return
      if (method === 'OPTIONS') {
        respond(exchange, preflight)
      } else if (routes.size === 0) {
        refuse(exchange, NOTHING_HERE)
      } else {
        const detail = `This address answers ${allow} only.`
        refuse(exchange, { ok: false, status: 405, code: options.methodNotAllowedCode, detail, allow })
      }
      exchange.corked = false
    },
  }
}
