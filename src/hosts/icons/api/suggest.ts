import { z } from 'zod'
import type { Parameter } from '../../../http/route/parameters.ts'
import type { Endpoint } from '../../../http/route/route.ts'
import type { IconsService } from '../../../icons/icons-service.ts'
import { normaliseQuery } from '../../../shared/normalise-query.ts'
import { unavailable } from '../../content-reply.ts'
import { operation } from './operation.ts'
import { apiReply } from './replies.ts'

const PREFIX_MAXIMUM = 100
const SUGGESTIONS_MAXIMUM = 50
const SUGGESTIONS_DEFAULT = 10

const PREFIX_FAULT = `Give prefix 1 to ${PREFIX_MAXIMUM} characters that a word begins with.`
const SUGGESTIONS_FAULT = `Give limit a whole number from 1 to ${SUGGESTIONS_MAXIMUM} in decimal digits, or leave it out for ${SUGGESTIONS_DEFAULT}.`

/** Query parameters of `/api/v1/suggest`. */
const SUGGEST_PARAMETERS = {
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

const suggestResponse = z.looseObject({
  prefix: z.string(),
  suggestions: z.array(z.object({ text: z.string(), icons: z.int().meta({ description: 'Icons that have it' }) })),
})

/** `/api/v1/suggest`: names and words that begin with a prefix. */
export function suggestWords(icons: IconsService): Endpoint<typeof SUGGEST_PARAMETERS> {
  return {
    parameters: SUGGEST_PARAMETERS,
    operation: operation({
      operationId: 'suggestWords',
      summary: 'Complete a word',
      description: 'Names and words of icons that begin with a prefix, those of most icons first.',
      response: { description: 'Completions', schema: suggestResponse },
      errors: { 400: ['invalid_query', 'invalid_limit'] },
    }),
    answer: ({ query: { prefix, limit } }) => ({
      key: `suggest ${limit} ${prefix}`,
      async produce() {
        const { content } = icons
        const found = await icons.suggest(prefix, limit)
        return found.ok ? apiReply(found.value, content) : unavailable(found)
      },
    }),
  }
}
