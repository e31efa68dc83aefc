import t from 'tap'
import { createSecondChance } from '../../../src/http/cache/second-chance.ts'
import { hashKey } from '../../../src/shared/hash-key.ts'
import type { Keyed } from '../../../src/shared/key-table.ts'

interface Value extends Keyed<Value> {
  bytes: number
  used: boolean
}

function start(limitBytes: number) {
  const dropped: string[] = []
  const values = createSecondChance<Value>(limitBytes, ({ key }) => dropped.push(key))
  const set = (key: string, bytes = 1): void =>
    values.set({ key, variant: 1, hash: hashKey(key), bytes, used: false, next: null })
  const use = (name: string): void => {
    const value = values.find(name, 1)
    if (value !== undefined) value.used = true
  }
  return { values, dropped, set, use }
}

t.test('what has been used stays, and of the rest the oldest goes first', async (t) => {
  const { dropped, set, use, values } = start(3)
  for (const name of ['a', 'b', 'c']) set(name)
  use('a')
  set('d')
  t.strictSame(dropped, ['b'])
  set('e')
  t.strictSame(dropped, ['b', 'c'])
  set('f')
  set('g')
  t.strictSame(dropped, ['b', 'c', 'd', 'a'], 'a use counts once')
  t.equal(values.size, 3)
})

t.test('where all have been used, room is made all the same, and never by what comes', async (t) => {
  const { dropped, set, use, values } = start(3)
  for (const name of ['a', 'b', 'c']) {
    set(name)
    use(name)
  }
  set('d')
  t.strictSame(dropped, ['a'])
  t.ok(values.find('d', 1))
})

t.test('the sum of what values count for is exact and within the bound', async (t) => {
  const { dropped, set, values } = start(100)
  for (let count = 0; count < 50; count++) set(`key ${count % 7}`, 10 + (count % 30))
  const sum = [0, 1, 2, 3, 4, 5, 6].reduce((total, n) => total + (values.find(`key ${n}`, 1)?.bytes ?? 0), 0)
  t.equal(values.bytes, sum)
  t.ok(values.bytes <= 100)
  for (let n = 0; n < 7; n++) {
    const value = values.find(`key ${n}`, 1)
    if (value !== undefined) values.delete(value)
  }
  t.equal(values.bytes, 0)
  t.equal(values.size, 0)
  t.equal(dropped.length, 50)
})

t.test('what grows makes others go', async (t) => {
  const { dropped, set, values } = start(10)
  for (const name of ['a', 'b', 'c']) set(name, 3)
  const c = values.find('c', 1)!
  values.resize(c, 6)
  t.strictSame(dropped, ['a'])
  t.equal(values.bytes, 9)
  values.delete(c)
  t.equal(values.bytes, 3)
  values.resize(c, 5)
  values.delete(c)
  t.equal(values.bytes, 3, 'what has gone counts no more')
})
