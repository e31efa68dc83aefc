import { MultiServerMCPClient } from '@langchain/mcp-adapters'
import { auth } from '@modelcontextprotocol/sdk/client/auth.js'
import { textOf } from '../model/dialect.ts'
import { Keeper } from '../oauth-provider.ts'
import type { Driver } from './driver.ts'

export const LANGCHAIN: Driver = {
  name: 'LangChain',
  package: '@langchain/mcp-adapters',
  folder: 'test/clients',
  everyChange: true,
  signsIn: 'browser',
  ownRefusal: /Received tool input did not match expected schema/,
  async connect({ desk, url }) {
    const authProvider = desk === null ? undefined : (new Keeper(desk) as any)
    if (authProvider !== undefined) {
      await auth(authProvider, { serverUrl: url })
      await auth(authProvider, { serverUrl: url, authorizationCode: (await authProvider.callback).get('code') })
    }
    const client = new MultiServerMCPClient({
      mcpServers: { signpost: { transport: 'http', url, ...(authProvider && { authProvider }) } },
    })
    const tools = await client.getTools()
    return {
      tools: async () =>
        tools.map(({ description, name, schema }) => ({ name, told: JSON.stringify({ name, description, schema }) })),
      async call(tool, args) {
        const found = tools.find(({ name }) => name === tool)
        const call = { type: 'tool_call' as const, id: 'call_1', name: tool, args }
        // What a tool of this library throws is what its nodes show to the model.
        const shown = await found!.invoke(call).catch((error: Error) => ({ content: error.message }))
        return [textOf(shown.content)]
      },
      close: () => client.close(),
    }
  },
}
