import { z } from 'zod'
import type { Parameter } from '../../http/route/parameters.ts'
import { ICON_EXTENSIONS, ICON_ID } from '../../icons/icon-record.ts'
import { normaliseQuery } from '../../shared/normalise-query.ts'

const QUERY_MAXIMUM = 200
const PREFIX_MAXIMUM = 100
const LIMIT_MAXIMUM = 100
const LIMIT_DEFAULT = 20
const OFFSET_MAXIMUM = 10_000
const SUGGESTIONS_MAXIMUM = 50
const SUGGESTIONS_DEFAULT = 10

const QUERY_FAULT = `Give q at most ${QUERY_MAXIMUM} characters, or leave it out to browse.`
const LIMIT_FAULT = `Give limit a whole number from 1 to ${LIMIT_MAXIMUM} in decimal digits, or leave it out for ${LIMIT_DEFAULT}.`
const OFFSET_FAULT = `Give offset a whole number from 0 to ${OFFSET_MAXIMUM} in decimal digits, or leave it out for 0.`
const PREFIX_FAULT = `Give prefix 1 to ${PREFIX_MAXIMUM} characters that a word begins with.`
const SUGGESTIONS_FAULT = `Give limit a whole number from 1 to ${SUGGESTIONS_MAXIMUM} in decimal digits, or leave it out for ${SUGGESTIONS_DEFAULT}.`

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

/** Query parameters of /api/v1/icons (choices §3). Whether a filter's value exists is for the catalogue to say. */
export const ICON_PARAMETERS = {
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
} as const satisfies Record<string, Parameter>

/** Query parameters of /api/v1/suggest. */
export const SUGGEST_PARAMETERS = {
  prefix: {
    schema: z
      .string(PREFIX_FAULT)
      .overwrite((text) => normaliseQuery(text).toLowerCase())
      .refine((text) => text !== '' && [...text].length <= PREFIX_MAXIMUM, PREFIX_FAULT)
      .meta({ minLength: 1, maxLength: PREFIX_MAXIMUM }),
    form: 'text',
    code: 'invalid_query',
    description: 'What the words to suggest begin with, in any of the languages.',
    required: true,
  },
  limit: {
    schema: z
      .int(SUGGESTIONS_FAULT)
      .min(1, SUGGESTIONS_FAULT)
      .max(SUGGESTIONS_MAXIMUM, SUGGESTIONS_FAULT)
      .default(SUGGESTIONS_DEFAULT),
    form: 'integer',
    code: 'invalid_limit',
    description: 'Most suggestions to return, in decimal digits.',
    required: false,
  },
} as const satisfies Record<string, Parameter>

/** Query parameter of /assets: a beginning of the file's hash, under which it may be kept for ever. */
export const ASSET_PARAMETERS = {
  v: {
    schema: z.string().max(64).catch(''),
    form: 'text',
    code: 'invalid_query',
    description: 'The version in the addresses of records. Anything else is ignored.',
    required: false,
  },
} as const satisfies Record<string, Parameter>

const license = z.object({
  spdx: z.string().meta({ description: 'SPDX identifier' }),
  url: z.url().meta({ description: 'Text of the licence' }),
})
const author = z.object({ name: z.string(), url: z.url() })

/** Choices §3. */
export const iconRecord = z.looseObject({
  id: z.string().regex(ICON_ID).meta({ description: 'Never changes for the same source icon' }),
  name: z.string().meta({ description: 'Name within its set' }),
  title: z.string().meta({ description: 'Name for people' }),
  set: z.string(),
  category: z.string(),
  style: z.string().meta({ description: 'Empty in a set without styles' }),
  tags: z.array(z.string()).meta({ description: 'Words that find it, in several languages' }),
  aliases: z.array(z.string()).meta({ description: 'Other names of it' }),
  width: z.number().meta({ description: 'Of the view box, in its own units' }),
  height: z.number().meta({ description: 'Of the view box, in its own units' }),
  frameRate: z.number().nullable().meta({ description: 'Frames a second; null for SVG animation' }),
  durationMs: z.number().nullable().meta({ description: 'Of one run, in milliseconds, where it is known' }),
  loop: z.boolean(),
  formats: z.array(
    z.object({
      ext: z.enum(ICON_EXTENSIONS),
      mediaType: z.string(),
      url: z.url().meta({ description: 'Its content never changes' }),
      bytes: z.int(),
      sha256: z.string().meta({ description: 'Of the uncompressed file, in hex' }),
    }),
  ),
  variants: z.array(z.string()).meta({ description: 'Ids of the same icon in other styles' }),
  license,
  author,
  source: z.object({ package: z.string(), version: z.string() }),
})

export const iconsResponse = z.looseObject({
  query: z.string().meta({ description: 'The normalised query; empty when browsing' }),
  total: z.int().min(0).meta({ description: 'Icons that match, exactly' }),
  limit: z.int(),
  offset: z.int(),
  results: z
    .array(iconRecord.extend({ score: z.number().meta({ description: 'Relevance; comparable within one response' }) }))
    .meta({ description: 'Most relevant first; of each icon its best style, the others under `variants`' }),
})

export const suggestResponse = z.looseObject({
  prefix: z.string(),
  suggestions: z.array(z.object({ text: z.string(), icons: z.int().meta({ description: 'Icons that have it' }) })),
})

export const categoriesResponse = z.looseObject({
  categories: z.array(z.object({ id: z.string(), title: z.string(), icons: z.int() })),
})

export const setsResponse = z.looseObject({
  sets: z.array(
    z.looseObject({
      id: z.string(),
      title: z.string(),
      package: z.string(),
      version: z.string(),
      license,
      author,
      styles: z.array(z.string()).meta({ description: 'The preferred one first' }),
      icons: z.int(),
      records: z.int(),
    }),
  ),
})

const REST_CODES = [
  'invalid_query',
  'invalid_limit',
  'invalid_offset',
  'invalid_filter',
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
