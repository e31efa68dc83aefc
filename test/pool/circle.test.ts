import t from 'tap'
import { Circle } from '../../src/pool/circle.ts'
import { createRandom } from '../../bench/timing.ts'

t.test('does what an array does, over many rounds of growing and shrinking', async (t) => {
  const circle = new Circle<number>()
  const array: number[] = []
  const random = createRandom(11)
  let next = 0
  let wrong = 0
  for (let step = 0; step < 20_000; step++) {
    const choice = random()
    const grows = Math.floor(step / 2000) % 2 === 0
    if (choice < (grows ? 0.6 : 0.3)) {
      circle.push(next)
      array.push(next)
      next += 1
    } else if (choice < 0.61) {
      const values = Array.from({ length: Math.floor(random() * 5) }, () => next++)
      circle.unshift(values)
      array.unshift(...values)
    } else if (choice > 0.999) {
      if (circle.drain().join() !== array.splice(0).join()) wrong += 1
    } else if (circle.shift() !== array.shift()) wrong += 1
    if (circle.length !== array.length || circle.first !== array[0]) wrong += 1
    if (step % 97 === 0 && circle.some((value) => value % 50 === 7) !== array.some((value) => value % 50 === 7))
      wrong += 1
  }
  t.equal(wrong, 0)
  t.strictSame(circle.drain(), array)
  t.equal(circle.first, undefined)
  t.equal(circle.shift(), undefined)
})
