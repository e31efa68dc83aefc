import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHAT_COMPLETIONS } from '../model/chat-completions.ts'
import { AGENTS, agentDriver } from './agent.ts'

const PROGRAM = join(AGENTS, 'opencode-linux-x64/bin/opencode')

export const OPENCODE = agentDriver({
  name: 'OpenCode',
  package: 'opencode-linux-x64',
  dialect: CHAT_COMPLETIONS,
  configure({ home, modelUrl, url }) {
    const played = {
      npm: '@ai-sdk/openai-compatible',
      name: 'Played',
      options: { baseURL: `${modelUrl}/v1`, apiKey: 'none' },
      models: { played: { name: 'Played' } },
    }
    const settings = {
      autoupdate: false,
      share: 'disabled',
      permission: { '*': 'allow' },
      provider: { played },
      model: 'played/played',
      small_model: 'played/played',
      mcp: { signpost: { type: 'remote', url, enabled: true } },
    }
    writeFileSync(join(home, 'work/opencode.json'), JSON.stringify(settings))
    return {
      line: [PROGRAM, 'run', '--model', 'played/played', 'Go.'],
      env: {
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      },
    }
  },
  login: { line: [PROGRAM, 'mcp', 'auth', 'signpost'] },
})
