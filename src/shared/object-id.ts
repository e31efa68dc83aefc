import { randomBytes } from 'node:crypto'

/** Prefixes of ids, one for each kind of object. */
export type IdPrefix = 'usr' | 'grt' | 'cli' | 'aud' | 'ws' | 'prj' | 'anm'

/** Crockford's base 32 in lower case: digits first, so that text order equals value order. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_DIGITS = 10
const RANDOM_BYTES = 10
const FORM = /^[a-z]{2,3}_[0-7][0-9a-hjkmnp-tv-z]{25}$/

/**
 * Creates an id: `<prefix>_` and 26 digits for 48 bits of time in milliseconds and 80 random bits. Ids sort by creation
 * time; nobody can guess one.
 */
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
