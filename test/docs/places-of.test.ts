import t from 'tap'
import { placeOf, placesOf } from '../../src/docs/places-of.ts'
import { createRandom } from '../../scripts/fuzz/random.ts'

t.test('a text is found where `indexOf` finds it, also a long one and one that overlaps itself', (t) => {
  const random = createRandom('places')
  const textOf = (length: number): string => Array.from({ length }, () => random.pick(['a', 'a', 'a', 'b'])).join('')
  for (let round = 0; round < 300; round++) {
    const unit = textOf(1 + (round % 7))
    const text = unit.repeat(60) + textOf(round) + unit.repeat(60)
    const part = random.pick([unit, unit.repeat(40), unit.repeat(40) + textOf(3), text.slice(round), ''])
    const places: number[] = []
    for (let at = text.indexOf(part); at >= 0 && places.length <= text.length; at = text.indexOf(part, at + 1))
      places.push(at)
    t.strictSame([...placesOf(text, part)], places.slice(0, part === '' ? text.length + 1 : undefined))
    t.equal(placeOf(text, part), text.indexOf(part))
  }
  t.end()
})

// By `indexOf` it takes more than the time of a test.
t.test('a long text that almost stands in a longer one is looked for in linear time', (t) => {
  const half = 'a'.repeat(1_000_000)
  t.equal(placeOf(half.repeat(4), `${half}b${half}`), -1)
  t.equal(placeOf(`${half.repeat(4)}b${half}`, `${half}b${half}`), 3_000_000)
  t.end()
})
