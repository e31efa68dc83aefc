import { encodePath } from '../../shared/encode-path.ts'
import { isLocale, LOCALES, type Locale } from '../../shared/locale.ts'
import { forbiddenCharacter } from '../paths.ts'
import { decodePercent } from '../../shared/decode-percent.ts'

/** Maximum number of redirects of a site. */
export const REDIRECT_LIMIT = 10_000
const ADDRESS_LIMIT_CHARS = 2048

/**
 * Redirects as they are looked up: old paths, decoded and without a slash at their end, with the new addresses. A path
 * without a locale stands for that path in every locale.
 */
export interface Redirects {
  /** Locale of new paths without a locale, for old ones that have none either. */
  readonly root: Locale
  readonly targets: ReadonlyMap<string, string>
}

/** Fault of an old address, or null. */
export function checkOldAddress(address: string): string | null {
  const fault = checkPath(address)
  if (fault !== null) return fault
  if (/[?#]/.test(address)) return 'must have no query and no fragment'
  return normalise(address) === '' ? 'must not be the root of the site' : null
}

/** Fault of a new address, or null. */
export function checkNewAddress(address: string): string | null {
  if (!/^https?:/i.test(address)) return checkPath(withoutFragment(address))
  if (address.length > ADDRESS_LIMIT_CHARS) return `must have at most ${ADDRESS_LIMIT_CHARS} characters`
  return URL.canParse(address) ? null : 'must be a whole address such as https://example.com/guide'
}

function checkPath(path: string): string | null {
  if (!/^\/(?!\/)/.test(path)) return 'must begin with one slash, such as /guides/start, or with https://'
  if (path.length > ADDRESS_LIMIT_CHARS) return `must have at most ${ADDRESS_LIMIT_CHARS} characters`
  const decoded = decodePercent(path)
  if (decoded === null) return 'is not percent-encoded UTF-8'
  if (forbiddenCharacter(decoded) !== null) return 'must not contain control characters and backslashes'
  return path.split('/').some((part) => part === '.' || part === '..') ? 'must not contain the segments . and ..' : null
}

/** Redirects of content, and those of `site.yaml`, which win over them. */
export function redirectsOf(
  content: { readonly redirects: ReadonlyMap<string, string> },
  config: { readonly redirects?: Readonly<Record<string, string>> | undefined },
): Readonly<Record<string, string>> {
  return { ...Object.fromEntries(content.redirects), ...config.redirects }
}

/** Prepares redirects whose addresses `checkOldAddress` and `checkNewAddress` accept. */
export function createRedirects(redirects: Readonly<Record<string, string>>, root: Locale): Redirects {
  return { root, targets: new Map(Object.entries(redirects).map(([from, to]) => [normalise(from) ?? from, to])) }
}

/**
 * The address to which a request is redirected, as a value of `Location`; null when no redirect is for it.
 *
 * @param path Path of the request, percent-encoded, without query. With `.md` it leads to the Markdown of the new page.
 */
export function findRedirect(redirects: Redirects, path: string): string | null {
  if (redirects.targets.size === 0) return null
  const asked = normalise(path)
  if (asked === null) return null
  const found = findTarget(redirects, asked, '')
  const address = found ?? (asked.endsWith('.md') ? findTarget(redirects, asked.slice(0, -'.md'.length), '.md') : null)
  return address !== null && normalise(withoutFragment(address)) === asked ? null : address
}

function findTarget({ root, targets }: Redirects, path: string, suffix: string): string | null {
  const { locale, rest } = splitLocale(path)
  const target = targets.get(path) ?? (locale === null ? undefined : targets.get(rest))
  if (target === undefined) return null
  if (!target.startsWith('/')) return new URL(target).href
  const [, written = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(target) ?? []
  const to = splitLocale(normalise(written) ?? '')
  return `/${to.locale ?? locale ?? root}${encodePath(to.rest)}${suffix}${encodeURI((decodePercent(fragment) ?? '').toWellFormed())}`
}

/**
 * Finds redirects that lead around in a circle, by their old addresses as they are written. Each address is followed once,
 * so the time grows with the number of redirects.
 */
export function findCircles(redirects: Readonly<Record<string, string>>, root: Locale): string[] {
  const prepared = createRedirects(redirects, root)
  const followed = new Set<string>()
  return Object.keys(redirects).filter((from) => {
    const path = normalise(from) ?? from
    const starts = splitLocale(path).locale === null ? [path, ...LOCALES.map((locale) => `/${locale}${path}`)] : [path]
    return starts.filter((start) => leadsAround(prepared, start, followed)).length > 0
  })
}

function leadsAround(redirects: Redirects, start: string, followed: Set<string>): boolean {
  const chain = new Set<string>()
  for (let at: string | null = start; at !== null && !followed.has(at);) {
    followed.add(at)
    chain.add(at)
    const next: string | null = findRedirect(redirects, encodePath(at))
    at = next !== null && next.startsWith('/') ? normalise(withoutFragment(next)) : null
    if (at !== null && chain.has(at)) return true
  }
  return false
}

/** The locale at the start of a path, and the rest with its leading slash; `''` when nothing follows. */
export function splitLocale(path: string): { readonly locale: Locale | null; readonly rest: string } {
  const end = path.indexOf('/', 1)
  const first = path.slice(1, end < 0 ? undefined : end)
  return isLocale(first) ? { locale: first, rest: end < 0 ? '' : path.slice(end) } : { locale: null, rest: path }
}

export function withoutFragment(address: string): string {
  return address.replace(/#.*$/s, '')
}

/** The path decoded, without slashes at its end; null when it cannot be decoded. */
function normalise(path: string): string | null {
  return decodePercent(path.replace(/(?<!\/)\/+$/, ''))
}
