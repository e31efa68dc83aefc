import { Agent, MCPServerStreamableHttp, OpenAIResponsesModel, Runner, setTracingDisabled } from '@openai/agents'
import { auth } from '@modelcontextprotocol/sdk/client/auth.js'
import OpenAI from 'openai'
import { playModel } from '../model/played-model.ts'
import { RESPONSES } from '../model/responses.ts'
import { Keeper } from '../oauth-provider.ts'
import type { Driver } from './driver.ts'

const MOST_TURNS = 100

export const OPENAI_AGENTS: Driver = {
  name: 'OpenAI Agents SDK',
  package: '@openai/agents',
  folder: 'test/clients',
  everyChange: true,
  signsIn: 'browser',
  async connect({ desk, tool, url }) {
    const authProvider = desk === null ? undefined : (new Keeper(desk) as any)
    if (authProvider !== undefined) {
      await auth(authProvider, { serverUrl: url })
      await auth(authProvider, { serverUrl: url, authorizationCode: (await authProvider.callback).get('code') })
    }
    setTracingDisabled(true)
    const played = await playModel(RESPONSES, tool)
    const server = new MCPServerStreamableHttp({ url, name: 'signpost', ...(authProvider && { authProvider }) })
    await server.connect()
    const client = new OpenAI({ baseURL: `${played.url}/v1`, apiKey: 'none', maxRetries: 0 })
    const agent = new Agent({
      name: 'matrix',
      model: new OpenAIResponsesModel(client, 'played'),
      mcpServers: [server],
    })
    const ran = new Runner().run(agent, 'Go.', { maxTurns: MOST_TURNS })
    ran.catch(() => {})
    return {
      tools: () => played.tools(),
      call: async (name, args) => [await Promise.race([played.call(name, args), ended(ran)])],
      async close() {
        played.finish()
        await ran.catch(() => {})
        await server.close()
        played.close()
      },
    }
  },
}

async function ended(ran: Promise<unknown>): Promise<never> {
  await ran
  throw new Error('the agent has ended')
}
