import type { EventStream } from '../http/route/rpc-route.ts'

/** Number of streams that get a comment in one turn of the event loop. */
const TURN_LIMIT = 256

/** Sends comments on open streams, so that no intermediary takes them for dead. One timer serves all streams. */
export interface KeepAlive {
  add(stream: EventStream): void
  remove(stream: EventStream): void
  close(): void
}

export function createKeepAlive(intervalMs: number): KeepAlive {
  const streams = new Set<EventStream>()
  let round: Iterator<EventStream> | null = null

  const turn = (): void => {
    for (let sent = 0; round !== null && sent < TURN_LIMIT; sent++) {
      const next = round.next()
      if (next.done === true) round = null
      else next.value.comment()
    }
    if (round !== null) setImmediate(turn)
  }
  const timer = setInterval(() => {
    if (round !== null) return
    round = streams.values()
    turn()
  }, intervalMs)
  timer.unref()

  return {
    add: (stream) => void streams.add(stream),
    remove: (stream) => void streams.delete(stream),
    close() {
      clearInterval(timer)
      round = null
      streams.clear()
    },
  }
}
