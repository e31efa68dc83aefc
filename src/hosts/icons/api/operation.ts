import type { z } from 'zod'
import type { Operation } from '../../../http/route/route.ts'
import { SCOPE } from '../../../tokens/claims.ts'

/** Name of the security scheme. */
export const BEARER = 'bearer'
/** A token is of use, and none is needed (interface §5.3). */
const SECURITY = [{}, { [BEARER]: [SCOPE] }]

const HEADERS = {
  ETag: 'Strong entity tag; send it back in If-None-Match',
  'Cache-Control': 'How long the answer may be kept',
  RateLimit: 'Requests left, and seconds until the window has passed',
  'RateLimit-Policy': 'The limit that holds for this client',
  'X-Request-Id': 'Names the request in the log of the service',
}

const LIMIT_ERRORS = { 401: ['invalid_token'], 429: ['rate_limited'], 500: ['internal'], 503: ['unavailable'] }

/** The words that an operation of the API has for itself. */
interface OwnWords extends Pick<Operation, 'operationId' | 'path' | 'summary' | 'description'> {
  readonly response: { readonly description: string; readonly schema: z.ZodType }
  readonly errors?: Operation['errors']
}

/** Adds what all operations of the API have in common. */
export function operation({ errors, response, ...words }: OwnWords): Operation {
  return {
    ...words,
    security: SECURITY,
    response: { ...response, mediaType: 'application/json', headers: HEADERS },
    errors: { ...errors, ...LIMIT_ERRORS },
  }
}
