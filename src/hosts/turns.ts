import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Lets pieces of work begin one in a turn of the event loop, in the order in which they came. However many clients ask for
 * such work, others wait for one piece of it.
 *
 * @returns a function whose promise resolves when the next piece may begin
 */
export function createTurns(): () => Promise<void> {
  let last = Promise.resolve()
  return () => (last = last.then(() => nextTurn()))
}
