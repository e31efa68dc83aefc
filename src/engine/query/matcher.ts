import { findTerm } from '../index/dictionary.ts'
import type { SearchIndex } from '../index/open.ts'
import { pairTerm, scanPairs, scanRuns, toSurface, toTerm } from '../text/analyse.ts'
import { WORD } from '../text/characters.ts'
import type { GroupOfTerm } from './page-hits.ts'
import type { Plan } from './plan.ts'

interface Memory {
  readonly groupOfTerm: Uint8Array
  readonly marked: number[]
}

const memories = new WeakMap<SearchIndex, Memory>()

/** The groups of the terms of a plan; the next plan of the same index takes their place. */
export function markGroups(index: SearchIndex, plan: Plan): GroupOfTerm {
  let memory = memories.get(index)
  if (memory === undefined) {
    memory = { groupOfTerm: new Uint8Array(index.termCount), marked: [] }
    memories.set(index, memory)
  }
  const { groupOfTerm, marked } = memory
  for (const term of marked) groupOfTerm[term] = 0
  marked.length = 0
  plan.groups.forEach((group, number) => {
    for (const term of group.terms) {
      if (groupOfTerm[term] !== 0) continue
      groupOfTerm[term] = number + 1
      marked.push(term)
    }
  })
  return groupOfTerm
}

/** Makes a measure of how much of a plan a text has: Σ weight · idf of its groups that occur in it. */
export function createWorth(index: SearchIndex, plan: Plan, groupOfTerm: GroupOfTerm): (text: string) => number {
  return (text) => {
    let groups = 0
    let sum = 0
    const add = (term: number): void => {
      const group = term === -1 ? -1 : groupOfTerm[term]! - 1
      if (group === -1 || ((groups >>> group) & 1) === 1) return
      groups |= 1 << group
      sum += plan.groups[group]!.weight * plan.groups[group]!.idf
    }
    const normal = text.normalize('NFKC')
    scanRuns(normal, (kind, start, end) => {
      if (kind === WORD) add(findTerm(index, toTerm(toSurface(normal.slice(start, end)))))
      else scanPairs(normal, start, end, (first, second) => add(findTerm(index, pairTerm(first, second))))
    })
    return sum
  }
}
