import type { Locale } from '../../shared/locale.ts'

/** A text for every locale, or texts by locale. */
export type Localised = string | Readonly<Partial<Record<Locale, string | undefined>>>

/** The text for a locale, or null. Texts by locale have no fallback: another language would not suit the locale's pages. */
export function textFor(text: Localised | undefined, locale: Locale): string | null {
  return (typeof text === 'string' ? text : text?.[locale]) ?? null
}
