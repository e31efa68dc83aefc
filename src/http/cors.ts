import type { Headers } from './header-block.ts'

const PREFLIGHT_MAX_AGE_SECONDS = 86_400

/** Methods that every route answers. */
export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS'

/** Any page may read any answer of a host without credentials, errors and their header fields included. */
export const PUBLIC_CORS_HEADERS: Headers = [
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Expose-Headers', 'Allow, Content-Language, ETag, Link, Retry-After, X-Request-Id'],
]

export const PREFLIGHT_HEADERS: Headers = [
  ['Access-Control-Allow-Methods', ALLOWED_METHODS],
  ['Access-Control-Allow-Headers', '*'],
  ['Access-Control-Max-Age', String(PREFLIGHT_MAX_AGE_SECONDS)],
]
