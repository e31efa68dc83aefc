import type { Config } from '../../config/config.ts'
import type { DocsService, TextName } from '../../docs/docs-service.ts'
import type { Page } from '../../docs/page.ts'
import { markdownUrl, pageUrl, parsePagePath } from '../../docs/paths.ts'
import { json } from '../../http/route/reply.ts'
import type { Cacheable, Outcome } from '../../http/route/reply.ts'
import type { RouteRequest } from '../../http/route/route.ts'
import type { ServiceError } from '../../http/route/service-error.ts'
import type { Locale } from '../../shared/locale.ts'
import { CONTENT_CACHING, contentReply, languageOf, unavailable } from '../content-reply.ts'
import { health } from '../health.ts'
import { SearchAnswer } from '../search-answer.ts'
import type { PAGE_PARAMETERS, PageResponse, SEARCH_PARAMETERS } from './docs-schemas.ts'

const PLAIN = 'text/plain; charset=utf-8'

export const NO_SUCH_ADDRESS: ServiceError = {
  ok: false,
  status: 404,
  code: 'endpoint_not_found',
  detail: 'Nothing has this address. /openapi.json lists the API, /llms.txt the documentation.',
}

const NO_SUCH_PAGE: ServiceError = {
  ok: false,
  status: 404,
  code: 'page_not_found',
  detail: 'No page has this path, in the locale or in English. Find pages by /api/search or /llms.txt.',
}

/** What the docs host answers programs, each a function of its request. */
export function createApiAnswers(docs: DocsService, { siteOrigins, url: siteUrl }: Config['docs']) {
  function search({ query: { q, locale, limit, include } }: RouteRequest<typeof SEARCH_PARAMETERS>): Cacheable {
    const shape = docs.shapeOf({ locale, limit, highlights: include.highlights })
    return new SearchAnswer(docs, q, shape, CONTENT_CACHING)
  }

  function page({ query }: RouteRequest<typeof PAGE_PARAMETERS>): Cacheable | ServiceError {
    const parsed = parsePagePath(query.path, { siteOrigins })
    if (!parsed.ok) return { ok: false, status: 400, code: 'invalid_path', detail: parsed.detail, param: 'path' }
    const { locale, path } = parsed
    return {
      key: `page ${locale} ${path}`,
      async produce() {
        const { builtAt } = docs
        const answer = await docs.page(locale, path)
        if (!answer.ok) return unavailable(answer)
        if (answer.value === null) return null
        return contentReply('application/json', json(toPageResponse(answer.value)), builtAt, {
          headers: languageOf(answer.value.locale),
        })
      },
      absent: () => NO_SUCH_PAGE,
    }
  }

  function toPageResponse({ title, description, locale, path, updatedAt, markdown }: Page): PageResponse {
    const addresses = { url: pageUrl(siteUrl, locale, path), markdownUrl: markdownUrl(siteUrl, locale, path) }
    return { title, description, locale, ...addresses, updatedAt, markdown }
  }

  function textIndex(name: TextName, locale: Locale): () => Cacheable {
    return () => ({
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
    })
  }

  function ready(): Outcome {
    return docs.generation > 0
      ? health({ status: 'ready', generation: docs.generation })
      : unavailable({ detail: 'The index is not loaded yet.', retryAfterSeconds: 1 })
  }

  return { search, page, textIndex, ready }
}
