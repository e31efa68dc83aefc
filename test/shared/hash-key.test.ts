import { randomInt } from 'node:crypto'
import t from 'tap'
import { hashKey, hashText } from '../../src/shared/hashes.ts'

const FNV_PRIME = 0x01000193

/** Continues FNV-1a from the state that a key has left. */
function fnv(state: number, text: string): number {
  let mixed = state
  for (let i = 0; i < text.length; i++) mixed = Math.imul(mixed ^ text.charCodeAt(i), FNV_PRIME)
  return mixed
}

/**
 * @returns 4,096 keys with equal FNV-1a hashes under each seed with these lowest bits. Each consists of twelve blocks with
 * two choices each (Joux 2004).
 */
function keysThatMeet(lowestBits: number): string[] {
  const pairs: [string, string][] = []
  let state = lowestBits
  while (pairs.length < 12) {
    const blocks = new Map<number, string>()
    for (;;) {
      const block = String(randomInt(1e9)).padStart(9, '0')
      const after = fnv(state, block)
      const other = blocks.get(after)
      if (other !== undefined && other !== block) {
        pairs.push([other, block])
        state = after & 127
        break
      }
      blocks.set(after, block)
    }
  }
  return Array.from({ length: 4096 }, (_, n) => pairs.map((pair, place) => pair[(n >> place) & 1]!).join(''))
}

t.test('keys that were made to meet do not, whatever the seed', async (t) => {
  const keys = keysThatMeet(5)
  t.equal(new Set(keys).size, 4096)
  for (const seed of [5, 0x7f3a1205, 0x5eadbe85]) {
    t.equal(new Set(keys.map((key) => fnv(seed, key))).size, 1, 'as they would by FNV-1a')
    t.ok(new Set(keys.map((key) => hashText(key, seed, 0x5bd1e995))).size > 4090)
  }
  t.ok(new Set(keys.map((key) => hashKey(key) & 1023)).size > 900, 'nor in the places of a table')
})

t.test('a key has one hash, and like keys have others', async (t) => {
  t.equal(hashKey('sort an array'), hashKey(['sort', 'an', 'array'].join(' ')))
  const keys = Array.from({ length: 20_000 }, (_, n) => `query ${n}`)
  t.ok(new Set(keys.map(hashKey)).size > 19_990)
  t.equal(new Set(['', 'a', 'aa', 'aaa', '\0', '\0\0'].map(hashKey)).size, 6)
})
