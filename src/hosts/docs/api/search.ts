import { z } from 'zod'
import type { DocsService } from '../../../docs/served/docs-service.ts'
import { createParameterParser, type Parameter } from '../../../http/route/parameters.ts'
import type { Endpoint } from '../../../http/route/route.ts'
import { FACET_LIMIT } from '../../../engine/query/section-tally.ts'
import { normaliseQuery } from '../../../shared/normalise-query.ts'
import { FALLBACK_LOCALE, LOCALES, type Locale } from '../../../shared/locale.ts'
import { CONTENT_CACHING } from '../../content-reply.ts'
import { SearchAnswer } from '../../search-answer.ts'
import { CACHING_HEADERS, SERVER_ERRORS } from './operation.ts'
import { chooseSection, chooseVersion, SECTION_PARAMETER, VERSION_PARAMETER } from './scope.ts'

const QUERY_MINIMUM = 2
/** Longest query, in code points. */
export const QUERY_MAXIMUM = 200
const LIMIT_MAXIMUM = 50
const LIMIT_DEFAULT = 10

const QUERY_FAULT = `Give q ${QUERY_MINIMUM} to ${QUERY_MAXIMUM} characters to search for.`
const LOCALE_FAULT = `Give locale one of ${LOCALES.join(', ')}, or leave it out for ${FALLBACK_LOCALE}.`
const LIMIT_FAULT = `Give limit a whole number from 1 to ${LIMIT_MAXIMUM} in decimal digits, or leave it out for ${LIMIT_DEFAULT}.`

/** Query parameters of `/api/search` (interface §4.1). */
export const SEARCH_PARAMETERS = {
  q: {
    schema: z
      .string(QUERY_FAULT)
      .overwrite(normaliseQuery)
      .refine(isSearchable, QUERY_FAULT)
      .meta({ minLength: QUERY_MINIMUM, maxLength: QUERY_MAXIMUM }),
    quick: quickQuery,
    form: 'text',
    code: 'invalid_query',
    description:
      'Search terms. Their length is counted in Unicode code points after NFKC, with white space trimmed and collapsed.',
    required: true,
  },
  locale: {
    schema: z.enum(LOCALES, LOCALE_FAULT).default(FALLBACK_LOCALE),
    form: 'text',
    code: 'invalid_locale',
    description: 'Language to search. Without a match in it the results are English ones.',
    required: false,
  },
  limit: {
    schema: z.int(LIMIT_FAULT).min(1, LIMIT_FAULT).max(LIMIT_MAXIMUM, LIMIT_FAULT).default(LIMIT_DEFAULT),
    form: 'integer',
    code: 'invalid_limit',
    description: 'Most results to return, in decimal digits.',
    required: false,
  },
  include: {
    schema: z
      .string()
      .default('')
      .transform((text) => {
        const names = text.split(',')
        const sections = names.includes('sections') ? ('snippets' as const) : ('none' as const)
        return { highlights: names.includes('highlights'), sections, facets: names.includes('facets') }
      })
      .meta({ examples: ['highlights', 'sections', 'facets', 'highlights,sections,facets'] }),
    form: 'list',
    code: 'invalid_query',
    description:
      'Optional members to add, separated by commas: `highlights`, `sections`, `facets`. Other names are ignored, so that clients may ask for later ones.',
    required: false,
  },
  typing: {
    schema: z
      .string()
      .default('')
      .meta({ examples: ['1'] }),
    form: 'list',
    code: 'invalid_query',
    description:
      '`1` says that the reader is still typing, so that the search is not counted where searches are. It changes no answer.',
    required: false,
  },
  version: VERSION_PARAMETER,
  section: SECTION_PARAMETER,
} as const satisfies Record<string, Parameter>

function quickQuery(text: string): string | undefined {
  const query = normaliseQuery(text)
  return isSearchable(query) ? query : undefined
}

export function isSearchable(query: string): boolean {
  // A code point takes one unit or two: most queries need no counting.
  if (query.length >= 2 * QUERY_MINIMUM && query.length <= QUERY_MAXIMUM) return true
  const length = codePointCount(query)
  return length >= QUERY_MINIMUM && length <= QUERY_MAXIMUM
}

function codePointCount(text: string): number {
  let count = text.length
  for (let index = 0; index < text.length; index++) if ((text.charCodeAt(index) & 0xfc00) === 0xdc00) count--
  return count
}

const range = z.tuple([z.int().min(0), z.int().min(0)])

