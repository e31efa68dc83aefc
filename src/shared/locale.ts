/** The locales that Signpost serves. English is the fallback of the others. */
export const LOCALES = ['en', 'zh', 'ko'] as const

export type Locale = (typeof LOCALES)[number]

export const FALLBACK_LOCALE: Locale = 'en'

export function isLocale(value: string): value is Locale {
  return (LOCALES as readonly string[]).includes(value)
}
