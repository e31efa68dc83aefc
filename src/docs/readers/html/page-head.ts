import type { PageIndex } from './page-index.ts'
import { VERSION_LIMIT_CHARS } from '../../versions/doc-version.ts'
import { lineOf } from './tree.ts'

/** What the head of a page says. */
export interface PageHead {
  readonly title: string
  readonly siteName: string | null
  readonly description: string | null
  readonly canonical: string | null
  readonly translations: readonly Translation[]
  readonly generators: readonly string[]
  readonly robots: string
  /** Version of the documentation that the page is of, and which part of the site has it, or null. */
  readonly version: HeadVersion | null
  /** Target of a `meta` that leads to another page, and after how many seconds. */
  readonly refresh: { readonly target: string; readonly seconds: number } | null
  /** Times of the last change in the page's head. A day of publication does not count. */
  readonly times: readonly string[]
  /** Language as the page writes it. */
  readonly lang: string | null
  /** Classes of `html` and `body`, by which some generators tell the kind of a page. */
  readonly pageClasses: readonly string[]
}

/** A version as pages of Docusaurus, and those written for DocSearch, name it. */
export interface HeadVersion {
  readonly name: string
  /** Part of the site that has versions of its own; `''`: the page does not say. */
  readonly part: string
}

/** The same page in another language. */
export interface Translation {
  readonly lang: string
  /** Address as the page has it. */
  readonly target: string
}

const TIMES = [
  'article:modified_time',
  'og:updated_time',
  'last-modified',
  'dcterms.modified',
  'revised',
  'datemodified',
]

export function readHead(index: PageIndex): PageHead {
  const html = index.first('html')
  const body = index.first('body')
  const metas = new Map<string, string>()
  const generators: string[] = []
  const translations: Translation[] = []
  let canonical: string | null = null
  let refresh: PageHead['refresh'] = null

  for (const { attributes } of index.all('meta')) {
    const content = (attributes['content'] ?? '').trim()
    const key = (attributes['name'] ?? attributes['property'] ?? attributes['itemprop'] ?? '').toLowerCase()
    if (key === 'generator') generators.push(content)
    if (key !== '' && content !== '' && !metas.has(key)) metas.set(key, content)
    if (attributes['http-equiv']?.toLowerCase() === 'refresh') refresh ??= parseRefresh(content)
  }
  for (const { attributes } of index.all('link')) {
    const rel = (attributes['rel'] ?? '').toLowerCase().split(/\s+/)
    const href = (attributes['href'] ?? '').trim()
    if (href !== '' && rel.includes('canonical')) canonical ??= href
    const lang = attributes['hreflang']
    if (href !== '' && lang && rel.includes('alternate')) translations.push({ lang, target: href })
  }
  const title = index.all('title').find(({ parent }) => parent?.name !== 'svg')

  const written =
    html?.attributes['lang'] ??
    html?.attributes['xml:lang'] ??
    body?.attributes['lang'] ??
    metas.get('docsearch:language')
  return {
    title: title === undefined ? '' : lineOf(title),
    siteName: metas.get('og:site_name') ?? metas.get('application-name') ?? null,
    description: collapse(metas.get('description') ?? metas.get('og:description') ?? ''),
    canonical,
    translations,
    generators,
    robots: `${metas.get('robots') ?? ''},${metas.get('googlebot') ?? ''}`.toLowerCase(),
    version: versionOf(metas),
    refresh,
    times: TIMES.map((key) => metas.get(key)).filter((time) => time !== undefined),
    lang: written?.trim() || null,
    pageClasses: [...(html?.classes ?? []), ...(body?.classes ?? [])],
  }
}

function versionOf(metas: ReadonlyMap<string, string>): HeadVersion | null {
  const written = metas.get('docsearch:version') ?? metas.get('docusaurus_version')
  const name = written?.split(',', 1)[0]?.trim() ?? ''
  if (name === '' || name.length > VERSION_LIMIT_CHARS) return null
  // Documents of a plugin have the tag `docs-<id of the plugin>-<version>`.
  const tag = metas.get('docsearch:docusaurus_tag') ?? metas.get('docusaurus_tag') ?? ''
  return { name, part: tag.endsWith(`-${name}`) ? tag.slice(0, -name.length - 1) : '' }
}

function parseRefresh(content: string): PageHead['refresh'] {
  const parts = /^\s*([\d.]+)\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content)
  return parts === null ? null : { seconds: Number(parts[1]), target: (parts[2] as string).trim() }
}

function collapse(text: string): string | null {
  const line = text.replace(/\s+/g, ' ').trim()
  return line === '' ? null : line
}
