import { z } from 'zod'
import type { ServiceError } from '../../../http/route/service-error.ts'

/** Codes of the interface, §2.4, those of parameters beyond it, of events and of files, and the two of failures that are not the request's. */
const PROBLEM_CODES = [
  'invalid_query',
  'invalid_locale',
  'invalid_limit',
  'invalid_path',
  'invalid_version',
  'invalid_section',
  'page_not_found',
  'endpoint_not_found',
  'invalid_event',
  'body_too_large',
  'unsupported_media_type',
  'range_not_satisfiable',
  'rate_limited',
  'unavailable',
  'internal',
] as const

/** Interface §2.4. */
export const problem = z.looseObject({
  type: z.string().meta({ description: 'Problem type; `about:blank`: the HTTP status describes the problem' }),
  title: z.string().meta({ description: 'Short title: the phrase of the status' }),
  status: z.int().meta({ description: 'HTTP status' }),
  code: z.enum(PROBLEM_CODES).meta({ description: 'What went wrong, for programs' }),
  detail: z.string().meta({ description: 'What went wrong and how to fix the request' }),
  param: z.string().optional().meta({ description: 'The query parameter that caused the problem' }),
  documentation: z.url().optional().meta({ description: 'Page that explains the codes' }),
})

export const NO_SUCH_ADDRESS: ServiceError = {
  ok: false,
  status: 404,
  code: 'endpoint_not_found',
  detail: 'Nothing has this address. /openapi.json lists the API, /llms.txt the documentation.',
}
