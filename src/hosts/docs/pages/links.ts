import { pageUrl } from '../../../docs/paths.ts'
import { isLocale, type Locale } from '../../../shared/locale.ts'
import type { NavIndex } from './nav-index.ts'

export interface LinkContext {
  /** Locale that the reader asked for. Relative links stay in it. */
  readonly locale: Locale
  /** Path of the page with the links. */
  readonly path: string
  readonly navIndex: NavIndex
}

const SCHEME = /^[a-z][a-z0-9+.-]*:/i
const SAFE_SCHEME = /^(?:https?|mailto|tel):/i
const PAGE_EXTENSION = /\.(?:mdx?|x?html?)$/i

/** Tells whether a page may contain an address: a relative one, or one whose scheme runs nothing. */
export function isSafeAddress(address: string): boolean {
  const trimmed = withoutControls(address)
  return !SCHEME.test(trimmed) || SAFE_SCHEME.test(trimmed)
}

export function isExternal(address: string): boolean {
  return /^(?:https?:)?\/\//i.test(address)
}

/**
 * Converts the target of a link to an address of the site. Links between files (`../start.mdx#run`) become links between
 * pages. Those without a locale get the reader's. Null: the address must not be linked.
 */
export function resolveLink(href: string, context: LinkContext): string | null {
  const address = withoutControls(href)
  if (!isSafeAddress(address)) return null
  if (address === '' || address.startsWith('#') || address.startsWith('//') || SCHEME.test(address)) return address
  const end = address.search(/[?#]/)
  const target = end < 0 ? address : address.slice(0, end)
  const suffix = end < 0 ? '' : address.slice(end)
  const resolved = target.startsWith('/') ? resolveFromRoot(target, context) : resolveFromPage(target, context)
  return resolved === null ? address : resolved + suffix
}

function resolveFromRoot(target: string, { locale, navIndex }: LinkContext): string | null {
  const [first = '', ...rest] = target.slice(1).split('/')
  if (isLocale(first)) return /\.mdx$/i.test(target) ? pageUrl('', first, pagePath(rest) ?? '') : null
  const path = pagePath([first, ...rest])
  return path !== null && navIndex.has(path) ? pageUrl('', locale, path) : null
}

/**
 * Resolves a relative link. A page may be the file `guide.md` or `guide/index.md`, and the two resolve relative links
 * differently. The interpretation that leads to a page counts. If both or none do, a page with others below it is taken as
 * its folder's index.
 */
function resolveFromPage(target: string, { locale, path, navIndex }: LinkContext): string | null {
  const own = path === '' ? [] : path.split('/').map(encodeURIComponent)
  const fromFile = pagePath([...own.slice(0, -1), ...target.split('/')])
  const fromFolder = pagePath([...own, ...target.split('/')])
  const readings = navIndex.isFolder(path) ? [fromFolder, fromFile] : [fromFile, fromFolder]
  const known = readings.find((reading) => reading !== null && navIndex.has(reading)) ?? readings[0]
  return known === undefined || known === null ? null : pageUrl('', locale, known)
}

/** Joins encoded segments to a path of the site; null: they leave the site or are not valid UTF-8. */
function pagePath(segments: readonly string[]): string | null {
  const path: string[] = []
  for (const segment of segments) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') path.push(segment)
    else if (path.pop() === undefined) return null
  }
  const name = path.pop()?.replace(PAGE_EXTENSION, '')
  if (name !== undefined && name !== 'index') path.push(name)
  return decode(path.join('/'))
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

/** Removes the characters that browsers drop from an address, so that they cannot hide its scheme. */
function withoutControls(address: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what it looks for
  return address.replace(/[\u0000-\u0020\u007F]/g, '')
}
