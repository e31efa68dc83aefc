import type { Behaviour, Behaviours } from './behaviour.ts'
import { CALLERS } from './callers.ts'
import type { Random } from './random.ts'
import { READERS } from './readers.ts'
import { SPEAKERS } from './speakers.ts'
import { SPOILERS } from './spoilers.ts'

export const BEHAVIOURS: Behaviours = { ...CALLERS, ...SPEAKERS, ...READERS, ...SPOILERS }
export const BEHAVIOUR_NAMES: readonly string[] = Object.keys(BEHAVIOURS)

/** Chooses a behaviour by weight. @param only Names to choose from; an empty list allows all. */
export function chooseBehaviour(random: Random, only: readonly string[]): readonly [string, Behaviour] {
  const entries = Object.entries(BEHAVIOURS).filter(([name]) => only.length === 0 || only.includes(name))
  let left = random.next() * entries.reduce((sum, [, { weight }]) => sum + weight, 0)
  for (const entry of entries) {
    left -= entry[1].weight
    if (left < 0) return entry
  }
  return entries[0]!
}
