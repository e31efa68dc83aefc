import t from 'tap'
import { isWithinEdits } from '../../../src/engine/text/edit-distance.ts'
import { seededRandom } from '../../support/search-fixture.ts'

/** Computes optimal string alignment with the textbook table. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i || j))
  for (let i = 0; i <= a.length; i++) rows[i]![0] = i
  for (let j = 0; j <= b.length; j++) rows[0]![j] = j
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const replaced = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      let best = Math.min(replaced, rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, rows[i - 2]![j - 2]! + 1)
      }
      rows[i]![j] = best
    }
  }
  return rows[a.length]![b.length]!
}

function units(text: string): Uint16Array {
  return Uint16Array.from(text, (letter) => letter.charCodeAt(0))
}

t.test('the bounded comparison agrees with the full table on random words', async (t) => {
  const random = seededRandom(7)
  const word = (): string =>
    Array.from({ length: Math.floor(random() * 9) }, () => 'abc'[Math.floor(random() * 3)]).join('')
  let wrong = ''
  for (let i = 0; i < 20_000 && wrong === ''; i++) {
    const a = word()
    const b = word()
    const padded = units(`xx${b}`)
    for (const edits of [1, 2]) {
      const expected = distance(a, b) <= edits
      if (isWithinEdits(units(a), a.length, padded, 2, padded.length, edits) !== expected) {
        wrong = `${a} and ${b} within ${edits}: expected ${expected}`
      }
    }
  }
  t.equal(wrong, '')
})
