/** Every status that Signpost answers, with its phrase (RFC 9110 §15). */
const PHRASES: Readonly<Record<number, string>> = {
  200: 'OK',
  204: 'No Content',
  302: 'Found',
  304: 'Not Modified',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** The statuses in a fixed order: their positions are the slots of the request counters. */
export const STATUSES: readonly number[] = Object.keys(PHRASES).map(Number)

export function phraseOf(status: number): string {
  const phrase = PHRASES[status]
  if (phrase === undefined) throw new RangeError(`status ${status} is not in the table of statuses`)
  return phrase
}
