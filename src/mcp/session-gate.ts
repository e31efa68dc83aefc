import type { RpcExchange } from '../http/route/rpc-route.ts'
import type { Log } from '../shared/log.ts'
import { Unavailable } from '../shared/unavailable.ts'
import { CODE, FIELD } from './protocol.ts'
import { sendError, sendUnavailable } from './replies.ts'
import type { SessionIds } from './session-id.ts'
import type { Session, SessionRecord, SessionStore } from './session.ts'

/** Connects requests with the store of sessions. Endpoints without sessions have a gate too, which admits every request. */
export interface SessionGate {
  /**
   * Continues with the request's session, synchronously if the store answers synchronously. Without a session the request
   * is refused.
   */
  enter(exchange: RpcExchange, idJson: string, proceed: (session: Session | null) => void): void
  /** Begins a session, names it in the answer's header fields and continues. */
  begin(exchange: RpcExchange, idJson: string, record: SessionRecord, proceed: () => void): void
  /** Awaits a step that involves the store; failures are logged and answered. */
  finish<T>(exchange: RpcExchange, idJson: string, step: T | Promise<T>, proceed: (value: T) => void): void
}

export function createSessionGate(store: SessionStore | null, ids: SessionIds, log: Log): SessionGate {
  const fail = (exchange: RpcExchange, idJson: string, error: unknown): void => {
    if (error instanceof Unavailable) {
      sendUnavailable(exchange, idJson, error)
      return
    }
    log.pino.error({ err: error, reqId: exchange.requestId }, 'an MCP session could not be used')
    if (!exchange.done) {
      exchange.refused('store')
      exchange.addHeaders([['Retry-After', '1']])
      sendError(exchange, 503, { code: CODE.internalError, message: 'Sessions are not available now' }, idJson)
    }
  }

  const finish = <T>(
    exchange: RpcExchange,
    idJson: string,
    step: T | Promise<T>,
    proceed: (value: T) => void,
  ): void => {
    if (step instanceof Promise) {
      step.then((value) => proceed(value)).catch((error: unknown) => fail(exchange, idJson, error))
    } else proceed(step)
  }

  return {
    enter(exchange, idJson, proceed) {
      if (store === null) {
        proceed(null)
        return
      }
      const id = exchange.field(FIELD.session)
      if (id === '') {
        const message = 'Bad Request: Mcp-Session-Id header is required'
        sendError(exchange, 400, { code: CODE.serverError, message }, idJson)
        return
      }
      const refuse = (): void =>
        sendError(exchange, 404, { code: CODE.sessionNotFound, message: 'Session not found' }, idJson)
      // A session of another subject looks like a missing one.
      const named = ids.read(id, exchange)
      if (named === null) refuse()
      else {
        finish(exchange, idJson, store.get(named.key, exchange), (kept) => {
          if (kept === 'ended') refuse()
          else proceed({ key: named.key, record: kept ?? named.record })
        })
      }
    },

    begin(exchange, idJson, record, proceed) {
      if (store === null) {
        proceed()
        return
      }
      const { id, key } = ids.write(record, exchange)
      finish(exchange, idJson, store.keep(key, record, exchange), () => {
        exchange.addHeaders([['Mcp-Session-Id', id]])
        proceed()
      })
    },

    finish,
  }
}
