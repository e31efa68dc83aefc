import type { Behaviour, Behaviours } from './behaviour.ts'
import { CALLERS } from './callers.ts'
import { PEOPLE } from './people.ts'
import type { Random } from './random.ts'
import { READERS } from './readers.ts'
import { SPEAKERS } from './speakers.ts'
import { SPOILERS } from './spoilers.ts'

export const BEHAVIOURS: Behaviours = { ...CALLERS, ...PEOPLE, ...SPEAKERS, ...READERS, ...SPOILERS }
export const BEHAVIOUR_NAMES: readonly string[] = Object.keys(BEHAVIOURS)

/**
 * Chooses the behaviour of a connection: each one once, and then by weight.
 *
 * @param only Names to choose from; an empty list allows all.
 */
export function chooseBehaviour(
  random: Random,
  only: readonly string[],
  connection: number,
): readonly [string, Behaviour] {
  const entries = Object.entries(BEHAVIOURS).filter(([name]) => only.length === 0 || only.includes(name))
  if (connection < entries.length) return entries[connection]!
  let left = random.next() * entries.reduce((sum, [, { weight }]) => sum + weight, 0)
  for (const entry of entries) {
    left -= entry[1].weight
    if (left < 0) return entry
  }
  return entries[0]!
}
