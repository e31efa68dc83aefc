import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { CreateMessageRequestSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import type { Test } from 'tap'
import { temporaryFolder } from '../support/content-tree.ts'
import { run } from '../support/node-22.ts'

/** Answers to requests of a server, the same for every client. */
export const ELICITED = { action: 'accept' as const, content: { username: 'ada', email: 'ada@example.org' } }
export const SAMPLED = {
  role: 'assistant' as const,
  content: { type: 'text' as const, text: 'sampled' },
  model: 'model',
}

const INFO = { name: 'test', version: '1' }
const CAPABILITIES = { elicitation: {}, sampling: {}, roots: {} }

/** Connects the SDK's client for the older revisions, on which most programs are built. */
export async function connectClient1(t: Test, url: string, headers: Record<string, string> = {}): Promise<Client1> {
  const transport = new Transport1(new URL(url), { requestInit: { headers } })
  const client = new Client1(INFO, { capabilities: CAPABILITIES })
  answer1(client)
  await client.connect(transport)
  t.teardown(() => client.close())
  return client
}

/** Connects the same client behind mcp-remote, which carries messages of a local program to a remote server. */
export async function connectMcpRemote(t: Test, url: string): Promise<Client1> {
  const proxy = join(dirname(createRequire(import.meta.url).resolve('mcp-remote/package.json')), 'dist/proxy.js')
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [proxy, url, '--allow-http', '--transport', 'http-only'],
    env: { PATH: process.env['PATH'] ?? '', MCP_REMOTE_CONFIG_DIR: await temporaryFolder(t) },
    stderr: 'ignore',
  })
  const client = new Client1(INFO, { capabilities: CAPABILITIES })
  answer1(client)
  await client.connect(transport)
  t.teardown(() => client.close())
  return client
}

function answer1(client: Client1): void {
  client.setRequestHandler(ElicitRequestSchema, () => ELICITED)
  client.setRequestHandler(CreateMessageRequestSchema, () => SAMPLED)
}

export type Mode = 'legacy' | 'auto' | { readonly pin: string }

/** Connects the SDK's client for all revisions. */
export async function connectClient2(
  t: Test,
  url: string,
  mode: Mode,
  headers: Record<string, string> = {},
): Promise<Client2> {
  const client = new Client2(INFO, { capabilities: CAPABILITIES, versionNegotiation: { mode } })
  client.setRequestHandler('elicitation/create', () => ELICITED)
  client.setRequestHandler('sampling/createMessage', () => SAMPLED)
  await client.connect(new Transport2(new URL(url), { requestInit: { headers } }))
  t.teardown(() => client.close())
  return client
}

/** Runs the inspector. @returns what it prints on the command line. Rejects if it fails. */
export async function runInspector(url: string, ...args: string[]): Promise<unknown> {
  const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector-cli/package.json')
  // The inspector looks for its own package.json, beginning at its working directory.
  const cwd = join(dirname(manifest), 'build')
  // Without this option it assumes the transport of 2024 for an address that does not end in /mcp.
  const command = [process.execPath, 'index.js', url, '--transport', 'http', ...args]
  const { code, stderr, stdout } = await run(command, { cwd })
  if (code !== 0) throw new Error(`the inspector ended with ${code}: ${stderr}`)
  return JSON.parse(stdout)
}
