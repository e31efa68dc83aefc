import { z } from 'zod'
import { words } from '../../../../shared/words.ts'

/** Most hits of a page that Algolia allows. */
const HITS_LIMIT = 1000
const PAGE_LIMIT = 1000
const TAG_LIMIT_CHARS = 256
const LIST_LIMIT = 100
const NAME_LIMIT_CHARS = 512

/** Tags that the indexes of DocSearch have by default. Docusaurus gives what is between them its own style. */
const PRE_TAG = '<span class="algolia-docsearch-suggestion--highlight">'
const POST_TAG = '</span>'

/** Parameters that would change what is found in a way that Signpost cannot follow. */
export const REFUSED: readonly string[] = words(
  'numericFilters tagFilters similarQuery aroundLatLng aroundLatLngViaIP insideBoundingBox insidePolygon',
)

const text = z.string().max(NAME_LIMIT_CHARS)
const tag = z.string().max(TAG_LIMIT_CHARS)
const names = z.preprocess(toList, z.array(text).max(LIST_LIMIT))
const count = (limit: number) => z.preprocess(toNumber, z.int().min(0).max(limit))
/** A list of filters that all hold; of a list within it one holds. */
const facetFilters = z.preprocess(toFilters, z.array(z.union([text, z.array(text).max(LIST_LIMIT)])).max(LIST_LIMIT))

const parameters = z.object({
  indexName: text.default(''),
  type: z.enum(['default', 'facet']).default('default'),
  query: z.string().default(''),
  hitsPerPage: count(HITS_LIMIT).optional(),
  page: count(PAGE_LIMIT).default(0),
  offset: count(HITS_LIMIT).optional(),
  length: count(HITS_LIMIT).optional(),
  facetFilters: facetFilters.default([]),
  filters: z.string().max(NAME_LIMIT_CHARS).default(''),
  facets: names.default([]),
  attributesToRetrieve: names.default(['*']),
  attributesToHighlight: names.default(['*']),
  attributesToSnippet: names.default(['content:10']),
  highlightPreTag: tag.default(PRE_TAG),
  highlightPostTag: tag.default(POST_TAG),
  snippetEllipsisText: tag.default('…'),
  distinct: z.preprocess(toDistinct, z.int().min(0)).default(2),
  clickAnalytics: z.preprocess((value) => value === true || value === 'true', z.boolean()).default(false),
})

/** One query of a request, with the names and meanings of Algolia's search parameters. */
export type SearchParameters = z.output<typeof parameters>

/**
 * Reads the parameters of a query, those in its form-coded `params` among them. Members beside it come before those in it.
 *
 * @returns the parameters, or what is wrong with them
 */
export function readParameters(query: Readonly<Record<string, unknown>>): SearchParameters | string {
  const { params, ...beside } = query
  if (params !== undefined && typeof params !== 'string') return 'params must be a string.'
  const within = Object.fromEntries(new URLSearchParams(params ?? ''))
  // An absent parameter is sent as null or as an empty text by some clients.
  const given = Object.entries({ ...within, ...beside }).filter(([, value]) => value !== null && value !== undefined)
  const refused = REFUSED.find((name) => given.some(([known, value]) => known === name && isGiven(value)))
  if (refused !== undefined) return `${refused} is not supported: the documentation has no such attributes.`
  const parsed = parameters.safeParse(Object.fromEntries(given))
  if (parsed.success) return parsed.data
  const name = parsed.error.issues[0]?.path[0]
  return `${String(name)} has another form, or is too long.`
}

/** Names of the parameters that are read. All others but those that are refused are ignored. */
export const HONOURED: readonly string[] = [...Object.keys(parameters.shape), 'params']

function isGiven(value: unknown): boolean {
  return value !== '' && value !== false && value !== 'false' && !(Array.isArray(value) && value.length === 0)
}

function toNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value
}

function toDistinct(value: unknown): unknown {
  if (value === true || value === 'true') return 1
  return value === false || value === 'false' ? 0 : toNumber(value)
}

/** In form-coded parameters a list is JSON, or names between commas. */
function toList(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return value.startsWith('[') ? parsed(value) : value.split(',').filter((name) => name !== '')
}

function toFilters(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (value.startsWith('[')) return parsed(value)
  return value === '' ? [] : value.split(',')
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown
  } catch {
    return null
  }
}
