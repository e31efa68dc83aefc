import { EMAIL_LOCAL_MAX_CHARACTERS, EMAIL_MAX_CHARACTERS } from './limits.ts'

export interface Email {
  /** As it was written, without white space around it. */
  readonly text: string
  /** What two spellings of one address have in common: NFKC, lower case. */
  readonly key: string
}

/** Parts between dots; letters of any script (RFC 6531). Quoted local parts, comments and address literals are not for people. */
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const DOMAIN =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?)(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?)*$/u

/** Reads an e-mail address; null when it is none. Whether mail arrives there is not known: the service sends none. */
export function parseEmail(given: string): Email | null {
  const text = given.trim()
  if (text.length > EMAIL_MAX_CHARACTERS) return null
  const key = text.normalize('NFKC').toLowerCase()
  const at = key.lastIndexOf('@')
  const local = key.slice(0, Math.max(0, at))
  const isAddress =
    at > 0 &&
    key.length <= EMAIL_MAX_CHARACTERS &&
    local.length <= EMAIL_LOCAL_MAX_CHARACTERS &&
    LOCAL.test(local) &&
    DOMAIN.test(key.slice(at + 1))
  return isAddress ? { text, key } : null
}
