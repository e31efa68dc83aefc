import { randomInt } from 'node:crypto'

/** Of 32 bits each, so that nobody can choose keys that meet in one place of a table. */
const SEED = randomInt(2 ** 32) | 0
const MULTIPLIER = randomInt(2 ** 32) | 1

/** A key is looked for here and there before it is added, so its hash is asked for several times in a row. */
let lastKey = ''
let lastHash = hashText('', SEED, MULTIPLIER)

/** A signed 32-bit number for tables in memory, another one in each thread. */
export function hashKey(key: string): number {
  if (key !== lastKey) {
    lastKey = key
    lastHash = hashText(key, SEED, MULTIPLIER)
  }
  return lastHash
}

/**
 * FNV-1a over UTF-16 code units with a multiplier of its own and a shift in each step. Without the shift the upper bits of a
 * seed, added here and taken away there, cancel out between keys of one length: its lowest seven alone would decide which
 * keys meet, so keys made for one of 128 seeds would be enough.
 */
export function hashText(text: string, seed: number, multiplier: number): number {
  let mixed = seed
  for (let i = 0; i < text.length; i++) {
    mixed = Math.imul(mixed ^ text.charCodeAt(i), multiplier)
    mixed ^= mixed >>> 15
  }
  mixed = Math.imul(mixed, multiplier)
  return mixed ^ (mixed >>> 15)
}
