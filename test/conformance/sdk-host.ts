import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Test } from 'tap'
import { createSdkServer } from './twin-features.ts'

/** Starts the SDK's server on node:http. @returns its address */
export async function startSdkHost(t: Test): Promise<string> {
  const handler = createMcpHandler(createSdkServer)
  const listen = toNodeHandler(handler)
  const server = createServer((request, response) => void listen(request as Parameters<typeof listen>[0], response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(async () => {
    await handler.close()
    server.closeAllConnections()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}
