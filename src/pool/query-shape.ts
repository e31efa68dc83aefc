import { LOCALES, type Locale } from '../shared/locale.ts'

const LOCALE_RADIX = 4
const LIMIT_RADIX = 64

/** Everything of a query but its text, as one small number: it is a key's beginning and costs nothing to send. */
export function packShape(locale: Locale, limit: number, highlights: boolean): number {
  return ((highlights ? 1 : 0) * LIMIT_RADIX + limit) * LOCALE_RADIX + LOCALES.indexOf(locale)
}

export function unpackShape(shape: number): { locale: Locale; limit: number; highlights: boolean } {
  const locale = LOCALES[shape % LOCALE_RADIX]
  if (locale === undefined) throw new RangeError(`no query has the shape ${shape}`)
  const rest = Math.floor(shape / LOCALE_RADIX)
  return { locale, limit: rest % LIMIT_RADIX, highlights: rest >= LIMIT_RADIX }
}
