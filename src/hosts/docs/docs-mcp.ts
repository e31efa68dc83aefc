import { randomBytes } from 'node:crypto'
import type { Config } from '../../config/config.ts'
import type { DocsService } from '../../docs/docs-service.ts'
import { createAddressGate, type AddressLimit } from '../../limits/address-gate.ts'
import type { Limiter } from '../../limits/limiter.ts'
import { createMcpEndpoint, type McpEndpoint } from '../../mcp/edge.ts'
import { CLIENT_SUBSCRIPTION_LIMIT, PUBLIC_BODY_LIMIT_BYTES } from '../../mcp/limits.ts'
import { docsResources } from './tools/docs-resources.ts'
import { currentTools } from './tools/docs-tools.ts'
import type { Log } from '../../shared/log.ts'
import { createOriginCheck } from '../mcp-origins.ts'

const VERSION = '1.0.0'

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
    serverInfo: { name: 'signpost-docs', title: 'Signpost documentation', version: VERSION },
    instructions:
      'Documentation in English, Chinese and Korean. Search first; get_page gives a page as Markdown by the path that a result names.',
    tools: currentTools(docs, { url: config.docs.url, siteOrigins: config.docs.siteOrigins }),
    resources: docsResources(docs),
    // No tool of it asks its client anything, so no other node ever sees what this key signs.
    stateKey: randomBytes(32),
    bodyLimitBytes: PUBLIC_BODY_LIMIT_BYTES,
    gate: createAddressGate(limiter, MESSAGES),
    clientSubscriptionLimit: CLIENT_SUBSCRIPTION_LIMIT,
    originAllowed: createOriginCheck(config),
    log,
  })
}
