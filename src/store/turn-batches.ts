/**
 * Hands on what one turn of the event loop asks for, when it ends: most of what a question to a server costs is the same for
 * one as for many.
 *
 * @param limitOf How many may go together; asked for each time.
 * @returns Takes one more.
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
