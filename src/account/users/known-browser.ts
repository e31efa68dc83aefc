import { createHmac } from 'node:crypto'
import { isSameKey, newToken } from './session-token.ts'

const FORM = /^([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/

/**
 * Marks of browsers in which somebody has signed in to an account: `<random>.<MAC>`. One says nothing but that; it lets the
 * password of the account be tried while strangers use up the tries of everybody, some tries at a time (after OWASP's "device
 * cookies"). Marks are not stored: the MAC is over the account and the random part.
 */
export interface KnownBrowsers {
  mark(userId: string): string
  /** The random part of a mark of this account, to count its tries by; null for whatever is none. */
  read(mark: string, userId: string): string | null
}

/** @param secret The same on all nodes. Throws `Unavailable` until it is known. */
export function createKnownBrowsers(secret: () => Uint8Array): KnownBrowsers {
  const macOf = (random: string, userId: string): string =>
    createHmac('sha256', secret()).update(`known browser ${random} ${userId}`).digest('base64url')
  return {
    mark(userId) {
      const random = newToken()
      return `${random}.${macOf(random, userId)}`
    },
    read(mark, userId) {
      const [, random, mac] = FORM.exec(mark) ?? []
      if (random === undefined || mac === undefined) return null
      return isSameKey(mac, macOf(random, userId)) ? random : null
    },
  }
}
