import { AnswerTally } from '../../analytics/answer-tally.ts'
import type { ReaderCounts } from '../../analytics/reader-counts.ts'
import type { Config } from '../../config/config.ts'
import type { DocsService } from '../../docs/served/docs-service.ts'
import { pageUrl } from '../../docs/paths.ts'
import { createHttpApp } from '../../http/server/app.ts'
import { AGENT_CORS, PUBLIC_CORS } from '../../http/wire/cors.ts'
import { createProblemWire } from '../../http/route/error-wires.ts'
import { NO_FIELDS, type Verdict } from '../../http/route/gate.ts'
import type { Reply } from '../../http/route/reply.ts'
import type { NamedStates } from '../../http/server/named-state.ts'
import { defineRoute, type Route } from '../../http/route/route.ts'
import { hasOptedOut } from '../../http/wire/opt-out.ts'
import { createAddressGate } from '../../limits/address-gate.ts'
import type { Limiter } from '../../limits/limiter.ts'
import type { Log } from '../../shared/log.ts'
import { FALLBACK_LOCALE, LOCALES } from '../../shared/locale.ts'
import { EVENTS_PATH, FEEDBACK_PATH, SEARCH_PATH, THANKS_ID } from '../../web/layout.ts'
import { assetUrls, type StaticFiles } from '../../web/static-files.ts'
import { API_CATALOG_PATH, apiCatalog } from './api/api-catalog.ts'
import { countInsights } from './api/docsearch/count-insights.ts'
import { searchIndexes } from './api/docsearch/search-indexes.ts'
import { countEvents, EVENTS } from './api/events.ts'
import { takeFeedback } from './api/feedback.ts'
import { getDocFile } from './api/file.ts'
import { getDocPage } from './api/page.ts'
import { problem } from './api/refusals.ts'
import { readSearch, searchDocs } from './api/search.ts'
import { getCard, type DrawCard } from './card-answer.ts'
import { openSearch, openSearchPath, robots, SECURITY_PATH, securityTxt } from './discovery.ts'
import { getLlmsTxt, getLocaleIndex, getSitemap, textIndex } from './api/text-index.ts'
import { alive, ready } from '../health.ts'
import { docsMcp } from './docs-mcp.ts'
import { SEARCH_PAGE_PARAMETERS, createPageAnswers } from './page-answers.ts'
import { descriptionReply } from '../description-reply.ts'
import { createHost, mcpHint, type Host } from '../host.ts'
import { AI_CATALOG_PATH, aiCatalog, SERVER_CARD_PATH, serverCard, WELL_KNOWN_CARD_PATH } from './server-card.ts'
import { getScaledImage, type ScaleImage } from './scaled-answer.ts'
import { staticRoutes } from '../static-routes.ts'
import { widgetRoute } from './widget-route.ts'

/** Version of the API description (interface §9). */
const API_VERSION = '1.0.0'
/** Page of our own documentation that explains the codes. */
const ERRORS_PAGE = 'api/errors'

type PageAnswers = ReturnType<typeof createPageAnswers>

export interface DocsDeps {
  readonly docs: DocsService
  /** What health checks are about, where `docs` is one generation that clients name. Default: `docs`. */
  readonly current?: DocsService
  /** Draws the picture of a page. */
  readonly drawCard: DrawCard
  readonly scaleImage: ScaleImage
  readonly config: Config
  /** Null: nothing is counted. */
  readonly counts: ReaderCounts | null
  readonly staticFiles: StaticFiles
  readonly limiter: Limiter
  readonly log: Log
  readonly degraded: () => readonly string[]
}

