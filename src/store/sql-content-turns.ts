import { Unavailable } from '../shared/unavailable.ts'

/**
 * Runs works of one key one after another, those of different keys side by side.
 *
 * @throws {Unavailable} When so many of the key are waiting.
 */
export function createTurns(waitingLimit: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const turns = new Map<string, { last: Promise<unknown>; waiting: number }>()
  return async (key, work) => {
    const turn = turns.get(key) ?? { last: Promise.resolve(), waiting: 0 }
    if (turn.waiting >= waitingLimit) throw new Unavailable('too much of one account is waiting')
    turns.set(key, turn)
    turn.waiting++
    const mine = turn.last.then(work)
    turn.last = mine.catch(() => {})
    try {
      return await mine
    } finally {
      turn.waiting--
      if (turn.waiting === 0) turns.delete(key)
    }
  }
}
