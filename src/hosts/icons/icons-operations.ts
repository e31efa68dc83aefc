import type { z } from 'zod'
import type { Operation } from '../../http/route/route.ts'
import { SCOPE } from '../../tokens/claims.ts'
import { categoriesResponse, iconRecord, iconsResponse, setsResponse, suggestResponse } from './icons-schemas.ts'

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

function operation(
  operationId: string,
  summary: string,
  description: string,
  response: { readonly description: string; readonly schema: z.ZodType },
  errors: Operation['errors'] = {},
): Operation {
  return {
    operationId,
    summary,
    description,
    security: SECURITY,
    response: { ...response, mediaType: 'application/json', headers: HEADERS },
    errors: { ...errors, ...LIMIT_ERRORS },
  }
}

export const SEARCH_ICONS = operation(
  'searchIcons',
  'Search the icons',
  'Icons that match every word of the query, best first; where none does, those that match any. The styles of one icon are one result. Without a query all icons are listed.',
  { description: 'Matches', schema: iconsResponse },
  { 400: ['invalid_query', 'invalid_limit', 'invalid_offset', 'invalid_filter'] },
)

export const GET_ICON: Operation = {
  ...operation(
    'getIcon',
    'Get one icon',
    'The record of an icon in one style.',
    { description: 'The record', schema: iconRecord },
    { 404: ['icon_not_found'] },
  ),
  path: { template: '/api/v1/icons/{id}', parameters: { id: 'Id of the record, as search results give it' } },
}

export const LIST_CATEGORIES = operation(
  'listCategories',
  'List the categories',
  'Categories, for the filter of a search.',
  {
    description: 'All categories',
    schema: categoriesResponse,
  },
)

export const LIST_SETS = operation('listSets', 'List the sets', 'Sets with licence, author and source.', {
  description: 'All sets',
  schema: setsResponse,
})

export const SUGGEST = operation(
  'suggestWords',
  'Complete a word',
  'Names and words of icons that begin with a prefix, those of most icons first.',
  { description: 'Completions', schema: suggestResponse },
  { 400: ['invalid_query', 'invalid_limit'] },
)
