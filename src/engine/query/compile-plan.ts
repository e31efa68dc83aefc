import { MAX_VALUE, VALUE_UNIT, type KernelPlan } from './kernel.ts'
import { idfOf, type SearchIndex } from '../index/open.ts'
import { MAX_GROUP_TERMS, MAX_GROUPS, type Group, type Plan } from './plan.ts'
import { RANK } from '../index/scoring.ts'

export function createKernelPlan(): KernelPlan {
  return {
    groupCount: 0,
    countableCount: 0,
    starts: new Int32Array(MAX_GROUPS + 1),
    terms: new Int32Array(MAX_GROUPS * MAX_GROUP_TERMS),
    factors: new Int32Array(MAX_GROUPS * MAX_GROUP_TERMS),
    bonuses: new Int32Array(MAX_GROUPS),
    exactPages: [],
    exactBonus: 0,
  }
}

/**
 * Flattens a plan into `out`. Stop words beside other words are left out: their long posting lists would cost more than everything
 * else. The rerank adds their value to the few pages that matter.
 *
 * @returns the amount of a page's sum that equals one unit of score
 */
export function compilePlan(index: SearchIndex, plan: Plan, exactPages: readonly number[], out: KernelPlan): number {
  const groups = plan.onlyStopWords ? plan.groups : plan.groups.filter((group) => !group.stop)
  const exactBonus = exactPages.length === 0 ? 0 : RANK.exactTitleBonus * plan.totalWeight
  let largest = exactBonus
  for (const group of groups) largest += 255 * largestFactor(index, group) + bonusOf(group)
  const steps = Math.floor(MAX_VALUE / Math.max(largest * 1.001, 1e-9))

  let at = 0
  out.groupCount = 0
  out.countableCount = 0
  out.exactPages = exactPages
  out.exactBonus = Math.floor(exactBonus * steps) * VALUE_UNIT
  for (const group of groups) {
    if (group.terms.length === 0) {
      if (group.countable) out.countableCount = -1
      continue
    }
    if (group.countable && out.countableCount !== -1) out.countableCount++
    const g = out.groupCount++
    out.starts[g] = at
    // The minimum is one unit: a word on every page is worth almost nothing, but its pages are matches with a sum above 0.
    out.bonuses[g] = Math.max(1, Math.floor(bonusOf(group) * steps)) * VALUE_UNIT + (group.countable ? 1 : 0)
    for (let i = 0; i < group.terms.length; i++) {
      out.terms[at] = group.terms[i]!
      out.factors[at++] = Math.floor(factorOf(index, group, i) * steps) * VALUE_UNIT
    }
  }
  out.starts[out.groupCount] = at
  return steps * VALUE_UNIT
}

/** Value of one impact step of the group's i-th expansion. An expansion never counts more than its group. */
export function factorOf(index: SearchIndex, group: Group, i: number): number {
  const term = group.terms[i]!
  const weight = group.weights[i]!
  const capped = group.terms.length > 1 || weight < 1
  const cap = capped ? Math.min(1, group.idf / idfOf(index, term)) : 1
  return weight * group.weight * cap * index.termScale[term]!
}

export function bonusOf(group: Group): number {
  return RANK.matchBonus * group.idf * group.weight
}

function largestFactor(index: SearchIndex, group: Group): number {
  let largest = 0
  for (let i = 0; i < group.terms.length; i++) largest = Math.max(largest, factorOf(index, group, i))
  return largest
}