const searchResult = z.looseObject({
  title: z.string().meta({ description: 'Page title' }),
  description: z.string().meta({ description: 'Page summary; empty when the page has none' }),
  section: z.string().meta({ description: 'Top-level section; empty for the home page of the locale' }),
  locale: z.enum(LOCALES).meta({ description: 'Locale of the result' }),
  version: z.string().optional().meta({ description: 'Version of the page; absent where it belongs to every version' }),
  url: z.url().meta({ description: 'Page address for people' }),
  markdownUrl: z.url().meta({ description: 'Address of the page content as Markdown' }),
  score: z.number().meta({ description: 'Relevance; higher is more relevant; comparable only within one response' }),
  anchor: z
    .string()
    .optional()
    .meta({ description: 'Fragment of the heading that the best match is under; only with `include=highlights`' }),
  highlights: z
    .looseObject({
      title: z.array(range).meta({ description: 'Matches in the title, as [start, end) in UTF-16 code units' }),
      extract: z.string().meta({ description: 'Text around the best match in the page' }),
      ranges: z.array(range).meta({ description: 'Matches in the extract, as [start, end) in UTF-16 code units' }),
    })
    .optional()
    .meta({ description: 'Where the words matched; only with `include=highlights`' }),
  sections: z
    .array(
      z.looseObject({
        headings: z
          .array(z.string())
          .meta({ description: 'Headings that lead to the section, its own last; empty for the top of the page' }),
        anchor: z.string().meta({ description: 'Fragment of its heading; empty for the top of the page' }),
        url: z.url().meta({ description: 'Address of the section for people' }),
        snippet: z.string().meta({ description: 'Whole sentences around the best match, of at most 300 characters' }),
        ranges: z.array(range).meta({ description: 'Matches in the snippet, as [start, end) in UTF-16 code units' }),
      }),
    )
    .max(3)
    .optional()
    .meta({ description: 'Sections of the page that match, best first; only with `include=sections`' }),
})

/** Interface §2.1 and §2.2. */
export const searchResponse = z.looseObject({
  query: z.string().meta({ description: 'The normalised search terms' }),
  locale: z
    .enum(LOCALES)
    .meta({ description: 'Locale that the results come from; `en` when the requested one had no match' }),
  total: z
    .int()
    .min(0)
    .meta({ description: 'Number of pages that the results are taken from; never less than the number returned' }),
  results: z
    .array(searchResult)
    .meta({ description: 'Matches, most relevant first: `limit` or `total`, whichever is less' }),
  facets: z
    .looseObject({
      section: z
        .array(
          z.looseObject({
            value: z.string().meta({ description: 'What the parameter `section` takes' }),
            name: z.string().meta({ description: 'Title of the section for readers' }),
            count: z.int().min(1).meta({ description: '`total` of the query in this section' }),
          }),
        )
        .max(FACET_LIMIT)
        .meta({ description: 'Sections with matches, most first, whichever section the results are of' }),
    })
    .optional()
    .meta({ description: 'Number of matching pages by section; only with `include=facets`' }),
})

/** `/api/search`: full-text search. */
export function searchDocs(docs: DocsService): Endpoint<typeof SEARCH_PARAMETERS> {
  return {
    parameters: SEARCH_PARAMETERS,
    operation: {
      operationId: 'searchDocs',
      summary: 'Search the documentation',
      description:
        'Full-text search ranked by relevance, title matches weighted highest. When a locale other than English has no match, the results are English ones. Of documentation with versions, one version and the pages without versions are searched. Results can be limited to one section.',
      response: {
        description: 'Matches, most relevant first',
        mediaType: 'application/json',
        schema: searchResponse,
        headers: CACHING_HEADERS,
      },
      errors: {
        400: ['invalid_query', 'invalid_locale', 'invalid_limit', 'invalid_version', 'invalid_section'],
        ...SERVER_ERRORS,
      },
    },
    answer({ query: { q, locale, limit, include, section, version } }) {
      const chosen = chooseVersion(docs.site, version)
      if (!chosen.ok) return chosen
      const within = chooseSection(docs.site, section)
      if (!within.ok) return within
      const shape = docs.shapeOf({ locale, limit, ...include, version: chosen.value.number, section: within.value })
      return new SearchAnswer(docs, q, shape, CONTENT_CACHING)
    },
  }
}

const parseCounted = createParameterParser({
  q: SEARCH_PARAMETERS.q,
  locale: SEARCH_PARAMETERS.locale,
  typing: SEARCH_PARAMETERS.typing,
  section: SEARCH_PARAMETERS.section,
})

/** Reads what a request has searched, to count it; null: its reader is still typing, or searches one section alone. */
export function readSearch(rawQuery: string): { readonly query: string; readonly locale: Locale } | null {
  const parsed = parseCounted(rawQuery)
  if (!parsed.ok) return null
  const { locale, q, section, typing } = parsed.value
  return typing === '1' || section !== undefined ? null : { query: q, locale }
}
