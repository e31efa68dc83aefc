import { z } from 'zod'
import { createParameterParser, type Parameter } from '../../../http/route/parameters.ts'
import type { Endpoint } from '../../../http/route/route.ts'
import type { ServiceError } from '../../../http/route/service-error.ts'
import { ICON_EXTENSIONS } from '../../../icons/icon-record.ts'
import type { IconFilters, IconsService } from '../../../icons/icons-service.ts'
import { FALLBACK_LOCALE, type Locale } from '../../../shared/locale.ts'
import { normaliseQuery } from '../../../shared/normalise-query.ts'
import { SearchAnswer } from '../../search-answer.ts'
import { operation } from './operation.ts'
import { iconRecord } from './record-schema.ts'
import { API_CACHING } from './replies.ts'

const QUERY_MAXIMUM = 200
const LIMIT_MAXIMUM = 100
const LIMIT_DEFAULT = 20
const OFFSET_MAXIMUM = 10_000

const QUERY_FAULT = `Give q at most ${QUERY_MAXIMUM} characters, or leave it out to browse.`
const LIMIT_FAULT = `Give limit a whole number from 1 to ${LIMIT_MAXIMUM} in decimal digits, or leave it out for ${LIMIT_DEFAULT}.`
const OFFSET_FAULT = `Give offset a whole number from 0 to ${OFFSET_MAXIMUM} in decimal digits, or leave it out for 0.`

function filter(description: string): Parameter<string | null> {
  return {
    schema: z
      .string()
      .optional()
      .transform((value) => value ?? null),
    form: 'text',
    code: 'invalid_filter',
    description,
    required: false,
  }
}

/** Query parameters of `/api/v1/icons` (choices §3). Whether a filter's value exists is for the catalogue to say. */
const ICON_PARAMETERS = {
  q: {
    schema: z
      .string()
      .default('')
      .overwrite(normaliseQuery)
      .refine((text) => [...text].length <= QUERY_MAXIMUM, QUERY_FAULT)
      .meta({ maxLength: QUERY_MAXIMUM }),
    form: 'text',
    code: 'invalid_query',
    description:
      'What to look for, in English, Chinese or Korean. Absent or empty: all icons in a stable order. Its length is counted in Unicode code points after NFKC, with white space trimmed and collapsed.',
    required: false,
  },
  limit: {
    schema: z.int(LIMIT_FAULT).min(1, LIMIT_FAULT).max(LIMIT_MAXIMUM, LIMIT_FAULT).default(LIMIT_DEFAULT),
    form: 'integer',
    code: 'invalid_limit',
    description: 'Most results to return, in decimal digits.',
    required: false,
  },
  offset: {
    schema: z.int(OFFSET_FAULT).min(0, OFFSET_FAULT).max(OFFSET_MAXIMUM, OFFSET_FAULT).default(0),
    form: 'integer',
    code: 'invalid_offset',
    description: 'Results to leave out from the beginning, in decimal digits.',
    required: false,
  },
  category: filter('Only icons of this category; `/api/v1/categories` lists them.'),
  style: filter('Only records of this style.'),
  set: filter('Only icons of this set; `/api/v1/sets` lists them.'),
  format: filter(`Only records that come in this format: ${ICON_EXTENSIONS.join(', ')}.`),
  include: {
    schema: z
      .string()
      .default('')
      .transform((text) => text.split(',').includes('facets')),
    form: 'list',
    code: 'invalid_query',
    description: '`facets` adds the number of matches by the values of each filter. Other names are ignored.',
    required: false,
  },
} as const satisfies Record<string, Parameter>

const facet = z.array(z.looseObject({ value: z.string(), count: z.int().min(1) }))

export const iconsResponse = z.looseObject({
  query: z.string().meta({ description: 'The normalised query; empty when browsing' }),
  total: z.int().min(0).meta({ description: 'Icons that match, exactly' }),
  limit: z.int(),
  offset: z.int(),
  results: z
    .array(iconRecord.extend({ score: z.number().meta({ description: 'Relevance; comparable within one response' }) }))
    .meta({ description: 'Most relevant first; of each icon its best style, the others under `variants`' }),
  nearest: z.array(iconRecord).optional().meta({
    description: 'Icons that are nearest in sense to the query, six at most, only where none matches and some are near',
  }),
  facets: z.looseObject({ category: facet, style: facet, set: facet, format: facet }).optional().meta({
    description:
      'Number of matches by the values of each filter, only with `include=facets`. The filter itself does not count: each number is the `total` of the query with that value.',
  }),
})

/** `/api/v1/icons`: the search, and the list of all icons. */
export function searchIcons(icons: IconsService): Endpoint<typeof ICON_PARAMETERS> {
  return {
    parameters: ICON_PARAMETERS,
    operation: operation({
      operationId: 'searchIcons',
      summary: 'Search the icons',
      description:
        'Icons that match every word of the query, best first; where none does, those that match any. Where none matches any, `nearest` may name icons that are near. The styles of one icon are one result. Without a query all icons are listed.',
      response: { description: 'Matches', schema: iconsResponse },
      errors: { 400: ['invalid_query', 'invalid_limit', 'invalid_offset', 'invalid_filter'] },
    }),
    answer({ query }) {
      const { q, limit, offset, include: facets } = query
      const filters = { category: query.category, style: query.style, set: query.set, format: query.format }
      const fault = filterFault(filters, icons)
      if (fault !== null) return fault
      return new SearchAnswer(
        icons,
        q,
        icons.shapeOf({ limit, offset, facets, ...(filters as IconFilters) }),
        API_CACHING,
      )
    },
  }
}

/** A value that the catalogue does not have could only find nothing, and is more likely a mistake. */
function filterFault(
  filters: Readonly<Record<keyof IconFilters, string | null>>,
  { facets: { categories, formats, sets, styles } }: IconsService,
): ServiceError | null {
  const known: Record<keyof IconFilters, readonly string[]> = {
    category: categories.map(({ id }) => id),
    style: styles,
    set: sets.map(({ id }) => id),
    format: formats,
  }
  for (const [param, values] of Object.entries(known)) {
    const value = filters[param as keyof IconFilters]
    if (value !== null && !values.includes(value)) {
      const detail = `Give ${param} one of ${values.join(', ')}.`
      return { ok: false, status: 400, code: 'invalid_filter', detail, param }
    }
  }
  return null
}

const parseCounted = createParameterParser({ q: ICON_PARAMETERS.q, offset: ICON_PARAMETERS.offset })

/** Reads what a request has searched, to count it; null: it lists icons, or asks for more results of a search. */
export function readIconSearch(rawQuery: string): { readonly query: string; readonly locale: Locale } | null {
  const parsed = parseCounted(rawQuery)
  if (!parsed.ok || parsed.value.q === '' || parsed.value.offset > 0) return null
  // One catalogue answers every language.
  return { query: parsed.value.q, locale: FALLBACK_LOCALE }
}
