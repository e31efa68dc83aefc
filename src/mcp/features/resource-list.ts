import type { RpcExchange } from '../../http/route/rpc-route.ts'
import type { Log } from '../../shared/log.ts'
import type { Lists } from './lists.ts'
import { CODE } from '../protocol.ts'
import { sendError, sendInvalidParams, sendTail, sendThrown } from '../replies.ts'

/** Answers `resources/list`, synchronously if the list is the same for all clients. */
export type SendResources = (exchange: RpcExchange, idJson: string, modern: boolean, cursor: unknown) => void

export function createSendResources(lists: Pick<Lists, 'resources'>, log: Log): SendResources {
  const send = (exchange: RpcExchange, idJson: string, tail: string | null): void => {
    if (tail === null) sendInvalidParams(exchange, idJson, 'Invalid cursor')
    else sendTail(exchange, idJson, tail)
  }
  const fail = (exchange: RpcExchange, idJson: string, modern: boolean, error: unknown): void => {
    if (sendThrown(exchange, idJson, modern, error)) return
    log.pino.error({ err: error, reqId: exchange.requestId }, 'resources could not be listed')
    sendError(exchange, 200, { code: CODE.internalError, message: 'Internal error' }, idJson)
  }

  return (exchange, idJson, modern, cursor) => {
    const tail = lists.resources(modern, cursor, exchange)
    if (tail instanceof Promise) {
      tail.then((made) => send(exchange, idJson, made)).catch((error: unknown) => fail(exchange, idJson, modern, error))
    } else send(exchange, idJson, tail)
  }
}
