import { randomInt } from 'node:crypto'

/** Nobody can choose keys that meet in one place of a table. */
const SEED = randomInt(2 ** 32)
const FNV_PRIME = 0x01000193

/** A key with its hash by `hashKey`. */
export interface Hashed {
  readonly key: string
  readonly hash: number
}

/** A key is looked for here and there before it is added, so its hash is asked for several times in a row. */
let lastKey = ''
let lastHash = hash('')

/** FNV-1a over UTF-16 code units, whose upper bits reach the lower ones: a signed 32-bit number for tables in memory. */
export function hashKey(key: string): number {
  if (key !== lastKey) {
    lastKey = key
    lastHash = hash(key)
  }
  return lastHash
}

function hash(key: string): number {
  let mixed = SEED | 0
  for (let i = 0; i < key.length; i++) mixed = Math.imul(mixed ^ key.charCodeAt(i), FNV_PRIME)
  return mixed ^ (mixed >>> 15)
}
