import { TURN_WAIT_LIMIT_MS, WAITING_LIMIT } from '../../../account/content/limits.ts'
import { Unavailable } from '../../../shared/unavailable.ts'

/**
 * Runs the tasks of one key one after another, and tasks of different keys concurrently.
 *
 * @throws {Unavailable} The task was not started: too many tasks of its key wait, or it waited for too long.
 */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>

interface TurnOptions {
  readonly waitingLimit?: number
  readonly waitLimitMs?: number
  /** Clock in milliseconds. */
  readonly now?: () => number
}

export function createTurns(options: TurnOptions = {}): InTurn {
  const { waitingLimit = WAITING_LIMIT, waitLimitMs = TURN_WAIT_LIMIT_MS, now = () => performance.now() } = options
  /** Pending tasks by key: the end of the last one, and their number. */
  const turns = new Map<string, { last: Promise<unknown>; count: number }>()
  return async (key, work) => {
    const turn = turns.get(key) ?? { last: Promise.resolve(), count: 0 }
    if (turn.count > waitingLimit) throw new Unavailable('too much of one account is waiting', { reason: 'queue' })
    turns.set(key, turn)
    turn.count++
    const cameAtMs = now()
    const mine = turn.last.then(() => {
      if (now() - cameAtMs > waitLimitMs) throw new Unavailable('the work of one account takes too long', { reason: 'deadline' })
      return work()
    })
    turn.last = mine.catch(() => {})
    try {
      return await mine
    } finally {
      turn.count--
      if (turn.count === 0) turns.delete(key)
    }
  }
}
