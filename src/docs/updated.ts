const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ]+(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?\s*(Z|z|[+-]\d{2}:?\d{2})?)?$/

/**
 * Converts a date, or a date and time, as people write it in front matter, to RFC 3339 (§5.6, in UTC, whole seconds).
 * Without an offset the time is UTC; without a time it is midnight. Null when it is no date of the calendar.
 */
export function parseUpdated(text: string): string | null {
  const parts = DATE_TIME.exec(text)
  if (!parts) return null
  const [, year, month, day, hour = '00', minute = '00', second = '00', offset = 'Z'] = parts
  const date = `${year}-${month}-${day}`
  const midnight = new Date(`${date}T00:00:00Z`)
  // Date accepts February 30th and makes it March.
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(date)) return null
  const zone = offset.toUpperCase() === 'Z' ? 'Z' : offset.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2')
  const time = new Date(`${date}T${hour}:${minute}:${second}${zone}`)
  return Number.isNaN(time.getTime()) ? null : `${time.toISOString().slice(0, 19)}Z`
}
