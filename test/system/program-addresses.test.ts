// Addresses as programs write them: with a slash at their end, without the path of an endpoint, and of a public host that a
// client might take for one that needs a sign-in.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import * as client2 from '@modelcontextprotocol/client'
import * as auth1 from '@modelcontextprotocol/sdk/client/auth.js'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { checkResourceAllowed } from '@modelcontextprotocol/sdk/shared/auth-utils.js'
import { allowInsecureRequests, processResourceDiscoveryResponse, resourceDiscoveryRequest } from 'oauth4webapi'
import t from 'tap'
import { listRoutes } from '../../scripts/routes.ts'
import { ALL_CONTENT, ALL_HOSTS } from '../support/account-neighbours.ts'
import { startAccount } from '../support/account-service.ts'
import { temporaryFolder } from '../support/content-tree.ts'

const INFO = { name: 'test', version: '1' }
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: INFO },
}
const METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'PUT', 'OPTIONS'] as const
const JSON_POST = {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: JSON.stringify(INITIALIZE),
} as const

const { accountUrl, iconsUrl, url: docsUrl } = await startAccount(t, ALL_HOSTS, ALL_CONTENT)
const HOSTS = { docs: docsUrl, account: accountUrl, icons: iconsUrl }
const ENDPOINTS = [`${docsUrl}/mcp`, `${accountUrl}/mcp`, `${iconsUrl}/mcp`, `${iconsUrl}/mcp/docs`, `${iconsUrl}/a2a`]
const PUBLIC = [`${docsUrl}/mcp`, `${iconsUrl}/mcp`, `${iconsUrl}/mcp/docs`]

/** What a client sees of an answer, without what differs from request to request. */
async function seen(url: string, init: RequestInit): Promise<object> {
  const answer = await fetch(url, { redirect: 'manual', ...init })
  const text = await answer.text()
  const fields = ['allow', 'content-type', 'cache-control', 'location', 'access-control-allow-origin']
  return { status: answer.status, text, ...Object.fromEntries(fields.map((name) => [name, answer.headers.get(name)])) }
}

t.test('an endpoint answers each method with a slash at its end as without', async (t) => {
  for (const url of ENDPOINTS) {
    for (const method of METHODS) {
      const init = method === 'POST' ? JSON_POST : { method }
      const [plain, slashed] = [await seen(url, init), await seen(`${url}/`, init)]
      t.strictSame(slashed, plain, `${method} ${url}/`)
    }
  }
  const twice = await seen(`${docsUrl}/mcp//`, JSON_POST)
  t.match(twice, { status: 404 }, 'one slash, not several')
})

t.test(
  'so does every document below /.well-known, which names the resource that its address is made from',
  async (t) => {
    const documents = listRoutes().filter(
      ({ method, path }) => method === 'GET' && /^\/\.well-known\/.*[^/]$/.test(path),
    )
    t.ok(documents.length > 10, `${documents.length} documents`)
    for (const { host, path } of documents) {
      const [plain, slashed] = [await seen(HOSTS[host] + path, {}), await seen(`${HOSTS[host]}${path}/`, {})]
      const named = /protected-resource(\/.*)/.exec(path)?.[1]
      const resource = HOSTS[host] + (named ?? '')
      const expected = JSON.stringify(plain).replace(`\\"${resource}\\"`, `\\"${resource}/\\"`)
      t.equal(JSON.stringify(slashed), named === undefined ? JSON.stringify(plain) : expected, path)
    }
  },
)

t.test(
  'the challenge of an address leads to metadata of that address, as strict and lenient clients compare it',
  async (t) => {
    for (const url of [`${accountUrl}/mcp`, `${accountUrl}/mcp/`]) {
      const refused = await fetch(url, JSON_POST)
      t.equal(refused.status, 401)
      const { resourceMetadataUrl } = auth1.extractWWWAuthenticateParams(refused)
      const named = (await (await fetch(resourceMetadataUrl!)).json()) as { readonly resource: string }
      t.equal(named.resource, url)
      const answer = await resourceDiscoveryRequest(new URL(url), { [allowInsecureRequests]: true })
      t.equal((await processResourceDiscoveryResponse(new URL(url), answer)).resource, url)
      for (const { discoverOAuthServerInfo } of [auth1, client2]) {
        const { authorizationServerMetadata, resourceMetadata } = await discoverOAuthServerInfo(url)
        t.equal(authorizationServerMetadata?.issuer, accountUrl)
        for (const configuredResource of [resourceMetadata!.resource, named.resource]) {
          t.ok(checkResourceAllowed({ requestedResource: url, configuredResource }), `${configuredResource} for ${url}`)
        }
      }
    }
  },
)

