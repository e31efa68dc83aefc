import t from 'tap'
import { contentTree } from '../../../support/content-tree.ts'
import { KINDS } from './kinds.ts'
import { pairsOf, type Pair } from './pairs.ts'
import { createStepCounter } from './read-steps.ts'

/** Pairs of each kind that are read; `npm run growth` reads all of them. */
const SAMPLE = 16
const CHARS = 3000
/** Ratio of the steps that a filler adds to those of one half as long. A reader that takes the square of a text has 4. */
const RATIO_LIMIT = 2.5

t.test('twice the text takes at most 2.5 times the steps', async (t) => {
  const counter = await createStepCounter()
  t.teardown(() => counter.end())
  for (const kind of KINDS) {
    const slow: string[] = []
    let steps = 0
    for (const pair of pairsOf(kind).slice(0, SAMPLE)) {
      const [none, once, twice] = [await stepsOf(pair, 0), await stepsOf(pair, CHARS), await stepsOf(pair, 2 * CHARS)]
      steps += once - none
      const ratio = (twice - none) / Math.max(once - none, CHARS)
      if (ratio > RATIO_LIMIT) slow.push(`${pair.name}: ${ratio.toFixed(2)} times the steps, ${once} and ${twice}`)
    }
    t.strictSame(slow, [], kind.name)
    t.ok(steps > 5 * SAMPLE * CHARS, `${kind.name}: ${steps} steps for the fillers`)
  }

  async function stepsOf({ files, kind }: Pair, chars: number): Promise<number> {
    return counter.count(await contentTree(t, { ...kind.site('T'), ...files(chars, 'p0') }))
  }
})
