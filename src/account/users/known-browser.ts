import { createHmac } from 'node:crypto'
import { isSameKey, newToken } from './session-token.ts'

/** Number of accounts that know one browser, such as those of a family. The oldest mark is dropped for a new one. */
const MARKS_LIMIT = 4
const RANDOM = /^[A-Za-z0-9_-]{43}$/
const TIME = /^[0-9a-z]{1,11}$/

/** A browser in which somebody has signed in to an account. */
export interface KnownBrowser {
  /** Random part of its mark, by which its attempts are counted. */
  readonly id: string
  /** `sessionsValidFrom` of the user at that time, in milliseconds. A changed password invalidates the mark. */
  readonly validFromMs: number
}

/**
 * Marks of browsers in which somebody has signed in: `<random>.<time>.<MAC>`, up to four in one cookie. A mark says nothing
 * else. It lets the password of that account be tried while strangers use up everybody's attempts (after OWASP's "device
 * cookies"). Marks are not stored: the MAC covers the account, the random part, and the time that identifies the password.
 */
export interface KnownBrowsers {
  /** Adds a mark of this account to the browser's marks. It stays the same while the password does. */
  add(marks: string, account: string, validFromMs: number): string
  /**
   * Finds the mark of an account; null if there is none, or it was forged.
   *
   * @param account Hash of the e-mail address, so that no account has to be looked up.
   */
  find(marks: string, account: string): KnownBrowser | null
}

/** @param secret Secret that all nodes share. Throws `Unavailable` until it is known. */
export function createKnownBrowsers(secret: () => Uint8Array): KnownBrowsers {
  const macOf = (account: string, { id, validFromMs }: KnownBrowser): string =>
    createHmac('sha256', secret()).update(`known browser ${id} ${validFromMs} ${account}`).digest('base64url')

  function find(marks: string, account: string): KnownBrowser | null {
    for (const [id, time, mac] of readMarks(marks)) {
      const browser = { id, validFromMs: Number.parseInt(time, 36) }
      if (isSameKey(mac, macOf(account, browser))) return browser
    }
    return null
  }

  return {
    find,
    add(marks, account, validFromMs) {
      const known = find(marks, account)
      const browser = known?.validFromMs === validFromMs ? known : { id: newToken(), validFromMs }
      const others = readMarks(marks).filter(([id]) => id !== known?.id)
      const mark = [browser.id, validFromMs.toString(36), macOf(account, browser)]
      return [mark, ...others.slice(0, MARKS_LIMIT - 1)].map((parts) => parts.join('.')).join('.')
    },
  }
}

type Mark = readonly [id: string, time: string, mac: string]

/** Reads marks. Parts of another form are dropped, so that the cookie stays short. */
function readMarks(marks: string): readonly Mark[] {
  const parts = marks.split('.', 3 * MARKS_LIMIT)
  const read: Mark[] = []
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [id = '', time = '', mac = ''] = parts.slice(at, at + 3)
    if (RANDOM.test(id) && TIME.test(time) && RANDOM.test(mac)) read.push([id, time, mac])
  }
  return read
}
