import t from 'tap'
import { differingRuns, similarity, wordsOf } from '../../../scripts/sites/common-words.ts'

t.test('a word is what stands between spaces and punctuation, and each character of Chinese', (t) => {
  t.strictSame(wordsOf('Run `lantern run`, v2.0!'), ['Run', 'lantern', 'run', 'v2', '0'])
  t.strictSame(
    wordsOf('使用 Lantern的任务'),
    ['使', '用', 'Lantern', ' 的', '任', '务'].map((word) => word.trim()),
  )
  t.strictSame(wordsOf('작업을 실행합니다.'), ['작업을', '실행합니다'])
  t.strictSame(wordsOf('\u1112\u1161\u11ab'), ['한'], 'decomposed letters are composed')
  t.end()
})

t.test('similarity is that of the classic table of common subsequences', (t) => {
  t.equal(similarity([], []), 1)
  t.equal(similarity(['a'], []), 0)
  t.equal(similarity(['a', 'b', 'c', 'd'], ['b', 'c', 'x', 'd']), 0.75)
  const random = pseudoRandom(7)
  for (let round = 0; round < 200; round++) {
    const [first, second] = [words(random, 90), words(random, 90)]
    const all = first.length + second.length
    t.equal(similarity(first, second), all === 0 ? 1 : (2 * commonLength(first, second)) / all)
  }
  t.end()
})

t.test('runs that differ turn one list into the other', (t) => {
  const random = pseudoRandom(11)
  for (let round = 0; round < 200; round++) {
    const [first, second] = [words(random, 80), words(random, 80)]
    const runs = differingRuns(first, second) ?? []
    const count = (kind: string): number =>
      runs.filter((run) => run.kind === kind).reduce((sum, run) => sum + run.words.length, 0)
    const common = commonLength(first, second)
    t.equal(count('missing'), first.length - common)
    t.equal(count('added'), second.length - common)
  }
  t.strictSame(differingRuns(['a', 'b', 'c'], ['a', 'x', 'y', 'c', 'd']), [
    { kind: 'missing', before: ['a'], words: ['b'] },
    { kind: 'added', before: ['a', 'b'], words: ['x', 'y'] },
    { kind: 'added', before: ['a', 'b', 'c'], words: ['d'] },
  ])
  t.end()
})

t.test('lists whose table would be too large are not walked back', (t) => {
  const many = Array.from({ length: 30_000 }, (_, at) => String(at))
  t.equal(differingRuns(many, many.slice(1)), null)
  t.equal(similarity(many, many.slice(1)).toFixed(4), '1.0000')
  t.end()
})

/** Up to `most` words of an alphabet of five. */
function words(random: () => number, most: number): string[] {
  return Array.from({ length: Math.floor(random() * most) }, () => 'abcde'.charAt(Math.floor(random() * 5)))
}

function commonLength(first: readonly string[], second: readonly string[]): number {
  let above = Array.from({ length: second.length + 1 }, () => 0)
  for (const word of first) {
    const row = [0]
    for (const [at, other] of second.entries()) {
      row.push(word === other ? (above[at] as number) + 1 : Math.max(above[at + 1] as number, row[at] as number))
    }
    above = row
  }
  return above.at(-1) as number
}

function pseudoRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
