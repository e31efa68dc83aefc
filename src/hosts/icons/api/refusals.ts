import { z } from 'zod'
import type { ServiceError } from '../../../http/route/service-error.ts'

const REST_CODES = [
  'invalid_query',
  'invalid_limit',
  'invalid_offset',
  'invalid_filter',
  'invalid_rendition',
  'icon_not_found',
  'endpoint_not_found',
  'method_not_allowed',
  'rate_limited',
  'invalid_token',
  'unavailable',
  'internal',
] as const

/** Interface §2.9. */
export const restError = z.looseObject({
  error: z.looseObject({
    code: z.enum(REST_CODES).meta({ description: 'What went wrong, for programs' }),
    message: z.string().meta({ description: 'What went wrong and how to fix the request' }),
  }),
})

export const NO_SUCH_ADDRESS: ServiceError = {
  ok: false,
  status: 404,
  code: 'endpoint_not_found',
  detail: 'Nothing has this address. /openapi.json lists the API, /docs/index.md the guides.',
}

export const NO_SUCH_ICON: ServiceError = {
  ok: false,
  status: 404,
  code: 'icon_not_found',
  detail: 'No icon has this id. Find icons by /api/v1/icons?q=, or all of them in /catalog.json.',
}
