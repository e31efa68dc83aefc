import t from 'tap'
import { createRandom } from '../../../bench/timing.ts'
import { toSurface, toTerm } from '../../../src/engine/text/analyse.ts'
import { fingerprintText, hashText } from '../../../src/engine/text/hash.ts'
import { isStopWord } from '../../../src/engine/text/stop-words.ts'
import { formOf } from '../../../src/engine/text/word-forms.ts'

const wholeForm = (run: string): ReturnType<typeof formOf> => {
  const surface = toSurface(run)
  if (surface === '') return null
  const term = toTerm(surface)
  return {
    surface,
    termHash: hashText(term),
    termFingerprint: fingerprintText(term),
    stop: isStopWord(surface),
    numeric: /^\d+$/.test(surface),
  }
}

const differences = (runs: readonly string[]): string[] =>
  runs.filter((run) => {
    const around = `a ${run} b`
    return JSON.stringify(formOf(around, 2, 2 + run.length)) !== JSON.stringify(wholeForm(run))
  })

t.test('a word has the same form whether it was met before or not, and in whatever case', async (t) => {
  const runs = ['Array', 'array', 'ARRAY', 'sorting', 'Sorting', 'the', 'The', '0', '2024', '007', 'x', '3d', 'H264']
  const odd = ["don't", '_private', '__proto__', 'snake_case', '___', 'Ünïcode', 'ünïcode', 'İstanbul', 'ﬁt', 'K', 'ß']
  const long = [25, 26, 27, 48, 49, 96, 97].flatMap((length) => ['a'.repeat(length), '1'.repeat(length)])
  t.strictSame(differences([...runs, ...odd, ...long, ...long, ...odd, ...runs.toReversed()]), [])
})

t.test('words that make room for others come back as they were', async (t) => {
  const random = createRandom(11)
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
  const runs = Array.from({ length: 60_000 }, () =>
    Array.from({ length: 1 + Math.floor(random() * 28) }, () => letters[Math.floor(random() * letters.length)]).join(
      '',
    ),
  )
  t.strictSame(differences(runs), [])
  t.strictSame(differences(runs.toReversed()), [])
})
