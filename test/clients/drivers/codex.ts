import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RESPONSES } from '../model/responses.ts'
import { AGENTS, agentDriver } from './agent.ts'

const PROGRAM = join(AGENTS, '@openai/codex/bin/codex.js')

export const CODEX = agentDriver({
  name: 'Codex',
  package: '@openai/codex',
  dialect: RESPONSES,
  configure({ home, modelUrl, url }) {
    mkdirSync(join(home, '.codex'), { recursive: true })
    const lines = [
      'model = "played"',
      'model_provider = "played"',
      'approval_policy = "never"',
      'sandbox_mode = "danger-full-access"',
      'mcp_oauth_credentials_store = "file"',
      '[model_providers.played]',
      'name = "Played"',
      `base_url = "${modelUrl}/v1"`,
      'wire_api = "responses"',
      'env_key = "PLAYED_KEY"',
      'request_max_retries = 0',
      '[mcp_servers.signpost]',
      `url = "${url}"`,
    ]
    writeFileSync(join(home, '.codex/config.toml'), lines.join('\n'))
    return {
      line: [process.execPath, PROGRAM, 'exec', '--skip-git-repo-check', 'Go.'],
      env: { PLAYED_KEY: 'none' },
    }
  },
  // By default it names a document at chatgpt.com, which a service without that network cannot fetch.
  login: { line: [process.execPath, PROGRAM, 'mcp', 'login', 'signpost', '--oauth-client-registration', 'dcr'] },
})
