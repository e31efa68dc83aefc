import type { DocsService, TextName } from '../../../docs/docs-service.ts'
import type { Endpoint } from '../../../http/route/route.ts'
import { FALLBACK_LOCALE, type Locale } from '../../../shared/locale.ts'
import { contentReply, languageOf, unavailable } from '../../content-reply.ts'
import { CACHING_HEADERS, SERVER_ERRORS } from './operation.ts'
import { NO_SUCH_ADDRESS } from './refusals.ts'

const PLAIN = 'text/plain; charset=utf-8'

/** `/llms.txt`: the one text index that the API description names. */
export function getLlmsTxt(docs: DocsService): Endpoint {
  return {
    operation: {
      operationId: 'getLlmsTxt',
      summary: 'Get the index for language models',
      description:
        'A curated Markdown index of the documentation: what it covers, when to use it, links to the Markdown of each section.',
      response: { description: 'The index', mediaType: 'text/plain', headers: CACHING_HEADERS },
      errors: { ...SERVER_ERRORS },
    },
    ...textIndex(docs, 'llms.txt', FALLBACK_LOCALE),
  }
}

/** A text for language models, which the generation holds ready. */
export function textIndex(docs: DocsService, name: TextName, locale: Locale): Endpoint {
  return {
    answer: () => ({
      key: `text ${name}`,
      pinned: true,
      async produce() {
        const { builtAt } = docs
        const answer = await docs.text(name)
        if (!answer.ok) return unavailable(answer)
        return answer.value.byteLength === 0
          ? null
          : contentReply(PLAIN, answer.value, builtAt, { headers: languageOf(locale) })
      },
      absent: () => NO_SUCH_ADDRESS,
    }),
  }
}
