import { auth, createMCPClient } from '@ai-sdk/mcp'
import { textOf } from '../model/dialect.ts'
import { Keeper } from '../oauth-provider.ts'
import type { Driver } from './driver.ts'

export const AI_SDK: Driver = {
  name: 'Vercel AI SDK',
  package: '@ai-sdk/mcp',
  folder: 'test/clients',
  everyChange: true,
  signsIn: 'browser',
  async connect({ desk, url }) {
    const authProvider = desk === null ? undefined : (new Keeper(desk) as any)
    const connect = () => createMCPClient({ transport: { type: 'http', url, ...(authProvider && { authProvider }) } })
    const client = await connect().catch(async (error: unknown) => {
      const callback = await authProvider?.callback
      if (callback == null) throw error
      await auth(authProvider, { serverUrl: url, authorizationCode: callback.get('code') })
      return connect()
    })
    const tools: Record<string, any> = await client.tools()
    return {
      tools: async () =>
        Object.entries(tools).map(([name, { description, inputSchema }]) => ({
          name,
          told: JSON.stringify({ name, description, inputSchema: inputSchema.jsonSchema }),
        })),
      async call(tool, args) {
        const output = await tools[tool].execute(args, { toolCallId: 'call_1', messages: [] })
        const shown = await tools[tool].toModelOutput({ toolCallId: 'call_1', input: args, output })
        return [textOf(shown.value)]
      },
      close: () => client.close(),
    }
  },
}
