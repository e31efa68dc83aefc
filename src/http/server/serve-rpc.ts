import { addressKey } from '../../shared/address-key.ts'
import { describeJsonFault, measureJson } from '../../shared/json-measures.ts'
import { Unavailable } from '../../shared/unavailable.ts'
import type { BodyRoom } from './body-room.ts'
import { NOT_UTF8, bodyFault, bodyRefusal, hasEmptyBody, readBody } from './body.ts'
import type { Admit } from './admission.ts'
import type { Callers } from '../route/caller.ts'
import type { Verdict } from '../route/gate.ts'
import type { HeaderLines } from '../wire/header-block.ts'
import { toServiceError } from '../route/outages.ts'
import { createRepresentation } from '../cache/representation.ts'
import type { CompiledRpc } from './route-table.ts'
import { WireRpcExchange, createRpcHost } from './rpc-exchange.ts'
import { LISTENER_BODY_LIMIT_BYTES, type BodySize, type RpcRoute } from '../route/rpc-route.ts'
import { INTERNAL } from './serve.ts'
import type { ServiceError } from '../route/service-error.ts'
import type { Traffic } from './traffic.ts'
import type { Unread } from './unread.ts'
import type { Writer } from './writer.ts'
import { decodeUtf8 } from '../wire/utf8.ts'
import type { HttpRequest, HttpResponse } from '../uws.ts'

/** A refused body is parsed for its id up to here; one that is longer gets the id null. */
const REFUSED_BODY_LIMIT_CHARACTERS = 4096

const FOREIGN_ORIGIN: ServiceError = {
  ok: false,
  status: 403,
  code: 'origin_not_allowed',
  detail: 'Pages of this origin may not call this address.',
}

const CROWDED: ServiceError = {
  ok: false,
  status: 503,
  code: 'unavailable',
  detail: 'Too many long bodies are on their way. Try again later.',
  retryAfterSeconds: 5,
}

/** A body that has come, before it is parsed. */
interface ReadBody extends BodySize {
  /** Why it is not going to be parsed. */
  readonly fault: ServiceError | null
  /** `''` where there is a fault, or the body is long. */
  readonly text: string
  /** A copy of one that another thread is going to read. */
  readonly long: Uint8Array<ArrayBuffer> | null
}

const NO_BODY: ReadBody = { bytes: 0, messages: 1, fault: null, text: '', long: null }

export type ServeRpc = (res: HttpResponse, req: HttpRequest, compiled: CompiledRpc) => void

