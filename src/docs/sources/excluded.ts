import type { Fields } from '../front-matter.ts'
import { parseUpdated } from '../updated.ts'
import type { LeftOutReason } from './source.ts'
import { isTrue, record, text } from './values.ts'

/** Fields that tell when a page shall appear. */
const PUBLICATION = ['publishDate', 'publish_date', 'date']

/** Fields that tell when a page shall go. */
const EXPIRY = ['expiryDate', 'expirydate', 'unpublishDate', 'unpublishdate']

/** Why a page is served, and neither listed nor searched. */
export const UNLISTED = 'not for search engines' satisfies LeftOutReason

/** What the fault of a page that is not listed says. */
export function notListed(why: string | null): string {
  return `the page is served, and stands in no navigation and no search, because it is ${why ?? 'not in the navigation'}`
}

/** Why front matter says that a page is not for readers; null: it does not. */
export function excludedBy(fields: Fields): LeftOutReason | null {
  if (fields.size === 0) return null
  if (isTrue(fields.get('draft')) || fields.get('published') === 'false') return 'a draft'
  const robots = text(fields.get('robots')) ?? text(record(fields.get('robots'))['index'])
  if (isTrue(fields.get('noindex')) || /noindex|^false$/.test(robots ?? '')) return UNLISTED
  for (const name of EXPIRY) {
    const date = parseUpdated(text(fields.get(name)) ?? '')
    if (date !== null && Date.parse(date) < Date.now()) return 'expired'
  }
  for (const name of PUBLICATION) {
    const date = parseUpdated(text(fields.get(name)) ?? '')
    if (date !== null && Date.parse(date) > Date.now()) return 'dated in the future'
  }
  return null
}
