import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Keeper } from '../oauth-provider.ts'
import { halvesOf, toldOf, type Driver } from './driver.ts'

function driver(name: string, mode: 'legacy' | 'auto'): Driver {
  return {
    name,
    package: '@modelcontextprotocol/client',
    folder: '.',
    everyChange: true,
    signsIn: 'browser',
    async connect({ desk, url }) {
      const authProvider = desk === null ? undefined : new Keeper(desk)
      const transport = () =>
        new StreamableHTTPClientTransport(new URL(url), authProvider === undefined ? {} : { authProvider })
      const first = transport()
      const connect = async (by: StreamableHTTPClientTransport): Promise<Client> => {
        const client = new Client({ name: 'matrix', version: '1' }, { versionNegotiation: { mode } })
        await client.connect(by)
        return client
      }
      const client = await connect(first).catch(async (error: unknown) => {
        const came = await authProvider?.callback
        if (came == null) throw error
        await first.finishAuth(came)
        return connect(transport())
      })
      return {
        tools: async () => (await client.listTools()).tools.map(toldOf),
        call: async (tool, args) => halvesOf(await client.callTool({ name: tool, arguments: args })),
        close: () => client.close(),
      }
    },
  }
}

export const SDK_2 = driver('TypeScript SDK 2.x', 'auto')
export const SDK_2_LEGACY = driver('TypeScript SDK 2.x, older revisions', 'legacy')