/** The whole URL surface of the docs host. */
export function docsRoutes(deps: DocsDeps, mcp = docsMcp(deps), pages = pageAnswers(deps)): Route[] {
  const { config, counts, docs, limiter } = deps
  const siteUrl = config.docs.url
  const { document, home, searchPage } = pages
  const tallied = counts === null ? {} : { tally: new AnswerTally('programs', counts, readSearch).count }
  const events = counts === null ? null : { docs, counts, limiter, siteOrigins: config.docs.siteOrigins }
  const api = [
    defineRoute({ path: '/api/search', name: '/api/search', ...searchDocs(docs), ...tallied }),
    defineRoute({ path: '/api/page', name: '/api/page', ...getDocPage(docs, config.docs) }),
    defineRoute({ path: '/llms.txt', name: '/llms.txt', ...getLlmsTxt(docs) }),
    ...(events === null ? [] : [defineRoute({ path: EVENTS_PATH, name: EVENTS_PATH, ...countEvents(events) })]),
  ]
  return [
    ...api,
    { path: '/llms-full.txt', name: '/llms-full.txt', ...textIndex(docs, 'llms-full.txt', FALLBACK_LOCALE) },
    { path: '/sitemap.xml', name: '/sitemap.xml', ...getSitemap(docs, 'sitemap.xml') },
    { path: '/robots.txt', name: '/robots.txt', answer: () => robots(docs, siteUrl) },
    { path: SECURITY_PATH, name: SECURITY_PATH, answer: () => securityTxt(docs, siteUrl, Date.now()) },
    { path: SERVER_CARD_PATH, name: SERVER_CARD_PATH, answer: () => serverCard(docs, siteUrl) },
    {
      path: WELL_KNOWN_CARD_PATH,
      name: WELL_KNOWN_CARD_PATH,
      answer: () => serverCard(docs, siteUrl, 'application/json'),
    },
    { path: AI_CATALOG_PATH, name: AI_CATALOG_PATH, answer: aiCatalog(siteUrl) },
    { path: '/openapi.json', name: '/openapi.json', answer: openApi(api, siteUrl) },
    { path: API_CATALOG_PATH, name: API_CATALOG_PATH, answer: apiCatalog(api, siteUrl) },
    { path: '/healthz', name: '/healthz', answer: alive() },
    { path: '/readyz', name: '/readyz', answer: () => ready(deps.current ?? docs, deps.degraded()) },
    { path: '/', name: '/', reads: ['accept-language'], answer: home },
    defineRoute({
      path: SEARCH_PATH,
      name: SEARCH_PATH,
      parameters: SEARCH_PAGE_PARAMETERS,
      reads: ['dnt', 'sec-gpc'],
      answer: searchPage,
    }),
    ...LOCALES.flatMap((locale): Route[] => [
      defineRoute({ path: `/${locale}/llms.txt`, name: '/{locale}/llms.txt', ...getLocaleIndex(docs, locale) }),
      { path: `/${locale}/sitemap.xml`, name: '/{locale}/sitemap.xml', ...getSitemap(docs, `${locale}/sitemap.xml`) },
      {
        path: openSearchPath(locale),
        name: '/{locale}/opensearch.xml',
        answer: () => openSearch(docs, locale, siteUrl),
      },
      { path: `/${locale}`, name: '/{locale}', reads: ['accept', 'accept-language'], answer: document },
      { path: `/${locale}.md`, name: '/{locale}.md', reads: ['accept', 'accept-language'], answer: document },
      { path: `/${locale}/*`, name: '/{locale}/{page}', reads: ['accept', 'accept-language'], answer: document },
    ]),
    ...DOCSEARCH_PREFIXES.map((prefix): Route => ({
      path: `${prefix}/1/indexes/*`,
      name: '/1/indexes/{index}',
      ...searchIndexes(docs, limiter),
    })),
    { path: '/1/events', name: '/1/events', ...countInsights(events) },
    { path: '/files/*', name: '/files/{hash}/{name}', ...getDocFile(docs) },
    { path: '/scaled/*', name: '/scaled/{width}/{hash}/{name}', ...getScaledImage(docs, deps.scaleImage) },
    { path: '/cards/*', name: '/cards/{hash}/{page}', ...getCard(docs, deps.drawCard) },
    ...(events === null
      ? []
      : [{ path: FEEDBACK_PATH, name: FEEDBACK_PATH, ...takeFeedback(events, THANKS_ID) } as const]),
    widgetRoute(events === null ? null : EVENTS_PATH),
    ...staticRoutes(deps.staticFiles),
    ...mcp.routes,
  ]
}

