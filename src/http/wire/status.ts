/** Every status that Signpost answers, with its phrase (RFC 9110 §15, RFC 6585 §4). */
const PHRASES: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  206: 'Partial Content',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
}

/** The statuses in a fixed order. Their positions are the slots of the request counters. */
export const STATUSES: readonly number[] = Object.keys(PHRASES).map(Number)

/** @throws {RangeError} for a status that is not in the table: it could not be counted. */
export function phraseOf(status: number): string {
  const phrase = PHRASES[status]
  if (phrase === undefined) throw new RangeError(`status ${status} is not in the table of statuses`)
  return phrase
}

/** `404 Not Found`; empty for 200, which uWebSockets.js writes by itself. */
export function statusLineOf(status: number): string {
  return status === 200 ? '' : `${status} ${phraseOf(status)}`
}
