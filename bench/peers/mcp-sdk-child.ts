/** Entry of a process with the SDK's own server on node:http, set up as its documentation describes. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { McpServer, createMcpHandler } from '@modelcontextprotocol/server'
import { reportToParent } from './mcp-child.ts'
import { BENCH_TOOLS, SERVER_INFO } from './mcp-features.ts'

const SUBSCRIPTION_LIMIT = 10_000

function createBenchServer(): McpServer {
  const server = new McpServer(SERVER_INFO, { capabilities: { tools: { listChanged: true } } })
  for (const { description, input, name, run } of BENCH_TOOLS)
    server.registerTool(name, { description, inputSchema: input }, (args) => run(args))
  return server
}

const handler = createMcpHandler(createBenchServer, { maxSubscriptions: SUBSCRIPTION_LIMIT })
const listen = toNodeHandler(handler)
const server = createServer((request, response) => void listen(request as Parameters<typeof listen>[0], response))
server.listen(0, '127.0.0.1', () => reportToParent((server.address() as AddressInfo).port))
