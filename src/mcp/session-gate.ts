import { randomBytes } from 'node:crypto'
import type { RpcExchange } from '../http/route/rpc-route.ts'
import type { Log } from '../shared/log.ts'
import { Unavailable } from '../shared/unavailable.ts'
import { CODE, FIELD } from './protocol.ts'
import { sendError, sendUnavailable } from './replies.ts'
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

/** Form of a session id: 24 random bytes in base64url. */
const SESSION_ID = /^[\w-]{32}$/

export function createSessionGate(store: SessionStore | null, log: Log): SessionGate {
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
      const found = SESSION_ID.test(id) ? store.get(id, exchange) : null
      finish(exchange, idJson, found, (record) => {
        // A session of another subject must look like a missing one.
        if (record === null || record.subject !== exchange.subject) {
          sendError(exchange, 404, { code: CODE.sessionNotFound, message: 'Session not found' }, idJson)
        } else proceed({ id, record })
      })
    },

    begin(exchange, idJson, record, proceed) {
      if (store === null) {
        proceed()
        return
      }
      const id = randomBytes(24).toString('base64url')
      finish(exchange, idJson, store.create(id, record), () => {
        exchange.addHeaders([['Mcp-Session-Id', id]])
        proceed()
      })
    },

    finish,
  }
}
