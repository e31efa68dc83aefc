// Programs that people start themselves, run against the built account host. They are mcp-remote with its whole browser
// flow, and the inspector with a token in a header.
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import t, { type Test } from 'tap'
import { newPerson, type Person } from '../support/browser-flow.ts'
import { temporaryFolder } from '../support/content-tree.ts'
import { newToken, startAccountService } from './account-service.ts'
import { runInspector } from './clients.ts'

const MCP_REMOTE = join(dirname(createRequire(import.meta.url).resolve('mcp-remote/package.json')), 'dist/proxy.js')
/** Limit for mcp-remote, which starts slowly and waits for its person. */
const CONNECT_LIMIT_MS = 120_000

const { accountUrl, mcpUrl, site } = await startAccountService(t)
const DOCUMENT_URL = site.publishClient('/remote.json', {
  client_name: 'Remote',
  redirect_uris: ['http://localhost/oauth/callback'],
})

interface Desk {
  /** Path of a program that takes an address, as browsers do. */
  readonly browser: string
  /** Addresses that were opened. */
  readonly opened: readonly string[]
}

/** Starts a desk with a browser. The person approves whatever a program opens in it. */
async function startDesk(t: Test, person: Person): Promise<Desk> {
  const opened: string[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://desk').searchParams.get('url') ?? ''
    opened.push(url)
    person.connect(url).then(
      () => response.end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const desk = `http://127.0.0.1:${(server.address() as AddressInfo).port}/?url=`
  const browser = join(await temporaryFolder(t), 'browser.cjs')
  const program = `#!${process.execPath}\nvoid fetch(${JSON.stringify(desk)} + encodeURIComponent(process.argv[2]))\n`
  await writeFile(browser, program, { mode: 0o755 })
  return { browser, opened }
}

function connectRemote(t: Test, desk: Desk, folder: string, ...args: string[]): Promise<Client> {
  return connectRemoteTo(mcpUrl, t, desk, folder, ...args)
}

async function connectRemoteTo(url: string, t: Test, desk: Desk, folder: string, ...args: string[]): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MCP_REMOTE, url, '--transport', 'http-only', '--auth-timeout', '100', ...args],
    env: { PATH: process.env['PATH'] ?? '', BROWSER: desk.browser, MCP_REMOTE_CONFIG_DIR: folder },
    stderr: 'ignore',
  })
  const client = new Client({ name: 'local', version: '1' })
  await client.connect(transport, { timeout: CONNECT_LIMIT_MS })
  t.teardown(() => client.close())
  return client
}

/** @returns the path of the file in which mcp-remote keeps its tokens */
async function tokenFile(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true })
  return join(folder, names.find((name) => name.endsWith('_tokens.json')) ?? 'none')
}

const WAYS: readonly { readonly way: string; readonly args: readonly string[] }[] = [
  { way: 'by registration', args: [] },
  { way: 'by a metadata document', args: ['--client-metadata-url', DOCUMENT_URL] },
  { way: 'by registration, in the new protocol where it can', args: ['--protocol', 'auto'] },
]

for (const { args, way } of WAYS) {
  t.test(`mcp-remote brings its person to the browser ${way}, once, and renews its token later`, async (t) => {
    const person = await newPerson(accountUrl)
    const desk = await startDesk(t, person)
    const folder = await temporaryFolder(t)
    const first = await connectRemote(t, desk, folder, ...args)
    t.equal((await first.listTools()).tools.length, 21)
    const made = await first.callTool({ name: 'create_workspace', arguments: { name: 'Remote' } })
    t.match(made, { structuredContent: { name: 'Remote' } })
    t.equal(desk.opened.length, 1)
    await first.close()

    const file = await tokenFile(folder)
    const kept = JSON.parse(await readFile(file, 'utf8')) as { access_token: string; refresh_token: string }
    const spoilt = { ...kept, access_token: `${kept.access_token.slice(0, -4)}AAAA` }
    await writeFile(file, JSON.stringify(spoilt))
    const second = await connectRemote(t, desk, folder, ...args)
    t.match(await second.callTool({ name: 'whoami' }), { structuredContent: { email: person.email } })
    t.equal(desk.opened.length, 1, 'the person need not come again')
    const renewed = JSON.parse(await readFile(file, 'utf8')) as typeof kept
    t.not(renewed.refresh_token, kept.refresh_token)
    t.equal(person.consents.length, 1)
  })
}

t.test('mcp-remote gets access to an address that chooses toolsets', async (t) => {
  const desk = await startDesk(t, await newPerson(accountUrl))
  const client = await connectRemoteTo(`${mcpUrl}?toolsets=search`, t, desk, await temporaryFolder(t))
  t.same(
    (await client.listTools()).tools.map(({ name }) => name),
    ['whoami', 'search_account'],
  )
})

t.test(
  'the inspector on the command line uses the account of a token in a header, and sees that it needs one',
  async (t) => {
    const person = await newPerson(accountUrl)
    const header = ['--header', `Authorization: Bearer ${await newToken(accountUrl, person)}`]
    const listed = (await runInspector(mcpUrl, ...header, '--method', 'tools/list')) as { tools: readonly object[] }
    t.equal(listed.tools.length, 21)
    const create = ['--method', 'tools/call', '--tool-name', 'create_workspace', '--tool-arg', 'name=Inspected']
    t.match(await runInspector(mcpUrl, ...header, ...create), { structuredContent: { name: 'Inspected' } })
    const templates = await runInspector(mcpUrl, ...header, '--method', 'resources/templates/list')
    t.match(templates, { resourceTemplates: [{}, {}] })
    await t.rejects(runInspector(mcpUrl, '--method', 'tools/list'), /access token|401|nauthorized/)
  },
)
