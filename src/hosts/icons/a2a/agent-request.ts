import { FACET_NAMES } from '../../../engine/catalogue/catalogue-index.ts'
import { z } from 'zod'
import { EMBED_TARGETS, type EmbedTarget } from '../../../icons/embed/embed-input.ts'
import { ICON_ID, type IconExtension } from '../../../icons/icon-record.ts'
import type { IconFacets, IconFilters } from '../../../icons/icons-service.ts'
import { normaliseQuery } from '../../../shared/normalise-query.ts'

export const NO_FILTERS: IconFilters = { category: null, style: null, set: null, format: null }
export const LIMIT_DEFAULT = 10
export const QUERY_LIMIT_CHARS = 200
/** Longest query before it is normalised, which bounds the cost of normalising. */
const RAW_QUERY_LIMIT_CHARS = 2_000
export const LIMIT_MAXIMUM = 100
const OFFSET_MAXIMUM = 10_000
/** Longest id, slug or filter; none that exists is longer. */
const NAME_LIMIT_CHARS = 128
const SLUG = /^[a-z0-9-]+$/

const TOO_LONG = `at most ${QUERY_LIMIT_CHARS} characters`
const query = z
  .string()
  .max(RAW_QUERY_LIMIT_CHARS, { error: TOO_LONG, abort: true })
  .transform(normaliseQuery)
  .refine((text) => [...text].length <= QUERY_LIMIT_CHARS, TOO_LONG)
  .default('')
const limit = z.int().min(1).max(LIMIT_MAXIMUM).default(LIMIT_DEFAULT)
const filter = z.string().max(NAME_LIMIT_CHARS).nullish()
const id = z.string().max(NAME_LIMIT_CHARS).regex(ICON_ID)

/** Schema of the requests in data parts. Other members are ignored. */
const dataRequest = z.discriminatedUnion('skill', [
  z.object({
    skill: z.literal('find_icons'),
    query,
    limit,
    offset: z.int().min(0).max(OFFSET_MAXIMUM).default(0),
    category: filter,
    style: filter,
    set: filter,
    format: filter,
  }),
  z.object({ skill: z.literal('get_icon'), id }),
  z.object({ skill: z.literal('get_embed_code'), id, target: z.enum(EMBED_TARGETS).default('html') }),
  z.object({ skill: z.literal('find_guides'), query, limit }),
  z.object({ skill: z.literal('read_guide'), slug: z.string().max(NAME_LIMIT_CHARS).regex(SLUG) }),
])

type DataRequest = z.output<typeof dataRequest>

/** Filters are values of the catalogue. The query `''` lists icons. */
export type FindIcons = Omit<Extract<DataRequest, { skill: 'find_icons' }>, keyof IconFilters> & IconFilters
/** The query `''` lists all guides. */
export type FindGuides = Extract<DataRequest, { skill: 'find_guides' }>
/** Asks for the code of the best icon of a search. */
export interface FindCode {
  readonly skill: 'find_code'
  readonly find: FindIcons
  readonly target: EmbedTarget
}
/** A request to the agent, from a data part or from text. */
export type AgentRequest =
  | FindIcons
  | FindCode
  | Exclude<DataRequest, { skill: 'find_icons' }>
  | { readonly skill: 'help' }

/** Parses the request in a data part, or describes its fault. Filters must be values of the catalogue. */
export function parseDataRequest(
  data: unknown,
  facets: IconFacets,
): { readonly ok: true; readonly request: AgentRequest } | { readonly ok: false; readonly detail: string } {
  const parsed = dataRequest.safeParse(data)
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ message, path }) => [...path, message].join(': '))
    return { ok: false, detail: `The data part holds no request that the agent card describes: ${issues.join('; ')}.` }
  }
  if (parsed.data.skill !== 'find_icons') return { ok: true, request: parsed.data }
  const { category, format, set, style, ...rest } = parsed.data
  const known = filterValues(facets)
  const given = { category: category || null, style: style || null, set: set || null, format: format || null }
  for (const name of FACET_NAMES) {
    const value = given[name]
    if (value !== null && !known[name].includes(value)) {
      return { ok: false, detail: `Give ${name} one of ${known[name].join(', ')}.` }
    }
  }
  return { ok: true, request: { ...rest, ...given, format: given.format as IconExtension | null } }
}

export function filterValues({
  categories,
  formats,
  sets,
  styles,
}: IconFacets): Readonly<Record<keyof IconFilters, readonly string[]>> {
  return {
    category: categories.map(({ id }) => id),
    style: styles.filter((style) => style !== ''),
    set: sets.map(({ id }) => id),
    format: formats,
  }
}
