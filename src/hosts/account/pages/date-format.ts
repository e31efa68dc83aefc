import type { Locale } from '../../../shared/locale.ts'

/**
 * Dates of the pages: without a script the reader's time zone is not known, so all are in UTC, and say so. Hours are counted to 24,
 * since Korean would have an English AM or PM.
 */
export function dateFormat(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { ...options, hourCycle: 'h23', timeZone: 'UTC' })
}
