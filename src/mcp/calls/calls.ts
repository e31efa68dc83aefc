import type { Bus } from '../bus.ts'
import type { Call } from './call.ts'
import { SESSION_CALL_LIMIT } from '../limits.ts'

/** Unfinished calls of sessions. A client cancels a call by another request, which may reach another node. */
export interface SessionCalls {
  isFull(sessionId: string): boolean
  /** Adds a call that runs asynchronously. The result removes it. */
  add(sessionId: string, call: Call): () => void
  /** Cancels a call here or on another node. Unknown calls are ignored. */
  cancel(sessionId: string, idJson: string): void
  /** Resolves when this node receives the cancellations that reach other nodes. */
  readonly ready: Promise<unknown>
  close(): void
}

/** @param onFault Called when another node cannot be reached. */
export function createSessionCalls(bus: Bus, endpoint: string, onFault: (error: unknown) => void): SessionCalls {
  const channel = `cancel:${endpoint}`
  const sessions = new Map<string, { readonly byId: Map<string, Call>; count: number }>()

  const cancelHere = (sessionId: string, idJson: string): boolean => {
    const call = sessions.get(sessionId)?.byId.get(idJson)
    call?.cancel()
    return call !== undefined
  }
  const subscription = Promise.resolve(
    bus.subscribe(channel, (message) => {
      const [sessionId, idJson] = JSON.parse(message) as [string, string]
      cancelHere(sessionId, idJson)
    }),
  )
  subscription.catch(onFault)

  return {
    ready: subscription,

    isFull: (sessionId) => (sessions.get(sessionId)?.count ?? 0) >= SESSION_CALL_LIMIT,

    add(sessionId, call) {
      const calls = sessions.get(sessionId) ?? { byId: new Map<string, Call>(), count: 0 }
      sessions.set(sessionId, calls)
      // Calls are counted apart from their ids, since a client may wrongly use one id for many calls.
      calls.count++
      calls.byId.set(call.idJson, call)
      return () => {
        if (calls.byId.get(call.idJson) === call) calls.byId.delete(call.idJson)
        if (--calls.count === 0) sessions.delete(sessionId)
      }
    },

    cancel(sessionId, idJson) {
      if (cancelHere(sessionId, idJson)) return
      Promise.resolve(bus.publish(channel, JSON.stringify([sessionId, idJson]))).catch(onFault)
    },

    close() {
      subscription.then((end) => end()).catch(() => undefined)
    },
  }
}
