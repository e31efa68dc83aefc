import { openSync, closeSync } from 'node:fs'
import type { Test } from 'tap'
import { createHttpApp } from '../../src/http/server/app.ts'
import { AGENT_CORS } from '../../src/http/wire/cors.ts'
import { createJsonRpcWire } from '../../src/http/route/error-wires.ts'
import { createMcpEndpoint } from '../../src/mcp/edge.ts'
import type { McpEndpoint, McpEndpointOptions } from '../../src/mcp/edge.ts'
import type { HttpApp } from '../../src/http/server/app.ts'
import { createLog } from '../../src/shared/log.ts'
import { INSTRUCTIONS, PROMPTS, RESOURCES, SERVER_INFO, TOOLS, complete } from './twin-features.ts'

const CACHE_LIMIT_BYTES = 1024 * 1024

export interface TwinHost {
  readonly url: string
  readonly app: HttpApp
  readonly endpoint: McpEndpoint
}

/**
 * Starts our endpoint with the features that the SDK's server also has, on the HTTP app of the product, without sessions.
 */
export async function startTwinHost(t: Test, overrides: Partial<McpEndpointOptions> = {}): Promise<TwinHost> {
  const fd = openSync('/dev/null', 'a')
  const log = createLog({ level: 'silent', fd })
  const endpoint = createMcpEndpoint({
    bodyLimitBytes: 1024 * 1024,
    path: '/mcp',
    name: 'twin',
    serverInfo: SERVER_INFO,
    instructions: INSTRUCTIONS,
    tools: TOOLS,
    prompts: PROMPTS,
    resources: RESOURCES,
    complete,
    logging: true,
    stateKey: Buffer.alloc(32, 'twin'),
    originAllowed: () => true,
    log,
    ...overrides,
  })
  const app = createHttpApp({
    name: 'twin',
    routes: endpoint.routes,
    wire: createJsonRpcWire(null),
    log,
    generation: () => 1,
    cacheLimitBytes: CACHE_LIMIT_BYTES,
    trustedProxies: [],
    notFound: { answer: { status: 404, cacheControl: 'no-store' } },
    methodNotAllowedCode: 'method_not_allowed',
    cors: AGENT_CORS,
  })
  const port = await app.listen(0, '127.0.0.1')
  t.teardown(async () => {
    endpoint.close()
    app.close()
    await log.flush()
    closeSync(fd)
  })
  return { url: `http://127.0.0.1:${port}/mcp`, app, endpoint }
}
