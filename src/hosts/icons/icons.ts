import { AnswerTally } from '../../analytics/answer-tally.ts'
import type { ReaderCounts } from '../../analytics/reader-counts.ts'
import { agentRoutes } from './registration/agent-routes.ts'
import { createA2a } from './a2a/a2a.ts'
import type { Config } from '../../config/config.ts'
import { createHttpApp } from '../../http/server/app.ts'
import { AGENT_CORS } from '../../http/wire/cors.ts'
import { restWire } from '../../http/route/error-wires.ts'
import type { Gate } from '../../http/route/gate.ts'
import type { Reply } from '../../http/route/reply.ts'
import { defineRoute } from '../../http/route/route.ts'
import type { Route } from '../../http/route/route.ts'
import type { IconsService } from '../../icons/icons-service.ts'
import type { Limiter } from '../../limits/limiter.ts'
import type { McpEndpoint } from '../../mcp/edge.ts'
import type { Log } from '../../shared/log.ts'
import type { TokenService } from '../../tokens/token-service.ts'
import { assetUrls } from '../../web/static-files.ts'
import type { StaticFiles } from '../../web/static-files.ts'
import { staticRoutes } from '../static-routes.ts'
import { alive, ready } from '../health.ts'
import { descriptionReply } from '../description-reply.ts'
import { createHost, mcpHint } from '../host.ts'
import type { Host } from '../host.ts'
import { getAsset, type RenderFile } from './api/asset.ts'
import { getCatalog } from './api/catalog.ts'
import { listCategories } from './api/categories.ts'
import { getGuide } from './api/guide.ts'
import { getIcon } from './api/icon.ts'
import { BEARER } from './api/operation.ts'
import { restError } from './api/refusals.ts'
import { readIconSearch, searchIcons } from './api/search.ts'
import { listSets } from './api/sets.ts'
import { suggestWords } from './api/suggest.ts'
import type { StoreState } from '../../limits/store-state.ts'
import { iconsMcp } from './icons-mcp.ts'
import {
  createIconsPages,
  ICON_PAGE_PARAMETERS,
  ICONS_HOME_PARAMETERS,
  ICONS_NOT_FOUND_READS,
  ICONS_PAGE_READS,
  type RenderPage,
} from './icons-pages.ts'

/** Version of the API description; the paths carry the major version (interface §9). */
const API_VERSION = '1.0.0'
const BEARER_DESCRIPTION = 'An access token raises the rate limit. /auth.md tells how to get one.'

export interface IconsDeps {
  readonly icons: IconsService
  readonly renderFile: RenderFile
  readonly renderPage: RenderPage
  readonly config: Config
  /** Null: nothing is counted. */
  readonly counts: ReaderCounts | null
  readonly staticFiles: StaticFiles
  readonly tokens: TokenService
  readonly limiter: Limiter
  readonly store: () => StoreState
  /** One limit over REST, MCP and A2A together. */
  readonly gate: Gate
  /** For `createMcpEndpoint`. */
  readonly stateKey: Uint8Array
  readonly log: Log
  readonly degraded: () => readonly string[]
}

/** The whole URL surface of the icons host. */
export function iconsRoutes(deps: IconsDeps, mcp = mcpOf(deps)): Route[] {
  const { config, counts, gate, icons, limiter, log, staticFiles, tokens } = deps
  const siteUrl = config.icons.url
  const pages = pagesOf(deps)
  const tallied = counts === null ? {} : { tally: new AnswerTally('icons', counts, readIconSearch).count }
  const api = [
    defineRoute({ path: '/api/v1/icons', name: '/api/v1/icons', gate, ...searchIcons(icons), ...tallied }),
    defineRoute({ path: '/api/v1/icons/*', name: '/api/v1/icons/{id}', gate, ...getIcon(icons) }),
    defineRoute({ path: '/api/v1/categories', name: '/api/v1/categories', gate, ...listCategories(icons) }),
    defineRoute({ path: '/api/v1/sets', name: '/api/v1/sets', gate, ...listSets(icons) }),
    defineRoute({ path: '/api/v1/suggest', name: '/api/v1/suggest', gate, ...suggestWords(icons) }),
  ]
  return [
    ...api,
    { path: '/openapi.json', name: '/openapi.json', answer: openApi(api, siteUrl) },
    { path: '/catalog.json', name: '/catalog.json', ...getCatalog(icons) },
    defineRoute({ path: '/assets/*', name: '/assets/{file}', gate, ...getAsset(icons, deps.renderFile) }),
    { path: '/docs/*', name: '/docs/{guide}', ...getGuide(icons, siteUrl) },
    { path: '/healthz', name: '/healthz', answer: alive() },
    {
      path: '/readyz',
      name: '/readyz',
      // It is ready without its store too: limits are counted here then, and a node that answers should get requests.
      answer: () => ready(icons, deps.degraded(), { store: deps.store() }),
    },
    ...agentRoutes({ tokens, limiter, iconsUrl: siteUrl }),
    ...mcp.flatMap(({ routes }) => routes),
    ...createA2a({ icons, iconsUrl: siteUrl, version: API_VERSION, gate, log }).routes,
    defineRoute({
      path: '/',
      name: '/',
      parameters: ICONS_HOME_PARAMETERS,
      reads: ICONS_PAGE_READS,
      answer: pages.home,
    }),
    defineRoute({
      path: '/icons/*',
      name: '/icons/{id}',
      parameters: ICON_PAGE_PARAMETERS,
      reads: ICONS_PAGE_READS,
      answer: pages.icon,
    }),
    ...staticRoutes(staticFiles),
  ]
}

/** The icons host, ready to listen; the life of it is that of the docs host. */
export function createIconsHost(deps: IconsDeps): Host {
  const { config, icons, log } = deps
  const mcp = mcpOf(deps)
  const app = createHttpApp({
    name: 'icons',
    routes: iconsRoutes(deps, mcp),
    wire: restWire,
    log,
    generation: () => icons.generation,
    cacheLimitBytes: config.cacheLimitBytes,
    trustedProxies: config.trustedProxies,
    notFound: { reads: ICONS_NOT_FOUND_READS, answer: pagesOf(deps).notFound },
    methodNotAllowedCode: 'method_not_allowed',
    rpcHint: `${mcpHint(config.icons.url)} Its guides are at ${config.icons.url}/mcp/docs, its A2A agent at ${config.icons.url}/a2a.`,
    cors: AGENT_CORS,
  })
  return createHost(app, mcp)
}

function mcpOf(deps: IconsDeps): McpEndpoint[] {
  return iconsMcp({ ...deps, version: API_VERSION })
}

function pagesOf({ config, icons, renderPage, staticFiles }: IconsDeps): ReturnType<typeof createIconsPages> {
  return createIconsPages({ icons, renderPage, siteUrl: config.icons.url, assets: assetUrls(staticFiles) })
}

function openApi(routes: readonly Route[], siteUrl: string): Reply {
  return descriptionReply(routes, {
    title: 'Signpost icons API',
    version: API_VERSION,
    summary: 'Animated icons: search, records, categories and sets.',
    serverUrl: siteUrl,
    error: { name: 'Error', mediaType: 'application/json', schema: restError, code: ['error', 'code'] },
    securitySchemes: {
      [BEARER]: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: BEARER_DESCRIPTION },
    },
  })
}
