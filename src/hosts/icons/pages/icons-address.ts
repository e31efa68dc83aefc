import { FACET_NAMES } from '../../../engine/catalogue/catalogue-index.ts'
import type { Locale } from '../../../shared/locale.ts'

/** The view of the list of icons. A member is null or `''` where it does not matter. */
export interface IconsView {
  readonly q: string
  readonly category: string | null
  readonly style: string | null
  readonly set: string | null
  readonly format: string | null
  /** Number of the page, from 1. */
  readonly page: number
}

/** Number of icons on one page of the list. */
export const PAGE_SIZE = 48

/** Id of the search form. The filters refer to it, since they are outside of it. */
export const SEARCH_FORM_ID = 'ui:search'

/** Writes the address of the list of icons. A page that was requested in a language keeps it in its addresses. */
export function homeAddress(view: Partial<IconsView>, lang: Locale | null): string {
  const { page = 1, q = '' } = view
  const parameters = new URLSearchParams()
  if (q !== '') parameters.set('q', q)
  for (const name of FACET_NAMES) {
    const value = view[name] ?? null
    if (value !== null) parameters.set(name, value)
  }
  if (page > 1) parameters.set('page', String(page))
  return withLanguage('/', parameters, lang)
}

/** @param choices Parameters of what was chosen for the icon. */
export function iconAddress(id: string, lang: Locale | null, choices = new URLSearchParams()): string {
  return withLanguage(`/icons/${id}`, new URLSearchParams(choices), lang)
}

function withLanguage(path: string, parameters: URLSearchParams, lang: Locale | null): string {
  if (lang !== null) parameters.set('lang', lang)
  const query = parameters.toString()
  return query === '' ? path : `${path}?${query}`
}
