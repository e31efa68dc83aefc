import { json } from './reply.ts'
import type { Reply } from './reply.ts'
import type { ServiceError } from './service-error.ts'
import { phraseOf } from './status.ts'

/** Turns a refusal into an answer. Each host has one; they differ in the body alone. */
export type ErrorWire = (error: ServiceError) => Reply

/**
 * Problem details (RFC 9457): `type` is about:blank, so `title` is the phrase of the status (§4.2.1).
 *
 * @param documentationUrl Gives a page that this service serves and that explains the codes.
 */
export function createProblemWire(documentationUrl: () => string): ErrorWire {
  return (error) => ({
    status: error.status,
    mediaType: 'application/problem+json',
    body: json({
      type: 'about:blank',
      title: phraseOf(error.status),
      status: error.status,
      code: error.code,
      detail: error.detail,
      ...(error.param === undefined ? {} : { param: error.param }),
      documentation: documentationUrl(),
    }),
    cacheControl: 'no-store',
    headers: errorHeaders(error),
  })
}

function errorHeaders(error: ServiceError): [string, string][] {
  const headers: [string, string][] = []
  if (error.allow !== undefined) headers.push(['Allow', error.allow])
  if (error.retryAfterSeconds !== undefined) headers.push(['Retry-After', String(error.retryAfterSeconds)])
  return headers
}
