/** Cookies of the pages, by purpose. */
export const COOKIES = ['session', 'form', 'browser', 'language'] as const
export type Cookie = (typeof COOKIES)[number]

const NAMES: Readonly<Record<Cookie, string>> = {
  session: 'signpost',
  form: 'signpost-form',
  browser: 'signpost-known',
  language: 'signpost-lang',
}

const DAY_SECONDS = 86_400

/**
 * Lifetimes of the cookies; null: until the browser is closed. The store drops sessions before their cookie expires
 * (`SignInSessions`).
 */
const LIFETIME_SECONDS: Readonly<Record<Cookie, number | null>> = {
  session: 90 * DAY_SECONDS,
  form: null,
  browser: 365 * DAY_SECONDS,
  language: 365 * DAY_SECONDS,
}

const VALUE = /^[A-Za-z0-9_.-]+$/

/** Reads and writes the pages' cookies (RFC 6265bis). */
export interface CookieJar {
  /** Reads the value in a `Cookie` field; `''` if it is absent, has unexpected characters, or occurs twice. */
  read(field: string, cookie: Cookie): string
  /** Writes the value of a `Set-Cookie` field. */
  write(cookie: Cookie, value: string): string
  clear(cookie: Cookie): string
}

/**
 * Creates the cookie jar. On https the names begin with `__Host-`, so that neither another host nor plain http can set
 * them. An http address is one of this machine. Browsers send its cookies to all ports, so it is for development only.
 *
 * @param siteUrl Origin of the host.
 */
export function createCookieJar(siteUrl: string): CookieJar {
  const isSecure = siteUrl.startsWith('https:')
  const nameOf = (cookie: Cookie): string => (isSecure ? '__Host-' : '') + NAMES[cookie]
  const patterns = Object.fromEntries(
    COOKIES.map((cookie) => [cookie, new RegExp(`(?:^|;)\\s*${nameOf(cookie)}=([^;]*)`, 'g')]),
  ) as Record<Cookie, RegExp>
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    read(field, cookie) {
      const [value = '', another] = Array.from(field.matchAll(patterns[cookie]), ([, text = '']) => text.trim())
      return another === undefined && VALUE.test(value) ? value : ''
    },
    write(cookie, value) {
      const lifetime = LIFETIME_SECONDS[cookie]
      return `${nameOf(cookie)}=${value}; ${lifetime === null ? '' : `Max-Age=${lifetime}; `}${attributes}`
    },
    clear: (cookie) => `${nameOf(cookie)}=; Max-Age=0; ${attributes}`,
  }
}
