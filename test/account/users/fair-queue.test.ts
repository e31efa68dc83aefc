import t from 'tap'
import { createFairQueue } from '../../../src/account/users/fair-queue.ts'

t.test('shares take turns, and each is served in its order', async (t) => {
  const queue = createFairQueue<string>(10)
  for (const one of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) t.equal(queue.add(one[0] ?? '', one), null)
  const order = Array.from({ length: 7 }, () => queue.next())
  t.strictSame(order, ['a1', 'b1', 'c1', 'a2', 'c2', 'a3', undefined])
  t.equal(queue.size, 0)
})

t.test('a full queue drops the newest of the longest share, and never more than its limit waits', async (t) => {
  const queue = createFairQueue<string>(4)
  for (const one of ['a1', 'a2', 'a3', 'b1']) queue.add(one[0] ?? '', one)
  t.equal(queue.add('a', 'a4'), 'a4', 'who crowds goes')
  t.equal(queue.add('c', 'c1'), 'a3', 'who has none gets in')
  t.equal(queue.add('b', 'b2'), 'b2', 'nobody goes for one who would have as many')
  t.equal(queue.add('d', 'd1'), 'a2')
  t.equal(queue.add('e', 'e1'), 'e1', 'where each has one there is no room')
  t.equal(queue.size, 4)
  t.strictSame(
    Array.from({ length: 4 }, () => queue.next()),
    ['a1', 'b1', 'c1', 'd1'],
  )
})