/**
 * The docs host, ready to listen. A listener thread makes one, posts `app.metrics.shared` to the main thread and calls
 * `app.listen`. To stop: `app.stopAccepting`, await `app.drained` with a timeout, `app.close`, `close`, await `log.flush`.
 */
export function createDocsHost(deps: DocsDeps, mcp = docsMcp(deps), states?: NamedStates): Host {
  const { config, docs, log } = deps
  const pages = pageAnswers(deps)
  const app = createHttpApp({
    name: 'docs',
    routes: docsRoutes(deps, mcp, pages),
    wire: createProblemWire(errorDocumentation(docs, config.docs.url)),
    log,
    generation: () => docs.generation,
    cacheLimitBytes: config.cacheLimitBytes,
    trustedProxies: config.trustedProxies,
    notFound: { reads: ['accept', 'accept-language'], answer: pages.unknown },
    methodNotAllowedCode: 'endpoint_not_found',
    rpcHint: mcpHint(config.docs.url),
    // Its MCP server has neither sessions nor credentials, so no field of an answer need be named.
    cors: { ...AGENT_CORS, exposeHeaders: PUBLIC_CORS.exposeHeaders },
    ...(states === undefined ? {} : { states }),
  })
  return createHost(app, [mcp])
}

function pageAnswers({ config, counts, docs, limiter, staticFiles }: DocsDeps): PageAnswers {
  const { imageOrigins, url } = config.docs
  const site = { siteUrl: url, assets: assetUrls(staticFiles), imageOrigins, counted: counts !== null }
  return createPageAnswers(docs, site, counts === null ? null : countPages(counts, limiter))
}

/** Counts searches of the results page within the limit for events of one address. */
function countPages(counts: ReaderCounts, limiter: Limiter): Parameters<typeof createPageAnswers>[2] {
  const gate = createAddressGate(limiter, EVENTS)
  return (search, { caller, field }) => {
    if (hasOptedOut(field)) return
    const judge = ({ ok }: Verdict): void => {
      if (ok) counts.searched('readers', search)
    }
    const verdict = gate(caller, 1, NO_FIELDS)
    if (!(verdict instanceof Promise)) judge(verdict)
    // Where the limit cannot be asked, the search is answered and not counted.
    else verdict.then(judge).catch(() => undefined)
  }
}

/** Where an error is explained: the page of our documentation if the content has it, else the API description. */
function errorDocumentation(docs: DocsService, siteUrl: string): () => string {
  let checkedGeneration = 0
  let hasPage = false
  const check = (): void => {
    if (docs.generation === checkedGeneration) return
    checkedGeneration = docs.generation
    void docs.page(FALLBACK_LOCALE, ERRORS_PAGE).then((answer) => {
      hasPage = answer.ok && answer.value !== null
    })
  }
  check()
  return () => {
    check()
    return hasPage ? pageUrl(siteUrl, FALLBACK_LOCALE, ERRORS_PAGE) : `${siteUrl}/openapi.json`
  }
}

function openApi(routes: readonly Route[], siteUrl: string): Reply {
  return descriptionReply(routes, {
    title: 'Signpost documentation API',
    version: API_VERSION,
    summary: 'Full-text search over documentation in English, Chinese and Korean, and its pages as Markdown.',
    serverUrl: siteUrl,
    error: { name: 'Problem', mediaType: 'application/problem+json', schema: problem },
  })
}

/**
 * Where clients of Algolia find this host. They join the application's id and the rest of a host's name, so an id that ends in
 * a slash, such as `docs.example.com/`, makes that rest the beginning of the path. Many sites can set nothing but the id.
 */
const DOCSEARCH_PREFIXES = [
  '',
  '/-dsn.algolia.net',
  '/-1.algolianet.com',
  '/-2.algolianet.com',
  '/-3.algolianet.com',
] as const
