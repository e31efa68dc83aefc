/** Entry of a process with our endpoint on our HTTP app, as in a listener thread. */
import { createHttpApp } from '../../src/http/server/app.ts'
import { AGENT_CORS } from '../../src/http/wire/cors.ts'
import { createJsonRpcWire } from '../../src/http/route/error-wires.ts'
import { createMcpEndpoint } from '../../src/mcp/edge.ts'
import { defineTool } from '../../src/mcp/features/tool.ts'
import { createLog } from '../../src/shared/log.ts'
import { reportToParent } from './mcp-child.ts'
import { BENCH_TOOLS, SERVER_INFO } from './mcp-features.ts'

const log = createLog({ level: 'warn', fd: 2 })
const endpoint = createMcpEndpoint({
  bodyLimitBytes: 1024 * 1024,
  path: '/mcp',
  name: 'bench',
  serverInfo: SERVER_INFO,
  tools: BENCH_TOOLS.map((tool) => defineTool(tool)),
  stateKey: Buffer.alloc(32, 'bench'),
  originAllowed: () => true,
  log,
})
const app = createHttpApp({
  name: 'bench',
  routes: endpoint.routes,
  wire: createJsonRpcWire(null),
  log,
  generation: () => 1,
  cacheLimitBytes: 1024 * 1024,
  trustedProxies: [],
  notFound: { answer: { status: 404, cacheControl: 'no-store' } },
  methodNotAllowedCode: 'method_not_allowed',
  cors: AGENT_CORS,
})
reportToParent(await app.listen(0, '127.0.0.1'))
