import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../support/free-port.ts'
import { ANTHROPIC } from '../model/anthropic.ts'
import { AGENTS, agentDriver } from './agent.ts'

const PROGRAM = join(AGENTS, '@anthropic-ai/claude-code-linux-x64/claude')

export const CLAUDE_CODE = agentDriver({
  name: 'Claude Code',
  package: '@anthropic-ai/claude-code-linux-x64',
  dialect: ANTHROPIC,
  async configure({ home, isPrivate, modelUrl, url }) {
    const mcpServers = { signpost: { type: 'http', url, ...(isPrivate ? { oauth: await registered(url) } : {}) } }
    writeFileSync(join(home, '.claude.json'), JSON.stringify({ hasCompletedOnboarding: true, mcpServers }))
    return {
      line: [PROGRAM, '-p', 'Go.', '--allowedTools', 'mcp__signpost', '--model', 'claude-sonnet-5'],
      env: {
        ANTHROPIC_BASE_URL: modelUrl,
        ANTHROPIC_API_KEY: 'none',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
        // The model is told of all tools at once, as a test that names one needs it.
        ENABLE_TOOL_SEARCH: 'false',
      },
    }
  },
  // It asks for a terminal, which `script` gives it.
  login: { line: ['script', '-qec', `${PROGRAM} mcp login signpost`, '/dev/null'] },
})

/**
 * Registers the client as its owner may do. By itself it names a document at claude.ai, which a service without that network
 * cannot fetch.
 */
async function registered(url: string): Promise<{ readonly clientId: string; readonly callbackPort: number }> {
  const callbackPort = await freePort()
  const answer = await fetch(new URL('/register', url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_name: 'Claude Code', redirect_uris: [`http://localhost:${callbackPort}/callback`] }),
  })
  const { client_id: clientId } = (await answer.json()) as { client_id: string }
  return { clientId, callbackPort }
}
