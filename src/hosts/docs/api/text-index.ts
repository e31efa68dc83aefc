import { localeIndex, type DocsService, type TextName } from '../../../docs/served/docs-service.ts'
import type { Parameter } from '../../../http/route/parameters.ts'
import type { Cacheable } from '../../../http/route/reply.ts'
import type { Endpoint } from '../../../http/route/route.ts'
import { FALLBACK_LOCALE, type Locale } from '../../../shared/locale.ts'
import { contentReply, languageOf, unavailable } from '../../content-reply.ts'
import { CACHING_HEADERS, SERVER_ERRORS } from './operation.ts'
import { NO_SUCH_ADDRESS } from './refusals.ts'
import { chooseVersion, VERSION_PARAMETER } from './scope.ts'

const INDEX_PARAMETERS = { version: VERSION_PARAMETER } as const satisfies Record<string, Parameter>

const PLAIN = 'text/plain; charset=utf-8'
const XML = 'application/xml; charset=utf-8'

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

/** `/{locale}/llms.txt`: the index of a locale, of the version that the request names. */
export function getLocaleIndex(docs: DocsService, locale: Locale): Endpoint<typeof INDEX_PARAMETERS> {
  return {
    parameters: INDEX_PARAMETERS,
    answer({ query }) {
      const chosen = chooseVersion(docs.site, query.version)
      return chosen.ok ? textAnswer(docs, localeIndex(locale, chosen.value.number), locale) : chosen
    },
  }
}

/** A text for language models, which the generation holds ready. */
export function textIndex(docs: DocsService, name: TextName, locale: Locale): Endpoint {
  return { answer: () => textAnswer(docs, name, locale) }
}

/** The addresses of pages for search engines. There are none beside a site. */
export function getSitemap(docs: DocsService, name: TextName): Endpoint {
  return { answer: () => textAnswer(docs, name, null) }
}

/** @param locale Language of the text; null if it is XML, which has none */
function textAnswer(docs: DocsService, name: TextName, locale: Locale | null): Cacheable {
  return {
    key: `text ${name}`,
    pinned: true,
    async produce() {
      const { content } = docs
      const answer = await docs.text(name)
      if (!answer.ok) return unavailable(answer)
      return answer.value.byteLength === 0
        ? null
        : locale === null
          ? contentReply(XML, answer.value, content)
          : contentReply(PLAIN, answer.value, content, { headers: languageOf(locale) })
    },
    absent: () => NO_SUCH_ADDRESS,
  }
}
