import { encodePath } from '../shared/encode-path.ts'
import { FALLBACK_LOCALE, isLocale, type Locale } from '../shared/locale.ts'
import { decodePercent } from '../shared/decode-percent.ts'

type ParsedPath =
  | { readonly ok: true; readonly locale: Locale; readonly path: string }
  /** `detail` explains the fault and its remedy, for the `detail` of an `invalid_path` problem. */
  | { readonly ok: false; readonly detail: string }

/** Length limit in Unicode code points, like every length that clients see. */
export const PATH_LIMIT_CHARS = 2048

const CONTROL = /\p{Cc}/u
const FULL_URL = /^(?:[A-Za-z][A-Za-z\d+.-]*:)?\/\/[^/?#]*/
const MARKDOWN_EXTENSION = /(?<=[^/])\.md$/

/**
 * Parses the `path` parameter of `/api/page`. `raw` is its value, percent-decoded once. Accepts `/{locale}/{path}`, a
 * path without locale (English), and a full URL of one of `siteOrigins`. The path of a URL is percent-encoded and is
 * decoded here. Query, fragment, trailing slashes, `.md` and `/index` are dropped, in this order.
 */
export function parsePagePath(raw: string, options: { siteOrigins: readonly string[] }): ParsedPath {
  if (raw === '') return refuse('path must not be empty; give a page such as /en/getting-started')
  if (raw.length > PATH_LIMIT_CHARS && [...raw].length > PATH_LIMIT_CHARS) {
    return refuse(`path must have at most ${PATH_LIMIT_CHARS} characters`)
  }
  const forbidden = forbiddenCharacter(raw)
  if (forbidden) return refuse(forbidden)
  const prefix = FULL_URL.exec(raw)?.[0]
  if (prefix !== undefined && !options.siteOrigins.some((origin) => isOrigin(prefix, origin))) {
    return refuse('path must be a path on this site, or a URL that starts with the address of this site')
  }
  let path = raw.slice(prefix?.length ?? 0)
  const end = path.search(/[?#]/)
  if (end >= 0) path = path.slice(0, end)
  if (prefix !== undefined) {
    const decoded = decodePercent(path)
    if (decoded === null) return refuse('the URL in path is not percent-encoded UTF-8')
    const hidden = forbiddenCharacter(decoded)
    if (hidden) return refuse(hidden)
    path = decoded
  }
  if (path.split('/').some(isDots)) return refuse('path must not contain the segments . or ..')
  return { ok: true, ...localeAndPath(withoutSuffixes(path)) }
}

/**
 * Parses a path as links write it, percent-encoded, which clients pass on. Null: the text is not encoded, or is a full URL,
 * whose path `parsePagePath` decodes already.
 */
export function parseEncodedPath(raw: string): { readonly locale: Locale; readonly path: string } | null {
  if (!raw.includes('%') || FULL_URL.test(raw)) return null
  const decoded = decodePercent(raw.replace(/[?#].*$/s, ''))
  if (decoded === null || forbiddenCharacter(decoded) || decoded.split('/').some(isDots)) return null
  return localeAndPath(withoutSuffixes(decoded))
}

interface PageAddress {
  readonly locale: Locale
  readonly path: string
  /** Whether it is the address of the Markdown (`.md`). */
  readonly markdown: boolean
  /** Whether it is in the form of `pageUrl` or `markdownUrl`, apart from percent-encoding. */
  readonly canonical: boolean
}

/**
 * Parses the path of a request for a page: `/{locale}`, `/{locale}/{path}`, each with or without `.md`. `rawPath` is
 * the received path, percent-encoded, without query. Null when it cannot be a page.
 */
export function parsePageAddress(rawPath: string): PageAddress | null {
  const segments: string[] = []
  for (const segment of rawPath.split('/')) {
    const decoded = decodePercent(segment)
    if (decoded === null || decoded.includes('/') || isDots(decoded) || forbiddenCharacter(decoded)) return null
    segments.push(decoded)
  }
  if (segments.shift() !== '' || segments.length === 0) return null
  const written = segments.join('/')
  const suffixed = written.replace(/(?<!\/)\/+$/, '')
  const bare = withoutSuffixes(suffixed)
  const first = bare.split('/', 1)[0] as string
  if (!isLocale(first)) return null
  const markdown = MARKDOWN_EXTENSION.test(suffixed)
  return { ...localeAndPath(bare), markdown, canonical: written === (markdown ? `${bare}.md` : bare) }
}

/** Address of the page for people, `{siteUrl}/{locale}/{path}`. The search index contains the same text. */
export function pageUrl(siteUrl: string, locale: Locale, path: string): string {
  return path === '' ? `${siteUrl}/${locale}` : `${siteUrl}/${locale}/${encodePath(path)}`
}

/** Address of the page as Markdown: `pageUrl` with `.md`; the home page's is `{siteUrl}/{locale}.md`. */
export function markdownUrl(siteUrl: string, locale: Locale, path: string): string {
  return `${pageUrl(siteUrl, locale, path)}.md`
}

function isOrigin(prefix: string, origin: string): boolean {
  try {
    const allowed = new URL(origin)
    const url = new URL(prefix, allowed)
    return url.origin === allowed.origin && url.username === '' && url.password === ''
  } catch {
    return false
  }
}

function localeAndPath(path: string): { locale: Locale; path: string } {
  const slash = path.indexOf('/')
  const first = slash < 0 ? path : path.slice(0, slash)
  if (!isLocale(first)) return { locale: FALLBACK_LOCALE, path }
  return { locale: first, path: slash < 0 ? '' : path.slice(slash + 1) }
}

function withoutSuffixes(path: string): string {
  const bare = path
    .replace(/^\//, '')
    .replace(/(?<!\/)\/+$/, '')
    .replace(MARKDOWN_EXTENSION, '')
  return bare === 'index' ? '' : bare.replace(/\/index$/, '')
}

/** Reason to refuse a path with a character that no address contains; null when it has none. */
export function forbiddenCharacter(text: string): string | null {
  if (CONTROL.test(text)) return 'path must not contain control characters'
  return text.includes('\\') ? 'path must not contain backslashes; separate segments by /' : null
}

function isDots(segment: string): boolean {
  return segment === '.' || segment === '..'
}

function refuse(detail: string): ParsedPath {
  return { ok: false, detail }
}

/** Writes an address or a path for the message of a fault, which must not grow long. */
export function quoted(address: string): string {
  return JSON.stringify(address.slice(0, 200))
}
