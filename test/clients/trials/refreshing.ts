import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AI_SDK } from '../drivers/ai-sdk.ts'
import { MCP_REMOTE } from '../drivers/mcp-remote.ts'
import { SDK_1 } from '../drivers/sdk-1.ts'
import { SDK_2 } from '../drivers/sdk-2.ts'
import { race } from './race.ts'
import type { Trial, TrialScene } from './trial.ts'

const PROCESSES = 4

/**
 * Starts four processes of mcp-remote on one folder when the access token that they share has ended. Each refreshes, and nobody
 * is asked.
 */
async function byMcpRemote({ desk, folder, service }: TrialScene): Promise<string | null> {
  const place = { url: `${service.account}/mcp`, tool: 'whoami', desk, folder }
  await (await MCP_REMOTE.connect(place)).close()
  const before = desk.opened.length
  const names = await readdir(folder, { recursive: true })
  const file = join(folder, names.find((name) => name.endsWith('_tokens.json')) ?? 'none')
  const kept = JSON.parse(await readFile(file, 'utf8')) as { access_token: string }
  await writeFile(file, JSON.stringify({ ...kept, access_token: `${kept.access_token.slice(0, -4)}AAAA` }))
  const seats = await Promise.all(Array.from({ length: PROCESSES }, () => MCP_REMOTE.connect(place)))
  const shown = await Promise.all(seats.map((seat) => seat.call('whoami', {})))
  await Promise.all(seats.map((seat) => seat.close()))
  if (desk.opened.length > before) return `the person was asked ${desk.opened.length - before} times`
  return shown.every((views) => views.every((view) => view.includes(desk.email))) ? null : `shown: ${shown.join(' ')}`
}

/** Refresh races of clients that are rows of the matrix by themselves. */
export const REFRESHING: readonly Trial[] = [
  ...[SDK_1, SDK_2, AI_SDK].map(({ folder, name, package: library }): Trial => ({
    name,
    package: library,
    folder,
    steps: { 'refreshes in four processes': ({ desk, service }) => race(library, service, desk) },
  })),
  { ...MCP_REMOTE, steps: { 'refreshes in four processes': byMcpRemote } },
]
