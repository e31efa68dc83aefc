import { randomInt } from 'node:crypto'

/** Random 32-bit numbers, so that nobody can choose keys that collide in a table. */
const SEED = randomInt(2 ** 32) | 0
const MULTIPLIER = randomInt(2 ** 32) | 1

/** Signed 32-bit hash for tables in memory, different in each thread. */
export function hashKey(key: string): number {
  return hashText(key, SEED, MULTIPLIER)
}

/**
 * FNV-1a over UTF-16 code units with its own multiplier and a shift in each step. Without the shift, the upper bits of
 * a seed cancel out between keys of one length. Its lowest seven bits alone would then decide which keys collide, so
 * keys made for one of 128 seeds would suffice.
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
