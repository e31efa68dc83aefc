import type { Bus } from '../bus.ts'
import type { Call } from './call.ts'
import { SESSION_CALL_LIMIT } from '../limits.ts'

/** Unfinished calls of sessions: a client cancels one by a request of its own, which may reach another node. */
export interface SessionCalls {
  isFull(sessionId: string): boolean
  /** To be called with a call that has not answered at once; the result says that it has finished. */
  add(sessionId: string, call: Call): () => void
  /** Here or on another node; nothing happens when there is no such call. */
  cancel(sessionId: string, idJson: string): void
  /** Resolves when cancellations that come to other nodes are heard. */
  readonly ready: Promise<unknown>
  close(): void
}

/** @param fail Told when another node could not be reached. */
export function createSessionCalls(bus: Bus, endpoint: string, fail: (error: unknown) => void): SessionCalls {
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
  subscription.catch(fail)

  return {
    ready: subscription,

    isFull: (sessionId) => (sessions.get(sessionId)?.count ?? 0) >= SESSION_CALL_LIMIT,

    add(sessionId, call) {
      const calls = sessions.get(sessionId) ?? { byId: new Map<string, Call>(), count: 0 }
      sessions.set(sessionId, calls)
      // Counted apart from the ids: a client may use one id for many calls, against the rules.
      calls.count++
      calls.byId.set(call.idJson, call)
      return () => {
        if (calls.byId.get(call.idJson) === call) calls.byId.delete(call.idJson)
        if (--calls.count === 0) sessions.delete(sessionId)
      }
    },

    cancel(sessionId, idJson) {
      if (cancelHere(sessionId, idJson)) return
      Promise.resolve(bus.publish(channel, JSON.stringify([sessionId, idJson]))).catch(fail)
    },

    close() {
      subscription.then((end) => end()).catch(() => undefined)
    },
  }
}
