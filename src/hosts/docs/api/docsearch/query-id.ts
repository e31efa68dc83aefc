import { isLocale, type Locale } from '../../../../shared/locale.ts'
import { isSearchable } from '../search.ts'

/** Longest name that a query of 200 characters can have. */
const QUERY_ID_LIMIT_CHARS = 1100

/** Names a search so that a click that carries the name can be counted for it. Nothing of the search is kept. */
export function writeQueryId(locale: Locale, query: string): string {
  return Buffer.from(`${locale} ${query}`).toString('base64url')
}

/** The search that a name stands for; null: it is no name of a search. */
export function readQueryId(id: string): { readonly locale: Locale; readonly query: string } | null {
  if (id.length > QUERY_ID_LIMIT_CHARS) return null
  const [locale = '', ...words] = Buffer.from(id, 'base64url').toString('utf8').split(' ')
  const query = words.join(' ')
  return isLocale(locale) && isSearchable(query) ? { locale, query } : null
}
