import type { DocsService } from '../../docs/served/docs-service.ts'
import { LEGACY_VERSIONS, MODERN_VERSIONS } from '../../mcp/protocol.ts'
import { json, type Reply } from '../../http/route/reply.ts'
import { FALLBACK_LOCALE } from '../../shared/locale.ts'
import { shortened } from './discovery.ts'
import { MCP_NAME, MCP_VERSION } from './docs-mcp.ts'

/** Where the card stands for the endpoint `/mcp`, as the extension reserves it. */
export const SERVER_CARD_PATH = '/mcp/server-card'
/** Where programs look that know only the host; they read cards of drafts of the extension there. */
export const WELL_KNOWN_CARD_PATH = '/.well-known/mcp/server-card.json'
export const AI_CATALOG_PATH = '/.well-known/ai-catalog.json'

const CARD_TYPE = 'application/mcp-server-card+json'
const CARD_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'
/** Limit of the schema for the title and the description, in characters. */
const TEXT_LIMIT_CHARS = 100
const CACHING = 'public, max-age=3600'

/** Describes the MCP server to clients before they connect (SEP-2127, extension `server-card`). */
export function serverCard(docs: Pick<DocsService, 'content' | 'site'>, siteUrl: string, mediaType = CARD_TYPE): Reply {
  const { content, site } = docs
  const name = site.names.get(FALLBACK_LOCALE) ?? [...site.names.values()][0]
  const card = {
    $schema: CARD_SCHEMA,
    name: `${namespaceOf(siteUrl)}/${MCP_NAME}`,
    version: MCP_VERSION,
    title: shortened(name === undefined ? 'Documentation' : `Documentation of ${name}`, TEXT_LIMIT_CHARS),
    description: shortened(
      `Search and read the documentation${name === undefined ? '' : ` of ${name}`}.`,
      TEXT_LIMIT_CHARS,
    ),
    websiteUrl: `${siteUrl}/`,
    remotes: [
      {
        type: 'streamable-http',
        url: `${siteUrl}/mcp`,
        supportedProtocolVersions: [...MODERN_VERSIONS, ...LEGACY_VERSIONS],
      },
    ],
  }
  return { status: 200, mediaType, body: json(card), cacheControl: CACHING, tagged: true, content }
}

/** Lists the card, for clients that know only the host (AI Catalog 1.0). */
export function aiCatalog(siteUrl: string): Reply {
  const { hostname } = new URL(siteUrl)
  const entry = {
    identifier: `urn:air:${hostname}:mcp:${MCP_NAME}`,
    type: CARD_TYPE,
    url: `${siteUrl}${SERVER_CARD_PATH}`,
  }
  return {
    status: 200,
    mediaType: 'application/ai-catalog+json',
    body: json({ specVersion: '1.0', entries: [entry] }),
    cacheControl: CACHING,
    tagged: true,
  }
}

/** The name of the host with its parts turned around: `com.example.docs`. An address of numbers stays as it is. */
function namespaceOf(siteUrl: string): string {
  const { hostname } = new URL(siteUrl)
  const own = hostname.replace(/[^A-Za-z\d.-]/g, '-')
  return /^[\d.]+$|^-/.test(own) ? own : own.split('.').toReversed().join('.')
}
