import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GEMINI } from '../model/gemini.ts'
import { AGENTS, agentDriver } from './agent.ts'

const PROGRAM = join(AGENTS, '@google/gemini-cli/bundle/gemini.js')

export const GEMINI_CLI = agentDriver({
  name: 'Gemini CLI',
  package: '@google/gemini-cli',
  dialect: GEMINI,
  ownRefusal: /params\/\w+ must be/,
  configure({ home, modelUrl, token, url }) {
    mkdirSync(join(home, '.gemini'), { recursive: true })
    const headers = token === null ? {} : { headers: { Authorization: `Bearer ${token}` } }
    const settings = {
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      general: { disableAutoUpdate: true },
      mcpServers: { signpost: { httpUrl: url, trust: true, ...headers } },
    }
    writeFileSync(join(home, '.gemini/settings.json'), JSON.stringify(settings))
    return {
      line: [process.execPath, PROGRAM, '-p', 'Go.', '--yolo', '--skip-trust', '-m', 'gemini-2.5-flash'],
      env: { GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: modelUrl },
    }
  },
  // A person connects it by a command within its own window, `/mcp auth`.
  login: null,
})
