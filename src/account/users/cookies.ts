/** The cookies of the pages, by what they are for. */
export const COOKIES = ['session', 'form', 'browser', 'language'] as const
export type Cookie = (typeof COOKIES)[number]

const NAMES: Readonly<Record<Cookie, string>> = {
  session: 'signpost',
  form: 'signpost-form',
  browser: 'signpost-known',
  language: 'signpost-lang',
}

const DAY_SECONDS = 86_400

/** Null: until the browser is closed. The store forgets sessions before their cookie goes (`SignInSessions`). */
const LIFETIME_SECONDS: Readonly<Record<Cookie, number | null>> = {
  session: 90 * DAY_SECONDS,
  form: null,
  browser: 365 * DAY_SECONDS,
  language: 365 * DAY_SECONDS,
}

const VALUE = /^[A-Za-z0-9_.-]+$/

/** Reads and writes the pages' cookies (RFC 6265bis). */
export interface CookieJar {
  /** Value in a `Cookie` field; `''` where there is none, where it holds other signs than ours, or where it comes twice. */
  read(field: string, cookie: Cookie): string
  /** Value of a `Set-Cookie` field. */
  write(cookie: Cookie, value: string): string
  clear(cookie: Cookie): string
}

/**
 * On https the names begin with `__Host-`, so that neither another host nor plain http can set them. An http address is one of this
 * machine: browsers give its cookies to all ports, which is why nothing but development should go on there.
 *
 * @param siteUrl Origin of the host.
 */
export function createCookieJar(siteUrl: string): CookieJar {
  const isSecure = siteUrl.startsWith('https:')
  const nameOf = (cookie: Cookie): string => (isSecure ? '__Host-' : '') + NAMES[cookie]
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    read(field, cookie) {
      const start = `${nameOf(cookie)}=`
      const [value = '', another] = field
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(start))
        .map((pair) => pair.slice(start.length))
      return another === undefined && VALUE.test(value) ? value : ''
    },
    write(cookie, value) {
      const lifetime = LIFETIME_SECONDS[cookie]
      return `${nameOf(cookie)}=${value}; ${lifetime === null ? '' : `Max-Age=${lifetime}; `}${attributes}`
    },
    clear: (cookie) => `${nameOf(cookie)}=; Max-Age=0; ${attributes}`,
  }
}
