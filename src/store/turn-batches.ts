/**
 * Collects the requests of one turn of the event loop and sends them together at its end. Most of the cost of a round
 * trip is the same for one request as for many.
 *
 * @param limitOf Returns the most requests of one batch; called for each flush.
 * @returns a function that adds a request to the batch.
 */
export function createTurnBatches<Asked>(
  limitOf: () => number,
  send: (batch: readonly Asked[]) => void,
): (asked: Asked) => void {
  let waiting: Asked[] = []

  function flush(): void {
    const all = waiting
    waiting = []
    const limit = limitOf()
    if (all.length <= limit) send(all)
    else for (let at = 0; at < all.length; at += limit) send(all.slice(at, at + limit))
  }

  return (asked) => {
    if (waiting.length === 0) setImmediate(flush)
    waiting.push(asked)
  }
}
