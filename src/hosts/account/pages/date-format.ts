import type { Locale } from '../../../shared/locale.ts'

/**
 * Creates the date format of the pages. Without a script the reader's time zone is unknown, so all dates are in UTC, and
 * say so. Hours are 0 to 23, since Korean dates would have an English AM or PM.
 */
export function dateFormat(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { ...options, hourCycle: 'h23', timeZone: 'UTC' })
}
