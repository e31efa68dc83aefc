import { z } from 'zod'
import type { AnsweredSearch } from '../../analytics/reader-counts.ts'
import type { DocsService } from '../../docs/served/docs-service.ts'
import { markdownUrl, pageUrl, parsePageAddress } from '../../docs/paths.ts'
import { titledMarkdown } from '../../docs/served/titled-markdown.ts'
import { findRedirect } from '../../docs/site/redirects.ts'
import { chooseMediaType } from '../../http/wire/negotiation.ts'
import type { Parameter } from '../../http/route/parameters.ts'
import { text, type Cacheable, type Outcome, type Reply } from '../../http/route/reply.ts'
import type { RouteRequest } from '../../http/route/route.ts'
import { normaliseQuery } from '../../shared/normalise-query.ts'
import { FALLBACK_LOCALE, isLocale, LOCALES, type Locale } from '../../shared/locale.ts'
import { contentSecurityPolicy } from '../../web/content-security-policy.ts'
import { inPageSources } from '../../web/in-page.ts'
import type { Site } from '../../web/layout.ts'
import { createTurns } from '../turns.ts'
import type { PageInput } from './pages/page-input.ts'
import { renderNotFound } from './pages/render-not-found.ts'
import { SEARCH_PAGE_LIMIT, renderSearch, type SearchAnswer } from './pages/render-search.ts'
import { NO_SUCH_ADDRESS } from './api/refusals.ts'
import { SEARCH_PARAMETERS, isSearchable } from './api/search.ts'
import { chooseSection, chooseVersion } from './api/scope.ts'
import { createNearPages } from './near-pages.ts'
import { CONTENT_CACHING, contentReply, languageOf, preferredLocale, unavailable } from '../content-reply.ts'

const HTML = 'text/html; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'
const PROBLEM = 'application/problem+json'

/** Query parameters of the page of search results, which says in words what is wrong with them. */
export const SEARCH_PAGE_PARAMETERS = {
  q: {
    ...SEARCH_PARAMETERS.q,
    // It accepts more than the schema of the API, so that what is `quick` there is valid here.
    schema: z.string().default('').overwrite(normaliseQuery),
    required: false,
  },
  locale: { ...SEARCH_PARAMETERS.locale, schema: z.enum(LOCALES).catch(FALLBACK_LOCALE) },
  version: SEARCH_PARAMETERS.version,
  section: SEARCH_PARAMETERS.section,
} as const satisfies Record<string, Parameter>

/** Counts a search of the results page. */
type CountSearch = (search: AnsweredSearch, request: RouteRequest) => void

