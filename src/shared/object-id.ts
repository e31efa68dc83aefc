import { randomBytes } from 'node:crypto'

/** Kinds of objects with ids, by the prefix of those. */
export type IdPrefix = 'usr' | 'grt' | 'cli' | 'aud' | 'ws' | 'prj' | 'anm'

/** Crockford's base 32 in lower case: digits first, so that text order is order of value. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_DIGITS = 10
const RANDOM_BYTES = 10
const FORM = /^[a-z]{2,3}_[0-7][0-9a-hjkmnp-tv-z]{25}$/

/** `<prefix>_` and 26 digits: 48 bits of time in milliseconds, 80 random bits. Ids sort by the time of their making; nobody can guess one. */
export function newObjectId(prefix: IdPrefix, nowMs: number): string {
  let time = ''
  for (let rest = nowMs, digit = 0; digit < TIME_DIGITS; digit++, rest = Math.floor(rest / 32)) {
    time = DIGITS.charAt(rest % 32) + time
  }
  let random = ''
  let bits = 0
  let held = 0
  for (const byte of randomBytes(RANDOM_BYTES)) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) random += DIGITS.charAt((held >> (bits - 5)) & 31)
    held &= (1 << bits) - 1
  }
  return `${prefix}_${time}${random}`
}

export function isObjectId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && FORM.test(text)
}
