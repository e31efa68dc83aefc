import { isCommonPassword } from './common-passwords.ts'
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from './limits.ts'

export type PasswordFault = 'too-short' | 'too-long' | 'common' | 'contains-email'

/** Shortest local part that is checked: shorter ones occur in too many passwords by chance. */
const LOCAL_MIN = 4

/**
 * Normalises a password for hashing, so that two ways to type a character are one password (NIST SP 800-63B §3.1.1.2).
 * White space counts.
 */
export function normalisePassword(given: string): string {
  return given.normalize('NFKC')
}

/**
 * Finds the fault of a new password, or null.
 *
 * @param emailKey Key of the account's e-mail address.
 */
export function passwordFault(given: string, emailKey: string): PasswordFault | null {
  const password = normalisePassword(given)
  const { length } = [...password]
  if (length < PASSWORD_MIN_CHARACTERS) return 'too-short'
  if (length > PASSWORD_MAX_CHARACTERS) return 'too-long'
  if (isCommonPassword(password)) return 'common'
  const lower = password.toLowerCase()
  const local = emailKey.slice(0, emailKey.lastIndexOf('@'))
  const containsEmail = lower.includes(emailKey) || (local.length >= LOCAL_MIN && lower.includes(local))
  return containsEmail ? 'contains-email' : null
}
