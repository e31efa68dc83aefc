import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { Keeper } from '../oauth-provider.ts'
import { halvesOf, toldOf, type Driver, type Seat } from './driver.ts'

export const SDK_1: Driver = {
  name: 'TypeScript SDK 1.x',
  package: '@modelcontextprotocol/sdk',
  folder: '.',
  everyChange: true,
  signsIn: 'browser',
  async connect({ desk, url }) {
    const authProvider = desk === null ? undefined : new Keeper(desk)
    const transport = () =>
      new StreamableHTTPClientTransport(new URL(url), authProvider === undefined ? {} : { authProvider })
    const first = transport()
    const client = new Client({ name: 'matrix', version: '1' })
    try {
      await client.connect(first)
    } catch (error) {
      const callback = await authProvider?.callback
      if (callback == null) throw error
      await first.finishAuth(callback.get('code') ?? '')
      await client.connect(transport())
    }
    return seatOf(client)
  },
}

/** The seat behind a client of this SDK, which other programs carry messages for too. */
export function seatOf(client: Client): Seat {
  return {
    tools: async () => (await client.listTools()).tools.map(toldOf),
    call: async (name, args) => halvesOf(await client.callTool({ name, arguments: args })),
    close: () => client.close(),
  }
}
