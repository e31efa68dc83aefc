/** The locales that Signpost serves. English is the fallback of the others. */
export const LOCALES = ['en', 'zh', 'ko'] as const

export type Locale = (typeof LOCALES)[number]

export const FALLBACK_LOCALE: Locale = 'en'

export function isLocale(value: string): value is Locale {
  return (LOCALES as readonly string[]).includes(value)
}

/** Tells Korean and Chinese by their letters. Null if the text has none of either. */
export function writtenLocale(text: string): Locale | null {
  if (/\p{Script=Hangul}/u.test(text)) return 'ko'
  return /\p{Script=Han}/u.test(text) ? 'zh' : null
}
