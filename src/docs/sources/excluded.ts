import type { Fields } from '../front-matter.ts'
import { parseUpdated } from '../updated.ts'
import type { LeftOutReason } from './source.ts'
import { isFalse, isMarked, isTrue, lowered, memberOf, record, text, texts } from './values.ts'

/** Fields that tell when a page shall appear. */
const PUBLICATION = ['publishdate', 'publish_date', 'date']

/** Fields that tell when a page shall go. */
const EXPIRY = ['expirydate', 'unpublishdate']

/** Fields that take a page out of search alone where they are true, without capitals and `_`: those of themes of Hugo and of Jekyll, of Redocly and Sphinx. */
const UNSEARCHED = new Set([
  'booksearchexclude',
  'excludefromsearch',
  'excludesearch',
  'nosearch',
  'searchexclude',
  'searchhidden',
])

/** Fields that do so where they are false: those of VitePress and GitBook, Starlight, and Nextra. */
const SEARCHED = new Set(['pagefind', 'search', 'searchable'])

/** Why a page is served, and neither listed nor searched. */
export const UNLISTED = 'not for search engines' satisfies LeftOutReason

/** What the fault of a page that is not listed says. */
export function notListed(why: string | null): string {
  return `the page is served, and stands in no navigation and no search, because it is ${why ?? 'not in the navigation'}`
}

/** Why front matter says that a page is not for readers; null: it does not. */
export function excludedBy(written: Fields): LeftOutReason | null {
  const fields = lowered(written)
  if (isMarked(fields.get('draft')) || isFalse(fields.get('published'))) return 'a draft'
  const robots = fields.get('robots')
  const { index = robots } = record(robots)
  if (['noindex', 'unlisted'].some((name) => isMarked(fields.get(name))) || isFalse(index)) return UNLISTED
  if (texts(index).some((each) => /\b(?:noindex|none)\b/i.test(each))) return UNLISTED
  if (timesOf(fields, EXPIRY).some((time) => time < Date.now())) return 'expired'
  if (timesOf(fields, PUBLICATION).some((time) => time > Date.now())) return 'dated in the future'
  return null
}

/** Whether front matter keeps a page out of search alone. It is listed and linked as others are. */
export function isUnsearched(fields: Fields): boolean {
  for (const [written, value] of fields) {
    const name = written.toLowerCase().replaceAll('_', '')
    if (UNSEARCHED.has(name) ? isTrue(value) : SEARCHED.has(name) && isFalse(value)) return true
    // Material for MkDocs, and parameters of Hugo.
    if (name === 'search' && isTrue(memberOf(value, 'exclude'))) return true
    if (name === 'params' && isUnsearched(new Map(Object.entries(record(value))))) return true
  }
  return false
}

/** What the fault of such a page says. */
export const NOT_SEARCHED =
  'the page is served and listed, and no search finds it, because its site keeps it out of search'

/** The next time at which front matter lets a page appear or go, in milliseconds since the epoch; Infinity: never. */
export function nextChange(written: Fields): number {
  const fields = lowered(written)
  return Math.min(...timesOf(fields, [...EXPIRY, ...PUBLICATION]).filter((time) => time > Date.now()))
}

function timesOf(fields: Fields, names: readonly string[]): number[] {
  return names.flatMap((name) => {
    const date = parseUpdated(text(fields.get(name)) ?? '')
    return date === null ? [] : Date.parse(date)
  })
}
