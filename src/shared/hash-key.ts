import { randomInt } from 'node:crypto'

/** Random numbers of 32 bits, so that nobody can choose keys that meet in one place of a table. */
const SEED = randomInt(2 ** 32) | 0
const MULTIPLIER = randomInt(2 ** 32) | 1

/** A signed 32-bit number for tables in memory, another one in each thread. */
export function hashKey(key: string): number {
  return hashText(key, SEED, MULTIPLIER)
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
