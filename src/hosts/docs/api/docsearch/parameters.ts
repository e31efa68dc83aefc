import { z } from 'zod'
import { words } from '../../../../shared/words.ts'

/** Most hits of a page that Algolia allows. A smaller budget clips what is asked for: see `budget.ts`. */
const HITS_LIMIT = 1000
const PAGE_LIMIT = 1000
/** Tags with the classes of Tailwind have a hundred characters. `budget.ts` bounds what all of an answer have. */
const TAG_LIMIT_CHARS = 256
const ELLIPSIS_LIMIT_CHARS = 64
/** A page of results of InstantSearch sends some 500, and Docusaurus 50 more for each of its plugins and versions. */
const PARAMS_LIMIT_CHARS = 8192
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
const names = z.preprocess(toList, z.array(text))
const count = (limit: number) => z.preprocess(toNumber, z.int().min(0).max(limit))
/** A list of filters that all hold; of a list within it one holds. */
const facetFilters = z.preprocess(toFilters, z.array(z.union([text, z.array(text)])))

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
  snippetEllipsisText: z.string().max(ELLIPSIS_LIMIT_CHARS).default('…'),
  distinct: z.preprocess(toDistinct, z.int().min(0)).default(2),
  clickAnalytics: z.preprocess((value) => value === true || value === 'true', z.boolean()).default(false),
})

const NAMES: readonly string[] = Object.keys(parameters.shape)

/** One query of a request, with the names and meanings of Algolia's search parameters. */
export type SearchParameters = z.output<typeof parameters>

/**
 * Reads the parameters of a query, those in its form-coded `params` among them. Members beside it come before those in it.
 *
 * @returns the parameters, or what is wrong with them
 */
export function readParameters(query: Readonly<Record<string, unknown>>): SearchParameters | string {
  const { params } = query
  if (params !== undefined && typeof params !== 'string') return 'params must be a string.'
  if ((params ?? '').length > PARAMS_LIMIT_CHARS) return `params may have ${PARAMS_LIMIT_CHARS} characters at most.`
  const within: Readonly<Record<string, unknown>> = Object.fromEntries(new URLSearchParams(params ?? ''))
  // An absent parameter is sent as null or as an empty text by some clients.
  const given = (name: string): unknown => query[name] ?? within[name] ?? undefined
  const refused = REFUSED.find((name) => isGiven(given(name)))
  if (refused !== undefined) return `${refused} is not supported: the documentation has no such attributes.`
  const parsed = parameters.safeParse(Object.fromEntries(NAMES.map((name) => [name, given(name)])))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const name = String(issue?.path[0])
  return issue?.code === 'too_big' && issue.origin === 'string'
    ? `${name} may have ${issue.maximum} characters at most.`
    : `${name} has another form, or is too long.`
}

/** Names of the parameters that are read. All others but those that are refused are ignored. */
export const HONOURED: readonly string[] = [...NAMES, 'params']

function isGiven(value: unknown): boolean {
  return (
    value !== undefined &&
    value !== '' &&
    value !== false &&
    value !== 'false' &&
    !(Array.isArray(value) && value.length === 0)
  )
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
  if (typeof value !== 'string') return bounded(value)
  return bounded(value.startsWith('[') ? parsed(value) : value.split(',').filter((name) => name !== ''))
}

function toFilters(value: unknown): unknown {
  if (typeof value !== 'string') return bounded(value)
  if (value.startsWith('[')) return bounded(parsed(value))
  return value === '' ? [] : bounded(value.split(','))
}

/** Null in place of a list that is too long with the lists within it, so that nobody looks at each of its members. */
function bounded(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  const lists: readonly unknown[] = value
  const length = lists.reduce<number>((sum, each) => sum + (Array.isArray(each) ? each.length : 1), 0)
  return length > LIST_LIMIT ? null : value
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown
  } catch {
    return null
  }
}
