// One node of a service that has what the scenarios of the conformance suite ask for, on the transport of the product.
// Only tests start it, with the address of a Redis where there are several. It writes its port as a line, and ends with its standard input.
import { createHttpApp } from '../../src/http/app.ts'
import { AGENT_CORS } from '../../src/http/cors.ts'
import { createJsonRpcWire } from '../../src/http/error-wires.ts'
import { createMcpEndpoint } from '../../src/mcp/edge.ts'
import type { McpEndpoint } from '../../src/mcp/edge.ts'
import { createLog } from '../../src/shared/log.ts'
import { PROMPTS, RESOURCES, complete } from './fixture-prompts.ts'
import { openFixtureStore } from './fixture-store.ts'
import { ASKING_TOOLS, plainTools, waitingTools } from './fixture-tools.ts'

/** The same on every node, so that any of them can read what another signed. */
const STATE_KEY = Buffer.alloc(32, 'conformance')
const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])
const CACHE_LIMIT_BYTES = 1024 * 1024

// A tool of the suite fails on purpose, which is logged as an error.
const log = createLog({ level: 'fatal', fd: 2 })
const { bus, sessions } = await openFixtureStore(process.argv[2])

const endpoint: McpEndpoint = createMcpEndpoint({
  path: '/mcp',
  name: 'conformance',
  serverInfo: { name: 'conformance-fixture', version: '1.0.0' },
  instructions: 'Answers the scenarios of the conformance suite.',
  tools: [
    ...plainTools({
      tools: () => endpoint.hub.publish({ kind: 'tools' }),
      prompts: () => endpoint.hub.publish({ kind: 'prompts' }),
    }),
    ...ASKING_TOOLS,
    ...waitingTools(),
  ],
  prompts: PROMPTS,
  resources: RESOURCES,
  complete,
  logging: true,
  sessions,
  bus,
  stateKey: STATE_KEY,
  originAllowed: (origin) => URL.canParse(origin) && LOCAL_NAMES.has(new URL(origin).hostname),
  log,
})

const app = createHttpApp({
  name: 'conformance',
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

await endpoint.ready
process.stdout.write(`${await app.listen(0, '127.0.0.1')}\n`)
process.stdin.resume().on('end', () => process.exit(0))
