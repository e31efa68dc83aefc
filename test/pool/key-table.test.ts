import t from 'tap'
import { hashKey } from '../../src/shared/hashes.ts'
import { createKeyTable, type Keyed } from '../../src/pool/key-table.ts'

interface Call extends Keyed<Call> {
  readonly number: number
}

let calls = 0
const newCall = (key: string, variant = 1): Call => ({ key, variant, number: calls++, hash: hashKey(key), next: null })

t.test('finds what was added and not taken out, however many there are', async (t) => {
  const open = createKeyTable<Call>()
  const all = Array.from({ length: 5000 }, (_, number) => newCall(`查询 ${number}`))
  for (const call of all) open.add(call)
  t.ok(all.every((call) => open.find(call.key, 1) === call))
  const [odd, even] = [all.filter(({ number }) => number % 2 === 1), all.filter(({ number }) => number % 2 === 0)]
  for (const call of odd) open.remove(call)
  t.ok(odd.every((call) => open.find(call.key, 1) === undefined))
  t.ok(even.every((call) => open.find(call.key, 1) === call))
  t.equal(open.find('查询', 1), undefined)
})

t.test('takes out a call, not another of the same key', async (t) => {
  const open = createKeyTable<Call>()
  const [older, newer] = [newCall('same'), newCall('same')]
  open.add(older)
  open.remove(older)
  open.add(newer)
  open.remove(older)
  t.equal(open.find('same', 1), newer)
})

t.test('tells variants of a key apart', async (t) => {
  const open = createKeyTable<Call>()
  const variants = [1, 2, 3].map((variant) => newCall('same', variant))
  for (const call of variants) open.add(call)
  open.remove(variants[1]!)
  t.strictSame(
    [1, 2, 3, 4].map((variant) => open.find('same', variant)?.number),
    [variants[0]!.number, undefined, variants[2]!.number, undefined],
  )
})

t.test('leads from no call that was taken out to others', async (t) => {
  const open = createKeyTable<Call>()
  const all = Array.from({ length: 5000 }, (_, number) => newCall(String(number)))
  for (const call of all) open.add(call)
  t.ok(
    all.some(({ next }) => next !== null),
    'some share a bucket',
  )
  for (const call of all) open.remove(call)
  t.ok(all.every(({ next }) => next === null))
})

t.test('what is looked for is compared with few, however many there are', async (t) => {
  let looks = 0
  const table = createKeyTable<Call>()
  for (let number = 0; number < 100_000; number++) {
    const call = newCall(`query ${number}`)
    const { hash } = call
    table.add(Object.defineProperty(call, 'hash', { get: () => (looks++, hash) }))
  }
  looks = 0
  for (let number = 0; number < 10_000; number++) if (table.find(`absent ${number}`, 1) !== undefined) t.fail()
  t.ok(looks < 20_000, `${looks} of 10,000 times 100,000`)
})
