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

/** A checksum of 128 bits. */
export interface Checksum {
  readonly words: Int32Array
}

export function createChecksum(): Checksum {
  return { words: new Int32Array(4) }
}

/**
 * Sets a checksum to that of `bytes[0, length)`. It costs a quarter of SHA-1, and does not resist deliberate
 * collisions.
 *
 * Each of four lanes takes a word and passes it on to its neighbours. Each step is a bijection of the state for a given
 * word. So bytes that differ in one word never collide, and others only by chance.
 *
 * @param read `wordsOf(bytes)`. Creating it takes a quarter of the time, so callers with the same bytes keep it.
 * Default: a new view, of a copy when the bytes do not begin at a multiple of four in memory.
 */
export function checksum(
  bytes: Uint8Array,
  length: number,
  { words: into }: Checksum,
  read = wordsOf(bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes)),
): void {
  const wordCount = length >> 2
  let a = length ^ 0x239b961b
  let b = length ^ 0x2b0e9789
  let c = length ^ 0x38b34ae5
  let d = length ^ 0x61e38b93
  const whole = wordCount & ~3
  for (let i = 0; i < whole; i += 4) {
    a = Math.imul(a ^ read[i]!, 0x5bd1e995) ^ (b >>> 15)
    b = Math.imul(b ^ read[i + 1]!, 0x1b873593) ^ (c >>> 13)
    c = Math.imul(c ^ read[i + 2]!, 0x2c1b3c6d) ^ (d >>> 16)
    d = Math.imul(d ^ read[i + 3]!, 0x297a2d39) ^ (a >>> 14)
  }
  for (let i = whole; i < wordCount; i++) a = Math.imul(a ^ read[i]!, 0x5bd1e995) ^ (b >>> 15)
  for (let i = wordCount * 4; i < length; i++) b = Math.imul(b ^ bytes[i]!, 0x1b873593) ^ (c >>> 13)
  for (let round = 0; round < 4; round++) {
    a = Math.imul(a ^ (d >>> 16), 0x5bd1e995)
    b = Math.imul(b ^ (a >>> 15), 0x1b873593)
    c = Math.imul(c ^ (b >>> 14), 0x2c1b3c6d)
    d = Math.imul(d ^ (c >>> 13), 0x297a2d39)
  }
  into[0] = a
  into[1] = b
  into[2] = c
  into[3] = d
}

/** Views the same memory as whole words. @throws {RangeError} when it does not begin at a multiple of four bytes. */
export function wordsOf({ buffer, byteOffset, length }: Uint8Array): Int32Array {
  return new Int32Array(buffer, byteOffset, length >> 2)
}

const CHARACTERS = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_', 'latin1')
const BITS_EACH = 6
const WHOLE_CHARACTERS = 5
const codes: number[] = Array.from({ length: 22 }, () => 0)

/** Formats 22 characters of the base64url alphabet. Every answer has a checksum, and `Buffer` showed in profiles of searches. */
export function checksumText({ words }: Checksum): string {
  let place = 0
  /** The upper two bits of each word, which its whole characters leave over. */
  let rest = 0
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    for (let shift = 0; shift < WHOLE_CHARACTERS * BITS_EACH; shift += BITS_EACH)
      codes[place++] = CHARACTERS[(word >>> shift) & 63]!
    rest = (rest << 2) | (word >>> (WHOLE_CHARACTERS * BITS_EACH))
  }
  codes[place++] = CHARACTERS[rest >>> 2]!
  codes[place] = CHARACTERS[rest & 3]!
  return String.fromCharCode(...codes)
}
