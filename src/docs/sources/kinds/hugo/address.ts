import type { Fields } from '../../../front-matter.ts'
import { parseUpdated } from '../../../updated.ts'
import { joinAddress, lastSegment } from '../../../addresses.ts'
import { isTrue, record, text } from '../../values.ts'
import type { HugoConfig } from './config.ts'
import type { ContentFile } from './content.ts'
import { normalised } from '../../../../shared/normalise-query.ts'

/** Where a page stands, below the folder of its language. */
interface HugoAddress {
  /** Site path as in `Page`. */
  readonly path: string
  /** Place of the file in the content, which the sections of the site are made of. */
  readonly navPath: string
  /** Address below the site's: `guide/start/`, or `guide/start.html` with `uglyURLs`. */
  readonly address: string
  /** Whether the address counts from the root of the site, and not from the folder of its language. */
  readonly fromRoot: boolean
}

/** Parts of a date by the tokens of `permalinks`. */
const DATE_PARTS: ReadonlyMap<string, (date: Date) => string> = new Map([
  ['year', (date) => String(date.getUTCFullYear())],
  ['month', (date) => String(date.getUTCMonth() + 1).padStart(2, '0')],
  ['monthname', (date) => date.toLocaleString('en', { month: 'long', timeZone: 'UTC' })],
  ['day', (date) => String(date.getUTCDate()).padStart(2, '0')],
  ['weekday', (date) => String(date.getUTCDay())],
  ['weekdayname', (date) => date.toLocaleString('en', { weekday: 'long', timeZone: 'UTC' })],
])
const TOKEN = /:([a-z]+)(?:\[(\d*)(?::(\d*|last))?\])?/g
const FILE_DATE = /^(\d{4}-\d{2}-\d{2})[-_]?(.*)$/
const LIMIT_CHARS = 1000

/** Tells the address of a page, as Hugo makes it of file name, front matter and `permalinks`. Names of fields are in lower case. */
export function addressOf(page: ContentFile, fields: Fields, config: HugoConfig): HugoAddress {
  const isSection = page.name === '_index'
  const own = isSection || page.name === 'index' ? page.section : joinAddress(page.section, page.name)
  const url = text(fields.get('url'))
  const pattern = (url ?? permalinkOf(page, config))?.slice(0, LIMIT_CHARS) ?? null
  const slug = text(fields.get('slug'))
  let written = pattern === null ? null : (expanded(pattern, page, fields, lastSegment(own)) ?? url)
  if (written === null && slug !== null && !isSection) {
    written = joinAddress(own.slice(0, own.length - lastSegment(own).length), urlized(slug, config))
  }
  const path = (written ?? own)
    .slice(0, LIMIT_CHARS)
    // The limit may cut a character in half.
    .toWellFormed()
    .split('/')
    .map((segment) => (url === null ? urlized(segment, config) : segment))
    .join('/')
  const bare = joinAddress(path.replace(/(^|\/)index\.html?$/i, '$1').replace(/\.html?$/i, ''))
  const isFile = /\.html?$/i.test(path) || (isTrue(config['uglyurls']) && !isSection && url === null)
  const address = bare === '' ? '' : isFile ? `${bare}.html` : `${bare}/`
  const inContent = own.split('/').map((segment) => urlized(segment, config))
  const navPath =
    pattern === null
      ? bare
      : joinAddress(...inContent)
          .slice(0, LIMIT_CHARS)
          .toWellFormed()
  return { path: bare, navPath, address, fromRoot: url?.startsWith('/') ?? false }
}

/** Time of publication, in milliseconds, or null. */
export function dateOf({ name, section }: ContentFile, fields: Fields): number | null {
  for (const field of ['date', 'publishdate', 'pubdate', 'published', 'lastmod']) {
    const date = parseUpdated(text(fields.get(field)) ?? '')
    if (date !== null) return Date.parse(date)
  }
  const [, named] = FILE_DATE.exec(name === 'index' ? lastSegment(section) : name) ?? []
  const date = named === undefined ? null : parseUpdated(named)
  return date === null ? null : Date.parse(date)
}

function permalinkOf({ name, section }: ContentFile, config: HugoConfig): string | null {
  const first = (section.split('/', 1)[0] ?? '').toLowerCase()
  const permalinks = record(config['permalinks'])
  if (name === '_index') return text(record(permalinks['section'])[first])
  return text(permalinks[first]) ?? text(record(permalinks['page'])[first])
}

/** A pattern with its tokens replaced; null: a token has no value on this page. */
function expanded(pattern: string, page: ContentFile, fields: Fields, name: string): string | null {
  const time = dateOf(page, fields)
  const date = time === null ? null : new Date(time)
  const sections = page.section.split('/').filter(Boolean)
  // The section of a bundle is the folder around it.
  if (page.name === 'index') sections.pop()
  const title = text(fields.get('title'))
  const slug = text(fields.get('slug'))
  const isDated = FILE_DATE.test(name) && text(fields.get('date')) === null
  const fileName = isDated ? (FILE_DATE.exec(name)?.[2] ?? name) : name
  let isWhole = true
  const value = pattern.replace(TOKEN, (whole, token: string, from?: string, to?: string) => {
    const found = valueOf(token, from, to)?.slice(0, LIMIT_CHARS) ?? null
    if (found === null) isWhole = false
    return found ?? whole
  })
  return isWhole ? value : null

  function valueOf(token: string, from: string | undefined, to: string | undefined): string | null {
    const part = DATE_PARTS.get(token)
    if (part !== undefined) return date === null ? null : part(date)
    const named = new Map([
      ['section', sections[0] ?? ''],
      ['sections', sectionPart(sections, from, to)],
      ['title', title ?? fileName],
      ['slug', slug ?? title ?? fileName],
      ...['filename', 'contentbasename'].map((name) => [name, fileName] as const),
      ...['slugorfilename', 'slugorcontentbasename'].map((name) => [name, slug ?? fileName] as const),
    ])
    return named.get(token) ?? null
  }
}

/** `:sections[1]`, `:sections[1:]`, `:sections[:last]` or all sections. */
function sectionPart(sections: readonly string[], from: string | undefined, to: string | undefined): string {
  if (from === undefined) return sections.join('/')
  const start = Number(from === '' ? 0 : from)
  if (to === undefined) return sections[start] ?? ''
  const end = to === 'last' ? Math.max(0, sections.length - 1) : to === '' ? sections.length : Number(to)
  return sections.slice(start, end).join('/')
}

/** A segment as Hugo writes it into addresses. */
function urlized(segment: string, config: HugoConfig): string {
  const kept = segment
    .trim()
    .replace(/[^\p{L}\p{M}\p{N}._\-%+~@/# ]/gu, '')
    .replace(/ +/g, '-')
    .replaceAll('#', '')
  const plain = isTrue(config['removepathaccents']) ? normalised(kept, 'NFD').replace(/\p{Mn}/gu, '') : kept
  return isTrue(config['disablepathtolower']) ? plain : plain.toLowerCase()
}
