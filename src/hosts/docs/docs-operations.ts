import type { Operation } from '../../http/route/route.ts'
import { pageResponse, searchResponse } from './docs-schemas.ts'

const CACHING_HEADERS = {
  ETag: 'Strong entity tag; send it back in If-None-Match',
  'Cache-Control': 'How long the answer may be kept',
  'X-Request-Id': 'Names the request in the log of the service',
}

const SERVER_ERRORS = { 500: ['internal'], 503: ['unavailable'] }

/** The operations of interface §4.1, in words. */
export const SEARCH_DOCS: Operation = {
  operationId: 'searchDocs',
  summary: 'Search the documentation',
  description:
    'Full-text search ranked by relevance, title matches weighted highest. When a locale other than English has no match, the results are English ones.',
  response: {
    description: 'Matches, most relevant first',
    mediaType: 'application/json',
    schema: searchResponse,
    headers: CACHING_HEADERS,
  },
  errors: { 400: ['invalid_query', 'invalid_locale', 'invalid_limit'], ...SERVER_ERRORS },
}

export const GET_DOC_PAGE: Operation = {
  operationId: 'getDocPage',
  summary: 'Get one page',
  description:
    'One page with its metadata and its content as Markdown. A page without a translation is the English one.',
  response: {
    description: 'The page',
    mediaType: 'application/json',
    schema: pageResponse,
    headers: { 'Content-Language': 'Locale that the page was served in', ...CACHING_HEADERS },
  },
  errors: { 400: ['invalid_path'], 404: ['page_not_found'], ...SERVER_ERRORS },
}

export const GET_LLMS_TXT: Operation = {
  operationId: 'getLlmsTxt',
  summary: 'Get the index for language models',
  description:
    'A curated Markdown index of the documentation: what it covers, when to use it, links to the Markdown of each section.',
  response: { description: 'The index', mediaType: 'text/plain', headers: CACHING_HEADERS },
  errors: { ...SERVER_ERRORS },
}