/** The life of a request of an RpcRoute: copy, let the gate turn it away, read its body, ask the gate, hand over. The handler answers. */
export function createRpcServer(options: {
  readonly admit: Admit
  readonly writer: Writer
  readonly traffic: Traffic
  readonly callers: Callers
  readonly room: BodyRoom
  readonly unread: Unread
  /** Header fields of every answer. */
  readonly common: HeaderLines
}): ServeRpc {
  const { callers, common, room, traffic, unread, writer } = options
  const host = createRpcHost({ traffic, unread, writer, common })

  function refuse(exchange: WireRpcExchange, route: RpcRoute, error: ServiceError): void {
    if (exchange.over) return
    try {
      const body = exchange.body.length <= REFUSED_BODY_LIMIT_CHARACTERS ? exchange.body : ''
      exchange.reply(createRepresentation(exchange.exchange.wire(error, body), common))
    } catch (fault) {
      traffic.fault(exchange.exchange, fault)
      exchange.res.close()
    }
  }

  function fail(exchange: WireRpcExchange, route: RpcRoute, error: unknown): void {
    traffic.fault(exchange.exchange, error)
    refuse(exchange, route, error instanceof Unavailable ? toServiceError(error) : INTERNAL)
  }

  /** Runs inside a handler of uWebSockets.js, unless the gate took its time. */
  function heed(exchange: WireRpcExchange, route: RpcRoute, body: ReadBody, verdict: Verdict | null): void {
    if (exchange.over) return
    if (verdict !== null && !verdict.ok) {
      refuse(exchange, route, verdict)
      return
    }
    if (verdict !== null) {
      exchange.addHeaders(verdict.headers)
      exchange.subject = verdict.subject
      exchange.principal = verdict.principal
      exchange.found = verdict.found
    }
    if (body.fault !== null) refuse(exchange, route, body.fault)
    else if (body.long === null || route.shorten === undefined) handle(exchange, route)
    else {
      route
        .shorten(body.long, exchange)
        .then(({ error, parts, text }) => {
          if (exchange.over) return
          exchange.body = text
          exchange.parts = parts
          if (error === undefined) handle(exchange, route)
          else refuse(exchange, route, error)
        })
        .catch((error: unknown) => fail(exchange, route, error))
    }
  }

  function handle(exchange: WireRpcExchange, route: RpcRoute): void {
    // A handler may be an async function, whose failure would go unheard.
    const pending: unknown = route.answer(exchange)
    if (pending instanceof Promise) pending.catch((error: unknown) => fail(exchange, route, error))
  }

  /** The gate is asked first: bodies that cannot be accepted count too. */
  function enter(exchange: WireRpcExchange, route: RpcRoute, body: ReadBody): void {
    try {
      if (route.gate === undefined) {
        heed(exchange, route, body, null)
        return
      }
      const verdict = route.gate(exchange.caller, route.cost?.(body) ?? 1, exchange)
      if (verdict instanceof Promise) {
        verdict
          .then((decided) => heed(exchange, route, body, decided))
          .catch((error: unknown) => fail(exchange, route, error))
      } else {
        heed(exchange, route, body, verdict)
      }
    } catch (error) {
      fail(exchange, route, error)
    }
  }

  /** Memory for one body on its way. */
  function createHold(exchange: WireRpcExchange, route: RpcRoute) {
    let held = 0
    let client = ''
    const free = (): void => {
      if (held > 0) room.give(client, held)
      held = 0
    }
    return {
      free,
      /** Whether the body may take so many bytes in all; if not, it has been refused. */
      mayHold: (bytes: number): boolean => {
        if (room.isSmall(bytes)) return true
        if (held === 0) {
          client = addressKey(exchange.caller.address)
          turnAwayLong(exchange, route)
          if (!exchange.over) exchange.onClose(free)
        }
        if (exchange.over) return false
        if (!room.take(client, bytes - held)) {
          refuse(exchange, route, CROWDED)
          return false
        }
        held = bytes
        return true
      },
    }
  }

  function turnAwayLong(exchange: WireRpcExchange, route: RpcRoute): void {
    const refused = route.gate?.turnAwayLong?.(exchange.caller) ?? null
    if (refused instanceof Promise) {
      refused.then((later) => later !== null && refuse(exchange, route, later)).catch(() => undefined)
    } else if (refused !== null) refuse(exchange, route, refused)
  }

  return (res, req, compiled) => {
    const { begins, route } = compiled
    const admitted = options.admit(res, req, route.method, begins)
    if (admitted === null) return
    const caller = callers.callerOf(admitted, route.gate === undefined ? '' : callers.heads.authorizationOf(req))
    const exchange = new WireRpcExchange(host, admitted, compiled, caller, req)
    const origin = req.getHeader('origin')
    const { body } = route
    const fault = body !== undefined ? bodyFault(req, body.mediaType, body.limitBytes) : null
    const turnedAway = route.gate?.turnAway?.(exchange.caller) ?? null
    if (origin !== '' && !route.originAllowed(origin)) refuse(exchange, route, FOREIGN_ORIGIN)
    else if (turnedAway instanceof Promise) {
      turnedAway.then((error) => refuse(exchange, route, error)).catch((error: unknown) => fail(exchange, route, error))
    } else if (turnedAway !== null) refuse(exchange, route, turnedAway)
    else if (body === undefined) enter(exchange, route, NO_BODY)
    else if (fault !== null) refuse(exchange, route, bodyRefusal(fault, body))
    else {
      const hold = createHold(exchange, route)
      const take = (bytes: Buffer | null): void => {
        hold.free()
        if (exchange.over) return
        exchange.exchange.corked = true
        if (bytes === null) refuse(exchange, route, bodyRefusal('too-large', body))
        else {
          const read = look(bytes, route)
          exchange.body = read.text
          enter(exchange, route, read)
        }
        exchange.exchange.corked = false
      }
      if (hasEmptyBody(req)) take(Buffer.alloc(0))
      else readBody(exchange.res, body.limitBytes, take, hold.mayHold)
    }
    exchange.exchange.corked = false
  }
}

function look(body: Buffer, { shorten }: RpcRoute): ReadBody {
  const { elements: messages, fault } = measureJson(body)
  const bytes = body.byteLength
  const refused = (error: ServiceError): ReadBody => ({ bytes, messages, fault: error, text: '', long: null })
  if (fault !== null)
    return refused({ ok: false, status: 400, code: 'invalid_request', detail: describeJsonFault('body', fault) })
  if (shorten !== undefined && bytes > LISTENER_BODY_LIMIT_BYTES) {
    return { bytes, messages, fault: null, text: '', long: new Uint8Array(body) }
  }
  const text = decodeUtf8(body)
  return text === null ? refused(NOT_UTF8) : { bytes, messages, fault: null, text, long: null }
}
