import { isLocale, type Locale } from '../../shared/locale.ts'
import { isFileAddress } from '../files/file-address.ts'
import { pageUrl } from '../paths.ts'
import { folderOf, joinWithin } from '../addresses.ts'
import type { LinkRules } from './link-rules.ts'
import { NOT_SERVED, type LinkedPage, type LinkSpace } from './link-space.ts'
import { decodeLoosely } from '../../shared/decode-percent.ts'

/** The page that a link stands on. */
export interface LinkOrigin extends LinkedPage {
  /** Path of its file below the content directory. */
  readonly file: string
  /** The file that it translates, from where relative links count where they lead nowhere from its own. */
  readonly translates?: string | undefined
}

export type ResolvedLink =
  /** It leads to a page of the content, or to a heading of its own page. */
  | { readonly kind: 'page'; readonly page: LinkedPage; readonly fragment: string; readonly target: string }
  /** It leads to another site, by mail or the like, or to a page that is not served. */
  | { readonly kind: 'other' }
  /** It leads nowhere in the content; `path` is what of it names a file or page, decoded. */
  | { readonly kind: 'unknown'; readonly path: string }

type Pages = Pick<LinkSpace, 'byFile' | 'byPath'>

const SCHEME = /^[a-z][a-z0-9+.-]*:/i
const MARKDOWN_EXTENSION = /\.mdx?$/i
const PAGE_EXTENSION = /\.(?:mdx?|markdown|x?html?)$/i

/** Finds where a link leads, by the rules of its source. Its address is as the author wrote it. */
export function resolveLink(written: string, origin: LinkOrigin, rules: LinkRules, space: Pages): ResolvedLink {
  const address = withoutDropped(written)
  if (isFileAddress(address)) return { kind: 'other' }
  if (address.startsWith('//') || SCHEME.test(address)) {
    const own = ownPath(address, rules)
    const link = own === null ? null : resolveLink(own, origin, { ...rules, siteUrl: null }, space)
    return link?.kind === 'page' ? link : { kind: 'other' }
  }
  const hash = address.indexOf('#')
  const fragment = hash < 0 ? '' : address.slice(hash)
  const beforeHash = hash < 0 ? address : address.slice(0, hash)
  const query = beforeHash.indexOf('?')
  const path = decodeLoosely(query < 0 ? beforeHash : beforeHash.slice(0, query))
  const page = path === '' ? origin : findPage(path, origin, rules, space)
  if (page === NOT_SERVED) return { kind: 'other' }
  if (page === null) return { kind: 'unknown', path }
  const shown =
    rules.fragment === undefined || fragment === '' ? fragment : `#${rules.fragment(decodeLoosely(fragment.slice(1)))}`
  const suffix = (query < 0 ? '' : beforeHash.slice(query)) + shown
  const target = path === '' ? suffix : pageUrl('', page.locale, page.path) + suffix
  return { kind: 'page', page, fragment: decodeLoosely(shown.slice(1)), target }
}

/** Drops what browsers drop: control characters and spaces at both ends, tabs and ends of lines everywhere. */
function withoutDropped(written: string): string {
  let [start, end] = [0, written.length]
  while (start < end && written.charCodeAt(start) <= 0x20) start += 1
  while (end > start && written.charCodeAt(end - 1) <= 0x20) end -= 1
  return written.slice(start, end).replace(/[\t\n\r]/g, '')
}

/** What follows the origin of the site in an address of it; null: the address is elsewhere. */
function ownPath(address: string, { siteUrl }: LinkRules): string | null {
  if (siteUrl == null || !URL.canParse(siteUrl)) return null
  const { origin } = new URL(siteUrl)
  const path = address.startsWith(origin) ? address.slice(origin.length) : null
  return path !== null && /^(?:[/?#]|$)/.test(path) ? `/${path.replace(/^\/+/, '')}` : null
}

function findPage(path: string, origin: LinkOrigin, rules: LinkRules, space: Pages): LinkedPage | null {
  for (const [beginning, folder] of rules.aliases) {
    if (path.startsWith(beginning)) return space.byFile(joinWithin(folder, path.slice(beginning.length)) ?? '')
  }
  if (path.startsWith('/')) return fromRoot(path, origin, rules, space)
  const byFile = (): LinkedPage | null => {
    const own = [origin.file, origin.translates].filter((file) => file !== undefined).map(folderOf)
    return inFolders([...own, ...(rules.roots?.(origin.file) ?? [])], path, space)
  }
  const byAddress = (base: string) => (): LinkedPage | null => {
    const address = joinWithin(base, path)
    return address === null ? null : atAddress(address, origin.locale, rules, space)
  }
  const asFolder = byAddress(origin.address)
  const asFile = byAddress(folderOf(origin.address.replace(/\/$/, '')))
  // Browsers count from the folder of an address, whose last part is a file unless it ends with a slash.
  const isFile = PAGE_EXTENSION.test(origin.address) || (rules.bareTo === 'address' && !origin.address.endsWith('/'))
  const fromAddress = isFile ? [asFile, byFile, asFolder] : [asFolder, byFile, asFile]
  const isAddress = rules.relativeTo === 'address' || (rules.bareTo === 'address' && !PAGE_EXTENSION.test(path))
  const readings = isAddress ? fromAddress : [byFile, asFile, asFolder]
  for (const reading of readings) {
    const page = reading()
    if (page !== null) return page
  }
  return null
}

/** The page of a file in the first of some folders that has it. */
function inFolders(folders: readonly string[], path: string, space: Pages): LinkedPage | null {
  for (const folder of folders) {
    const file = joinWithin(folder, path)
    const page = file === null ? null : (space.byFile(file) ?? space.byFile(file.replace(PAGE_EXTENSION, '')))
    if (page !== null) return page
  }
  return null
}

function fromRoot(path: string, origin: LinkOrigin, rules: LinkRules, space: Pages): LinkedPage | null {
  const file = PAGE_EXTENSION.test(path) ? inFolders(rules.roots?.(origin.file) ?? [], path.slice(1), space) : null
  // One of another language may stand for the page at the same address in the language of the link.
  if (MARKDOWN_EXTENSION.test(path) && file?.locale === origin.locale) return file
  const { basePath } = rules
  const base = basePath.length > 1 && `${path}/`.startsWith(basePath) ? basePath.length - 1 : 0
  const locale = rules.rootLocale ?? origin.locale
  const found = atAddress(joinWithin('', path.slice(base)) ?? '', locale, rules, space)
  return found ?? file ?? space.byFile(path.slice(1))
}

/** The page at an address of the site; `locale` is that of addresses that name none. */
function atAddress(address: string, locale: Locale, rules: LinkRules, space: Pages): LinkedPage | null {
  const [first = '', ...rest] = address.split('/')
  const named = rules.localeFolders.get(first) ?? localeNamed(first)
  const bare = (path: string): string => path.replace(PAGE_EXTENSION, '').replace(/(?:^|\/)index$/, '')
  const inNamed = named === undefined ? null : space.byPath(named, bare(rest.join('/')))
  return inNamed ?? space.byPath(locale, bare(address)) ?? space.byPath(locale, address)
}

/** The locale that a folder of an address names by its language: `zh`, `zh-cn`, `ko_KR`. */
function localeNamed(folder: string): Locale | undefined {
  const language = folder.replace(/[-_][a-z]{2,4}$/i, '')
  return isLocale(language) ? language : undefined
}
