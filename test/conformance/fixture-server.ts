// One node of a service with the features that the conformance suite requires, on the transport of the product. Only tests
// start it, with the address of a module that exports `openTransport`, and its arguments. It prints one line with what a
// test has to know, and ends when its standard input closes.
import { createHttpApp } from '../../src/http/server/app.ts'
import { AGENT_CORS } from '../../src/http/wire/cors.ts'
import { createJsonRpcWire } from '../../src/http/route/error-wires.ts'
import { createMcpEndpoint } from '../../src/mcp/edge.ts'
import type { McpEndpoint } from '../../src/mcp/edge.ts'
import { createLog } from '../../src/shared/log.ts'
import { PROMPTS, RESOURCES, complete } from './fixture-prompts.ts'
import type { OpenTransport } from './fixture-transport.ts'
import { ASKING_TOOLS, plainTools, waitingTools } from './fixture-tools.ts'

/** Key that is equal on every node, so that each node can read what another has signed. */
const STATE_KEY = Buffer.alloc(32, 'conformance')
const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])
const CACHE_LIMIT_BYTES = 1024 * 1024

// A tool of the suite fails on purpose, which is logged as an error.
const log = createLog({ level: 'fatal', fd: 2 })
const [transportUrl = '', ...transportArgs] = process.argv.slice(2)
const { openTransport } = (await import(transportUrl)) as { readonly openTransport: OpenTransport }
const transport = await openTransport(transportArgs)

const endpoint: McpEndpoint = createMcpEndpoint({
  bodyLimitBytes: 1024 * 1024,
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
  stateKey: STATE_KEY,
  ...transport.endpoint,
  originAllowed: (origin) => URL.canParse(origin) && LOCAL_NAMES.has(new URL(origin).hostname),
  log,
})

const app = createHttpApp({
  name: 'conformance',
  routes: [...endpoint.routes, ...(transport.routes ?? [])],
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
const port = await app.listen(0, '127.0.0.1')
process.stdout.write(`${JSON.stringify({ port, fields: transport.fields ?? {} })}\n`)
process.stdin.resume().on('end', () => process.exit(0))
