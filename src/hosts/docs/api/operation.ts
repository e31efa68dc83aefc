/** Header fields of every answer of the API. */
export const CACHING_HEADERS = {
  ETag: 'Strong entity tag; send it back in If-None-Match',
  'Cache-Control': 'How long the answer may be kept',
  'X-Request-Id': 'Names the request in the log of the service',
}

/** Errors of every operation of the API. */
export const SERVER_ERRORS = { 500: ['internal'], 503: ['unavailable'] }