/** What the docs host answers at the addresses of its pages, each a function of its request. */
export function createPageAnswers(
  docs: DocsService,
  site: Site & Pick<PageInput, 'imageOrigins'>,
  countSearch: CountSearch | null,
) {
  const { siteUrl } = site
  const findNear = createNearPages(docs, siteUrl)
  // Pages that every request can have another of are written one in a turn of the event loop.
  const turn = createTurns()

  /** A page's own address: HTML, or Markdown for who prefers it or asks for `.md`. */
  function document(request: RouteRequest): Cacheable | Outcome | Promise<Outcome> {
    const address = parsePageAddress(request.path)
    if (address === null) return notFound(request)
    const { canonical, locale, markdown, path } = address
    if (!canonical) return moved((markdown ? markdownUrl : pageUrl)('', locale, path), request)
    if (markdown) return documentAsMarkdown(locale, path, request, undefined)
    const isForPeople = chooseMediaType(request.field('accept'), ['text/html', 'text/markdown']) === 'text/html'
    if (!isForPeople) return documentAsMarkdown(locale, path, request, 'Accept')
    return docs.site.url === null ? documentAsHtml(locale, path, request) : documentElsewhere(locale, path, request)
  }

  /** Beside a site, people read the page there. */
  function documentElsewhere(locale: Locale, path: string, request: RouteRequest): Cacheable {
    return {
      key: `elsewhere ${locale} ${path}`,
      async produce() {
        const answer = await docs.page(locale, path)
        if (!answer.ok) return unavailable(answer)
        if (answer.value === null) return null
        const location = answer.value.siteAddress ?? markdownUrl('', locale, path)
        const headers = [...linkHeaders(locale, path), ['Location', location] as const]
        return { status: 302, cacheControl: CONTENT_CACHING, vary: 'Accept', headers }
      },
      absent: () => notFound(request),
    }
  }

  function documentAsHtml(locale: Locale, path: string, request: RouteRequest): Cacheable {
    return {
      key: `html ${locale} ${path}`,
      async produce() {
        // Both are read before the page, which is of the same generation.
        const { content } = docs
        const policy = policyField(site.imageOrigins)
        const answer = await docs.html(locale, path)
        if (!answer.ok) return unavailable(answer)
        if (answer.value === null) return null
        const { bytes, isFinal, locale: served, updatedAt } = answer.value
        const headers = [...languageOf(served), policy, ...linkHeaders(locale, path)]
        // The next reader gets it with coloured code.
        if (!isFinal) {
          return {
            status: 200,
            mediaType: HTML,
            body: bytes,
            cacheControl: 'no-store',
            vary: 'Accept',
            headers,
            content,
            kept: false,
          }
        }
        return contentReply(HTML, bytes, content, { vary: 'Accept', headers, updatedAt })
      },
      absent: () => notFound(request),
    }
  }

  /** @param images Origins of the images that the page may show beside its own. */
  function policyField(images: readonly string[]): readonly [string, string] {
    return ['Content-Security-Policy', contentSecurityPolicy({ images, ...inPageSources(docs.site.look) })]
  }

  function linkHeaders(locale: Locale, path: string): (readonly [string, string])[] {
    return [['Link', `<${markdownUrl(siteUrl, locale, path)}>; rel="alternate"; type="text/markdown"`]]
  }

  function documentAsMarkdown(
    locale: Locale,
    path: string,
    request: RouteRequest,
    vary: 'Accept' | undefined,
  ): Cacheable {
    return {
      key: `markdown ${vary} ${locale} ${path}`,
      async produce() {
        const { content } = docs
        const answer = await docs.page(locale, path)
        if (!answer.ok) return unavailable(answer)
        if (answer.value === null) return null
        const { locale: served, siteAddress, updatedAt, version } = answer.value
        const canonical = `<${siteAddress ?? pageUrl(siteUrl, served, version?.newest ?? path)}>; rel="canonical"`
        const headers = [...languageOf(served), ['Link', canonical] as const]
        return contentReply(MARKDOWN, text(titledMarkdown(answer.value)), content, {
          headers,
          updatedAt,
          ...(vary === undefined ? {} : { vary }),
        })
      },
      absent: () => notFound(request),
    }
  }

  /**
   * Answers an address without a locale. A redirect of `site.yaml` or of a source comes first. Else it leads to the page at
   * that path in the language that the client likes best, or in the fallback locale.
   */
  async function unknown(request: RouteRequest): Promise<Outcome> {
    const first = request.path.split('/', 2)[1] ?? ''
    const isMoved =
      isLocale(first) || docs.site.url !== null || findRedirect(docs.site.redirects, request.path) !== null
    const address = isMoved ? null : parsePageAddress(`/${preferredLocale(request)}${request.path}`)
    if (address === null || address.path === '') return notFound(request)
    const { locale, markdown, path } = address
    const answer = await docs.page(locale, path)
    if (!answer.ok) return unavailable(answer)
    if (answer.value === null) return notFound(request)
    const location = (markdown ? markdownUrl : pageUrl)('', locale, path)
    return movedByLanguage(location, request)
  }

  /** A redirect, else a page with what is near for people who prefer one, and a problem for programs. */
  async function notFound(request: RouteRequest): Promise<Outcome> {
    const redirect = redirectOf(request)
    if (redirect !== null) return redirect
    if (chooseMediaType(request.field('accept'), [PROBLEM, 'text/html']) === PROBLEM) return NO_SUCH_ADDRESS
    const first = request.path.split('/', 2)[1]
    const own = LOCALES.find((each) => each === first)
    const locale = own ?? preferredLocale(request)
    if (docs.site.url === null) {
      const page = await pageOfFile(own === undefined ? `/${locale}${request.path}` : request.path)
      if (page !== null) {
        const reply = own === undefined ? movedByLanguage(page, request) : moved(page, request)
        // Programs get a problem at this address.
        return { ...reply, vary: reply.vary === undefined ? 'Accept' : `Accept, ${reply.vary}` }
      }
    }
    const { content } = docs
    const near = await findNear(locale, request.path)
    await turn()
    return htmlPage(404, renderNotFound(locale, docs.site, site, near), locale, content)
  }

  /** A redirect that depends on the reader's language, if the documentation has several. */
  function movedByLanguage(location: string, request: RouteRequest): Reply {
    const reply = moved(location, request)
    return docs.site.locales.length < 2 ? reply : { ...reply, status: 302, vary: 'Accept-Language' }
  }

  /**
   * The redirect of an address. Redirects of sources have a locale. Without one, that which the client likes best is taken, or
   * that of pages without a folder.
   */
  function redirectOf(request: RouteRequest): Reply | null {
    const { redirects } = docs.site
    const own = findRedirect(redirects, request.path)
    if (own !== null) return moved(own, request)
    if (isLocale(request.path.split('/', 2)[1] ?? '')) return null
    for (const locale of new Set([preferredLocale(request), redirects.root])) {
      const location = findRedirect(redirects, `/${locale}${request.path}`)
      if (location !== null) return movedByLanguage(location, request)
    }
    return null
  }

  /** Address of the page that another site has under the name of an HTML file, or null. */
  async function pageOfFile(rawPath: string): Promise<string | null> {
    const address = /\.html?\/*$/.test(rawPath) ? parsePageAddress(rawPath.replace(/\.html?\/*$/, '')) : null
    if (address === null) return null
    const { locale, path } = address
    const answer = await docs.page(locale, path)
    return answer.ok && answer.value !== null ? pageUrl('', locale, path) : null
  }

  function htmlPage(status: number, html: string, locale: Locale, content: string): Reply {
    const headers = [...languageOf(locale), policyField([])]
    return {
      status,
      mediaType: HTML,
      body: text(html),
      cacheControl: 'no-store',
      headers,
      content,
      vary: 'Accept, Accept-Language',
    }
  }

  /** The list of results as a page, which needs no script. */
  async function searchPage(request: RouteRequest<typeof SEARCH_PAGE_PARAMETERS>): Promise<Outcome> {
    const { query } = request
    const { locale, q } = query
    const { content } = docs
    const chosen = chooseVersion(docs.site, query.version)
    // A reader whose link names a version that is gone finds the default one.
    const { name: version, number } = chosen.ok ? chosen.value : { name: null, number: 0 }
    const within = chooseSection(docs.site, query.section)
    // The same holds for a section: it finds them all.
    const section = within.ok && query.section !== undefined ? query.section : ''
    const input = { ...site, site: docs.site, locale, query: q, version, section }
    if (!isSearchable(q))
      return htmlPage(q === '' ? 200 : 400, renderSearch({ ...input, outcome: 'invalid' }), locale, content)
    const asked = {
      query: q,
      locale,
      limit: SEARCH_PAGE_LIMIT,
      highlights: true,
      sections: 'snippets',
      version: number,
      section: within.ok ? within.value : 0,
      facets: true,
    } as const
    const answer = await docs.search(asked, () => false)
    if (!answer.ok) {
      const page = htmlPage(503, renderSearch({ ...input, outcome: 'unavailable' }), locale, content)
      return { ...page, reason: answer.reason }
    }
    await turn()
    // The bytes are a SearchResponse that the engine wrote; the page shows what is in it.
    const outcome = JSON.parse(new TextDecoder().decode(answer.value)) as SearchAnswer
    // Who chooses a section has searched before.
    if (section === '')
      countSearch?.({ query: q, locale, found: outcome.results.length > 0 && outcome.locale === locale }, request)
    return htmlPage(200, renderSearch({ ...input, outcome }), locale, content)
  }

  function home(request: RouteRequest): Reply {
    const { url } = docs.site
    const location = url === null ? pageUrl('', preferredLocale(request), '') : `${url}/`
    return { ...moved(location, request), status: 302, vary: 'Accept-Language' }
  }

  return { document, unknown, searchPage, home }
}

function moved(location: string, { rawQuery }: RouteRequest): Reply {
  return { status: 308, cacheControl: CONTENT_CACHING, headers: [['Location', withQuery(location, rawQuery)]] }
}

/** An address with the query of a request, which clients do not carry over themselves. */
function withQuery(location: string, rawQuery: string): string {
  // What is no text of a header field is left out.
  if (!/^[!-~]+$/.test(rawQuery)) return location
  const [address = '', fragment] = location.split('#', 2)
  const end = fragment === undefined ? '' : `#${fragment}`
  return `${address}${address.includes('?') ? '&' : '?'}${rawQuery}${end}`
}
