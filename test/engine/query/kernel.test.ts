import t from 'tap'
import { compilePlan, createKernelPlan } from '../../../src/engine/query/compile-plan.ts'
import {
  CANDIDATES,
  createJavaScriptKernel,
  createKernelResult,
  VALUE_UNIT,
  type KernelPlan,
} from '../../../src/engine/query/kernel.ts'
import type { SearchIndex } from '../../../src/engine/index/open.ts'
import { createPlan } from '../../../src/engine/query/plan.ts'
import { indexOf, page, seededRandom } from '../../support/search-fixture.ts'

/** The expected result of a kernel in its simplest form: the groups of every page, and the best term of every group. */
function expected(index: SearchIndex, plan: KernelPlan): { ranked: [number, number][]; total: number } {
  const ranked: [number, number][] = []
  for (let pageNumber = 0; pageNumber < index.pageCount; pageNumber++) {
    let value = 0
    let matchedAny = false
    for (let g = 0; g < plan.groupCount; g++) {
      const impacts: number[] = []
      for (let e = plan.starts[g]!; e < plan.starts[g + 1]!; e++) {
        for (let i = index.postingStarts[plan.terms[e]!]!; i < index.postingStarts[plan.terms[e]! + 1]!; i++) {
          if (index.postingPages[i] === pageNumber) impacts.push(index.postingImpacts[i]! * plan.factors[e]!)
        }
      }
      if (impacts.length === 0) continue
      matchedAny = true
      const countable = plan.bonuses[g]! % VALUE_UNIT === 1
      value += Math.max(...impacts) + plan.bonuses[g]! - (countable ? 1 : 0)
    }
    if (!matchedAny) continue
    if (plan.exactPages.includes(pageNumber)) value += plan.exactBonus
    ranked.push([pageNumber, value])
  }
  const total = ranked.length
  ranked.sort((a, b) => b[1] - a[1] || a[0] - b[0])
  return { ranked: ranked.slice(0, CANDIDATES), total }
}

t.test('the kernel finds just the pages, values and counts that the definition gives', async (t) => {
  const random = seededRandom(11)
  const vocabulary = Array.from(
    { length: 60 },
    (_, i) => `${'bcdfgklmnp'[i % 10]}${'aeiou'[i % 5]}${'rstvz'[i % 5]}o${i}x`,
  )
  const pick = (): string => vocabulary[Math.floor(random() ** 2 * vocabulary.length)]!
  const words = (count: number): string => Array.from({ length: count }, pick).join(' ')
  const index = indexOf(
    Array.from({ length: 400 }, (_, i) => page(`p${i}`, words(2), words(1 + Math.floor(random() * 30)))),
  )
  const kernel = createJavaScriptKernel()
  const plan = createKernelPlan()
  for (let i = 0; i < 200; i++) {
    const query = words(1 + Math.floor(random() * 4)).slice(0, -Math.floor(random() * 3) || undefined)
    compilePlan(index, createPlan(index, query), random() < 0.3 ? [3, 77] : [], plan)
    const result = createKernelResult()
    kernel.score(index, 0, plan, result)
    const { ranked, total } = expected(index, plan)
    t.same(
      Array.from({ length: result.length }, (_, at) => [result.pages[at], result.values[at]]),
      ranked,
      query,
    )
    t.equal(result.total, total, query)
  }
})
