import { randomBytes } from 'node:crypto'
import { channelOfNode, type Bus } from '../bus.ts'
import type { Call } from './call.ts'
import type { InputRequest } from '../capabilities.ts'
import { PENDING_QUESTION_LIMIT, QUESTION_TIMEOUT_MS } from '../limits.ts'
import { CODE, excerpt, isObject, type JsonObject } from '../protocol.ts'
import { RpcError } from '../rpc-error.ts'

/**
 * Requests from server to client, for the revisions up to 2025-11-25. The question goes out on the stream of the call that
 * needs it. The client answers with a separate request to any node, which forwards it to the node that waits.
 *
 * ```
 * client ──tools/call──► node A ──event: elicitation/create, id A.7.x──► client
 * client ──response, id A.7.x──► node B ──bus, channel of A──► node A: the call goes on
 * ```
 */
export interface Relay {
  /** Rejects with an RpcError when the client refuses, goes away or takes too long. */
  ask(call: Call, sessionId: string, question: InputRequest): Promise<unknown>
  /** Forwards a client's answer. False: no node waits for it. Rejects when that cannot be known. */
  deliver(sessionId: string, response: JsonObject): boolean | Promise<boolean>
  /** Resolves when this node receives the answers that reach other nodes. */
  readonly ready: Promise<unknown>
  close(): void
}

interface Waiting {
  readonly sessionId: string
  readonly settle: (response: JsonObject) => void
}

/** Form of a question's id: `<node>.<n>.<random>`. The id names the node that waits. */
const QUESTION_ID = /^([\w-]{12})\.[0-9a-z]{1,11}\.[\w-]{12}$/

export function createRelay(
  bus: Bus,
  onFault: (error: unknown) => void,
  timeoutMs: number = QUESTION_TIMEOUT_MS,
): Relay {
  const node = randomBytes(9).toString('base64url')
  const waiting = new Map<string, Waiting>()
  let count = 0

  const settle = (sessionId: string, response: JsonObject): boolean => {
    const entry = waiting.get(response['id'] as string)
    // No other session may answer, even one that has learned the id.
    if (entry?.sessionId !== sessionId) return false
    entry.settle(response)
    return true
  }
  const subscription = Promise.resolve(
    bus.subscribe(channelOfNode(node), (message) => {
      const [sessionId, response] = JSON.parse(message) as [string, JsonObject]
      settle(sessionId, response)
    }),
  )
  subscription.catch(onFault)

  return {
    ready: subscription,

    ask(call, sessionId, { method, params }) {
      if (waiting.size >= PENDING_QUESTION_LIMIT) {
        return Promise.reject(new RpcError(CODE.serverError, 'Too many questions to clients are open; try again later'))
      }
      if (call.exchange.done) return Promise.reject(new RpcError(CODE.serverError, 'The client has gone'))
      const id = `${node}.${(++count).toString(36)}.${randomBytes(9).toString('base64url')}`
      return new Promise((resolve, reject) => {
        const end = (): boolean => {
          clearTimeout(timer)
          return waiting.delete(id)
        }
        const refuse = (message: string): void => {
          if (end()) reject(new RpcError(CODE.serverError, message))
        }
        const timer = setTimeout(() => refuse(`The client did not answer ${method} in time`), timeoutMs)
        // The timer must not keep a stopping process alive.
        timer.unref()
        waiting.set(id, {
          sessionId,
          settle(response) {
            end()
            const error = response['error']
            if (error === undefined) resolve(response['result'])
            else reject(new RpcError(CODE.serverError, `The client refused ${method}: ${reasonOf(error)}`))
          },
        })
        call.exchange.onClose(() => refuse('The client has gone'))
        call.send(JSON.stringify({ jsonrpc: '2.0', id, method, params: params ?? {} }))
      })
    },

    deliver(sessionId, response) {
      const { id } = response
      const owner = typeof id === 'string' ? QUESTION_ID.exec(id)?.[1] : undefined
      if (owner === undefined) return false
      if (owner === node) return settle(sessionId, response)
      const reached = bus.publish(channelOfNode(owner), JSON.stringify([sessionId, toForwarded(response)]))
      return typeof reached === 'number' ? reached > 0 : reached.then((count) => count > 0)
    },

    close() {
      for (const [id, { settle }] of waiting) settle({ id, error: { message: 'the service is stopping' } })
      subscription.then((end) => end()).catch(() => undefined)
    },
  }
}

/** Keeps the members of a response, and drops all others. */
function toForwarded({ error, id, result }: JsonObject): JsonObject {
  return error === undefined ? { id, result } : { id, error: { message: reasonOf(error) } }
}

function reasonOf(error: unknown): string {
  const message = isObject(error) ? error['message'] : undefined
  return typeof message === 'string' ? excerpt(message) : 'without a reason'
}
