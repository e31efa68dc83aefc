import type { Attack } from './attack.ts'
import type { Behaviour, Behaviours } from './behaviour.ts'
import { CALL_GROUPS } from './calls/all-calls.ts'
import type { CallGroup } from './calls/call.ts'

/** Clients that use one group of routes, in an ordinary, a costly and a wrong way. Every route has one of them. */
export const CALLERS: Behaviours = Object.fromEntries(
  Object.entries(CALL_GROUPS).map(([name, group]) => [name, callerOf(group)]),
)

const MOST_IN_TURN = 8

function callerOf({ calls, host, weight }: CallGroup): Behaviour {
  async function run(attack: Attack): Promise<void> {
    const { host, random, targeted } = attack
    const targets = host.targets.filter(({ key }) => key in calls)
    const count = targeted ? Number.POSITIVE_INFINITY : random.between(1, MOST_IN_TURN)
    for (let left = count; left > 0 && !attack.over; left--) {
      attack.send(attack.request(random.pick(targets), targeted ? 'costly' : null))
      if (!(await attack.answered()) || attack.reader.endless) return
    }
  }
  return { weight, only: host, run }
}
