import t from 'tap'
import { scanUnits, unitsOf } from '../../../src/engine/text/analyse.ts'
import { createWordTable, type WordTable } from '../../../src/engine/text/word-table.ts'

/** Looks up each word of a text. */
function lookUp<T>(find: WordTable<T>, text: string): T[] {
  const found: T[] = []
  const units = unitsOf(text)
  scanUnits(units, text.length, (_, start, end, hash) => found.push(find(units, start, end, hash)))
  return found
}

t.test('a word is analysed once, wherever it stands', async (t) => {
  const analysed: string[] = []
  const find = createWordTable((word) => {
    analysed.push(word)
    return { word }
  })
  const found = lookUp(find, 'one two one twos two')
  t.equal(found[0], found[2])
  t.equal(found[1], found[4])
  t.equal(found[3]!.word, 'twos')
  t.same(analysed, ['one', 'two', 'twos'])
})

t.test('a table that fills up and begins anew gives the same for every word', async (t) => {
  const find = createWordTable((word) => word)
  let wrong = 0
  for (let i = 0; i < 600_000; i++) {
    // Each word occurs again later, before and after the table was full.
    const word = `w${(i * 7) % 280_000}`
    if (lookUp(find, `(${word})`)[0] !== word) wrong++
  }
  t.equal(wrong, 0)
})

t.test('a word longer than any that is indexed is not remembered', async (t) => {
  let count = 0
  const find = createWordTable(() => ++count)
  t.same(lookUp(find, `${'x'.repeat(97)} ${'x'.repeat(97)}`), [1, 2])
  t.same(lookUp(find, `${'x'.repeat(96)} ${'x'.repeat(96)}`), [3, 3])
  t.same(lookUp(find, 'x'.repeat(300_000)), [4])
})
