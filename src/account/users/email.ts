import { EMAIL_LOCAL_MAX_CHARACTERS, EMAIL_MAX_CHARACTERS } from './limits.ts'

export interface Email {
  /** The address as entered, without white space around it. */
  readonly text: string
  /** Key that all spellings of one address share: NFKC, lower case. */
  readonly key: string
}

/**
 * The local part: parts between dots, with letters of any script (RFC 6531). Quoted local parts, comments and address
 * literals are not supported, since people do not use them.
 */
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const DOMAIN =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?)(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?)*$/u

/** Parses an e-mail address, or null if it is not one. Whether mail arrives there is unknown, since the service sends none. */
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
