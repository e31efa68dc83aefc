import type { Config } from '../../config/config.ts'
import type { DocsService, SearchQuery, SearchWaiter, TextName } from '../../docs/docs-service.ts'
import type { Page } from '../../docs/page.ts'
import { markdownUrl, pageUrl, parsePagePath } from '../../docs/paths.ts'
import { json } from '../../http/route/reply.ts'
import type { Asker, Cacheable, Outcome, Reply } from '../../http/route/reply.ts'
import type { RouteRequest } from '../../http/route/route.ts'
import type { ServiceError } from '../../http/route/service-error.ts'
import { checksumText, type Checksum } from '../../shared/checksum.ts'
import { LOCALES, type Locale } from '../../shared/locale.ts'
import { CONTENT_CACHING, contentReply, languageOf, unavailable } from '../content-reply.ts'
import { health } from '../health.ts'
import type { PAGE_PARAMETERS, PageResponse, SEARCH_PARAMETERS } from './docs-schemas.ts'
import type { Refusal } from '../../shared/result.ts'

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
    const { highlights } = include
    return new SearchAnswer(docs, { query: q, locale, limit, highlights })
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

/** A class, so that no function is made for each search. */
class SearchAnswer implements SearchWaiter {
  readonly key: string
  readonly variant: number
  readonly #docs: DocsService
  readonly #query: SearchQuery
  #asker: Asker | null = null
  #builtAt = 0

  constructor(docs: DocsService, query: SearchQuery) {
    this.key = query.query
    this.variant = variantOf(query)
    this.#docs = docs
    this.#query = query
  }

  begin(asker: Asker): void {
    this.#asker = asker
    this.#builtAt = this.#docs.builtAt
    this.#docs.ask(this.#query, this)
  }

  answered(bytes: Uint8Array, checksum: Checksum): void {
    const reply: Reply = {
      status: 200,
      mediaType: 'application/json',
      body: bytes,
      cacheControl: CONTENT_CACHING,
      entityDigest: checksumText(checksum),
      lastModified: this.#builtAt,
    }
    this.#asker?.answer(reply, true)
  }

  refused(refusal: Refusal): void {
    this.#asker?.answer(unavailable(refusal), false)
  }

  aborted(): boolean {
    return this.#asker?.aborted() ?? true
  }
}

/** Of the answers to searches, whose keys are texts of clients: never 0, which is that of all other keys. */
function variantOf({ highlights, limit, locale }: SearchQuery): number {
  return (limit * LOCALES.length + LOCALES.indexOf(locale)) * 2 + (highlights ? 1 : 0)
}
