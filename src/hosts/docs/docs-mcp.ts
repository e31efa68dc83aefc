import { randomBytes } from 'node:crypto'
import type { Config } from '../../config/config.ts'
import type { DocsService } from '../../docs/served/docs-service.ts'
import { createAddressGate, type AddressLimit } from '../../limits/address-gate.ts'
import type { Limiter } from '../../limits/limiter.ts'
import { createMcpEndpoint, type McpEndpoint } from '../../mcp/edge.ts'
import { CLIENT_SUBSCRIPTION_LIMIT, PUBLIC_BODY_LIMIT_BYTES } from '../../mcp/limits.ts'
import type { ServedSite } from '../../docs/served/served-site.ts'
import { docsResources } from './tools/docs-resources.ts'
import { currentTools, DOCS_TOOLSET, RESEARCH_TOOLSET } from './tools/docs-tools.ts'
import { FALLBACK_LOCALE, type Locale } from '../../shared/locale.ts'
import type { Log } from '../../shared/log.ts'
import { createOriginCheck } from '../mcp-origins.ts'

export const MCP_NAME = 'signpost-docs'
export const MCP_VERSION = '1.0.0'

/** Ten agents behind one address may ask twice a second each; a call takes a search thread some 0.2 ms. */
const MESSAGES: AddressLimit = {
  name: 'docs-mcp',
  limit: 1200,
  windowMs: 60_000,
  detail: 'More than 1,200 messages came from this address within 60 seconds. Wait for Retry-After.',
}

interface DocsMcpDeps {
  readonly config: Config
  readonly docs: DocsService
  readonly limiter: Limiter
  readonly log: Log
}

/** `POST /mcp` of the docs host: the documentation for agents. */
export function docsMcp({ config, docs, limiter, log }: DocsMcpDeps): McpEndpoint {
  return createMcpEndpoint({
    path: '/mcp',
    name: 'docs',
    serverInfo: { name: MCP_NAME, title: 'Documentation', version: MCP_VERSION },
    instructions: (toolsets) => instructionsOf(docs.site, toolsets),
    tools: currentTools(docs, { url: config.docs.url, siteOrigins: config.docs.siteOrigins }),
    defaultToolsets: [DOCS_TOOLSET],
    resources: docsResources(docs),
    // No tool of it asks its client anything, so no other node ever sees what this key signs.
    stateKey: randomBytes(32),
    bodyLimitBytes: PUBLIC_BODY_LIMIT_BYTES,
    gate: createAddressGate(limiter, MESSAGES),
    clientSubscriptionLimit: CLIENT_SUBSCRIPTION_LIMIT,
    originAllowed: createOriginCheck(config, config.docs.url),
    log,
  })
}

const LANGUAGES: Readonly<Record<Locale, string>> = { en: 'English', zh: 'Chinese', ko: 'Korean' }

/** Says to a model what is served here, and when to use which tool. */
function instructionsOf({ locales, names }: ServedSite, toolsets: string | null): string {
  const name = names.get(FALLBACK_LOCALE) ?? [...names.values()][0]
  const languages = locales.map((locale) => LANGUAGES[locale])
  const what = `Documentation${name === undefined ? '' : ` of ${name}`}${languages.length === 0 ? '' : ` in ${languages.join(', ')}`}.`
  if (toolsets === RESEARCH_TOOLSET)
    return `${what} search finds pages by the words of the question, and fetch reads one.`
  return [
    what,
    'Begin with search_docs and the words of the question: its passages often hold the answer, with addresses to cite.',
    'search_code finds examples. get_page with section reads on where a passage is cut; without it, a whole page.',
    'list_sections shows what there is. If words find nothing, try others, or the names of things in the product.',
  ].join(' ')
}
