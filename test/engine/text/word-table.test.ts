import t from 'tap'
import { createWordTable } from '../../../src/engine/text/word-table.ts'

t.test('a word is analysed once, wherever it stands', async (t) => {
  const analysed: string[] = []
  const find = createWordTable((word) => {
    analysed.push(word)
    return { word }
  })
  const text = 'one two one twos two'
  const at = (start: number, end: number): { word: string } => find(text, start, end)
  t.equal(at(0, 3), at(8, 11))
  t.equal(at(4, 7), at(17, 20))
  t.equal(at(12, 16).word, 'twos')
  t.same(analysed, ['one', 'two', 'twos'])
})

t.test('a table that fills up and begins anew gives the same for every word', async (t) => {
  const find = createWordTable((word) => word)
  let wrong = 0
  for (let i = 0; i < 600_000; i++) {
    // Each word occurs again later, before and after the table was full.
    const word = `w${(i * 7) % 280_000}`
    if (find(`(${word})`, 1, 1 + word.length) !== word) wrong++
  }
  t.equal(wrong, 0)
})

t.test('a word longer than any that is indexed is not remembered', async (t) => {
  let count = 0
  const find = createWordTable(() => ++count)
  const long = 'x'.repeat(97)
  find(long, 0, 97)
  t.equal(find(long, 0, 97), 2)
  find(long, 0, 96)
  t.equal(find(long, 0, 96), 3)
})