t.test('who posts JSON elsewhere is told the address of the MCP server, by what their client shows', async (t) => {
  for (const origin of Object.values(HOSTS)) {
    for (const path of ['', '/', '/sse', '/mcp/sse', '/api/mcp', '/messages', '/en/mcp', '/mcp/x', '/healthz']) {
      if (origin === accountUrl && path === '/healthz') continue
      const answer = await fetch(origin + path, { redirect: 'manual', ...JSON_POST })
      t.ok([404, 405].includes(answer.status), `${answer.status} ${path}`)
      t.match(answer.headers.get('content-type'), /^application\/(?:problem\+)?json$/)
      t.match(await answer.text(), `at ${origin}/mcp:`, `${origin}${path}`)
      t.notOk(answer.headers.has('www-authenticate'), 'nobody signs in for an address that does not answer')
    }
    const clients = [
      () => new Client1(INFO).connect(new Transport1(new URL(origin))),
      () => new client2.Client(INFO).connect(new client2.StreamableHTTPClientTransport(new URL(origin))),
    ]
    for (const connect of clients) await t.rejects(connect(), { message: new RegExp(`at ${origin}/mcp: give that`) })
  }
})

t.test('other requests for such addresses get what they got', async (t) => {
  const form = { method: 'POST', body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const page = await fetch(accountUrl, { ...form, headers: { ...form.headers, accept: 'text/html' } })
  t.match([page.status, page.headers.get('content-type')], [405, 'text/html; charset=utf-8'])
  t.notMatch(await page.text(), 'MCP server of this host')
  t.match(await seen(`${docsUrl}/none`, form), { status: 404 })
  t.match(await seen(docsUrl, {}), { status: 302 })
})

t.test('no client takes a public host for one that needs a sign-in', async (t) => {
  for (const url of PUBLIC.flatMap((each) => [each, `${each}/`])) {
    for (const { discoverOAuthProtectedResourceMetadata } of [auth1, client2]) {
      const found = await discoverOAuthProtectedResourceMetadata(url).catch((error: Error) => error)
      if (url.startsWith(docsUrl)) t.match(found, { message: /does not implement/ })
      else t.strictSame('authorization_servers' in found, false, url)
    }
    t.equal(await looksProtected(url), false, url)
    const client = new Client1(INFO)
    await client.connect(new Transport1(new URL(url), { authProvider: NOBODY }))
    t.ok((await client.listTools()).tools.length > 0)
    await client.close()
  }
  t.equal(await looksProtected(`${accountUrl}/mcp`), true, 'the rule finds what is protected')
})

t.test('mcp-remote connects to the public hosts and asks nobody to authorize it', async (t) => {
  const proxy = join(dirname(createRequire(import.meta.url).resolve('mcp-remote/package.json')), 'dist/proxy.js')
  for (const url of PUBLIC) {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [proxy, `${url}/`, '--allow-http'],
      env: { PATH: process.env['PATH'] ?? '', MCP_REMOTE_CONFIG_DIR: await temporaryFolder(t) },
      stderr: 'pipe',
    })
    let said = ''
    transport.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const client = new Client1(INFO)
    await client.connect(transport)
    t.ok((await client.listTools()).tools.length > 0)
    await client.close()
    t.match(said, 'Connected to remote server')
    t.notMatch(said, /authoriz(?:e|ation) (?:this|url|required)|error/i)
  }
})

t.test('the agent card is where clients of older A2A look, too', async (t) => {
  const card = await seen(`${iconsUrl}/.well-known/agent-card.json`, {})
  t.match(card, { status: 200, text: '"skills":' })
  for (const path of ['agent.json', 'agent.json/', 'agent-card.json/']) {
    t.strictSame(await seen(`${iconsUrl}/.well-known/${path}`, {}), card, path)
  }
})

/** Fails when it is asked for anything: a client without credentials that finds out that it needs some. */
const NOBODY = {
  redirectUrl: 'http://localhost:9/callback',
  clientMetadata: { redirect_uris: ['http://localhost:9/callback'] },
  clientInformation: () => undefined,
  tokens: () => undefined,
  saveTokens: refuse,
  redirectToAuthorization: refuse,
  saveCodeVerifier: refuse,
  codeVerifier: refuse,
} satisfies auth1.OAuthClientProvider

function refuse(): never {
  throw new Error('the client wants to sign somebody in')
}

/**
 * Judges a server by the rule of LibreChat, in our words. It needs a sign-in if it challenges a request without credentials for
 * a bearer token. It also needs one if metadata are found that name an authorization server, whatever it answers.
 */
async function looksProtected(url: string): Promise<boolean> {
  for (const init of [{ method: 'HEAD' }, JSON_POST]) {
    const answer = await fetch(url, init)
    await answer.body?.cancel()
    if (answer.status === 401 && /^bearer/i.test(answer.headers.get('www-authenticate') ?? '')) return true
  }
  const found = await auth1.discoverOAuthProtectedResourceMetadata(url).catch(() => undefined)
  return (found?.authorization_servers?.length ?? 0) > 0
}
