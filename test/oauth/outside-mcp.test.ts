// The SDK's clients with their own OAuth flows, from the 401 to the token, against the built service. Their person is at a browser
// that fills in the forms.
import { randomUUID } from 'node:crypto'
import {
  Client as Client2,
  StreamableHTTPClientTransport as Transport2,
  UnauthorizedError as Unauthorized2,
  type OAuthClientProvider as Provider2,
} from '@modelcontextprotocol/client'
import {
  UnauthorizedError as Unauthorized1,
  type OAuthClientProvider as Provider1,
} from '@modelcontextprotocol/sdk/client/auth.js'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { SignJWT, decodeJwt, decodeProtectedHeader, importJWK, type JWK } from 'jose'
import t, { type Test } from 'tap'
import type { Mode } from '../conformance/clients.ts'
import { startAccountService } from '../conformance/account-service.ts'
import { newPerson, type Person } from '../support/browser-flow.ts'
import { startPostgres } from '../support/start-postgres.ts'

/** Nobody listens there: the browser of these tests hands over what it would have opened. */
const REDIRECT_URL = 'http://localhost:8976/callback'
const METADATA = { client_name: 'Outside', redirect_uris: [REDIRECT_URL] }
const INFO = { name: 'outside', version: '1' }

const postgres = await startPostgres(t)
const { accountUrl, mcpUrl, site } = await startAccountService(t, { DATABASE_URL: postgres.url })
const DOCUMENT_URL = site.publishClient('/client.json', METADATA)

/** What an application keeps of its OAuth, and how often its person had to come. */
interface Keeper {
  readonly provider: Provider1 & Provider2
  readonly clientId: () => string
  readonly tokens: () => OAuthTokens
  /** Lets the access token grow old. */
  readonly age: () => Promise<void>
  /** What the browser brought, once for each time. */
  readonly callback: () => Promise<URLSearchParams>
  readonly visits: () => number
}

/** The same token as it would be if it had been issued an hour ago: its person's, and signed by the service's own key. */
async function aged(token: string): Promise<string> {
  const [row] = await postgres.query('select private_jwk from signing_keys')
  const claims = decodeJwt(token)
  const { alg = '', ...header } = decodeProtectedHeader(token)
  const { exp = 0, iat = 0 } = claims
  return new SignJWT({ ...claims, iat: iat - 3600, exp: exp - 3600 })
    .setProtectedHeader({ alg, ...header })
    .sign(await importJWK(row?.['private_jwk'] as JWK, alg))
}

function createKeeper(person: Person, clientMetadataUrl: string | null): Keeper {
  let client: OAuthClientInformationMixed | undefined
  let tokens: OAuthTokens | undefined
  let verifier = ''
  let visits = 0
  let discovery: Awaited<ReturnType<NonNullable<Provider1['discoveryState']>>>
  let state = ''
  let pending: Promise<URL> | null = null
  const kept = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('nothing is kept yet')
    return value
  }
  const provider: Provider1 & Provider2 = {
    redirectUrl: REDIRECT_URL,
    clientMetadata: METADATA,
    ...(clientMetadataUrl === null ? {} : { clientMetadataUrl }),
    state: () => (state = randomUUID()),
    clientInformation: () => client,
    saveClientInformation: (information: OAuthClientInformationMixed) => void (client = information),
    tokens: () => tokens,
    saveTokens: (given: OAuthTokens) => void (tokens = given),
    redirectToAuthorization(url: URL) {
      visits++
      pending = person.approve(url)
      pending.catch(() => undefined)
    },
    saveCodeVerifier: (given: string) => void (verifier = given),
    codeVerifier: () => verifier,
    saveDiscoveryState: (given: typeof discovery) => void (discovery = given),
    discoveryState: () => discovery,
    invalidateCredentials(scope: string) {
      if (scope === 'all' || scope === 'tokens') tokens = undefined
      if (scope === 'all' || scope === 'client') client = undefined
    },
  }
  return {
    provider,
    clientId: () => kept(client).client_id,
    tokens: () => kept(tokens),
    async age() {
      const { access_token: token, ...rest } = kept(tokens)
      tokens = { ...rest, access_token: await aged(token) }
    },
    async callback() {
      if (pending === null) throw new Error('nobody was sent to the browser')
      const { href, searchParams } = await pending
      pending = null
      if (!href.startsWith(`${REDIRECT_URL}?`) || searchParams.get('state') !== state) throw new Error(href)
      return searchParams
    },
    visits: () => visits,
  }
}

/** What both generations of the client have in common, as far as it is used here. */
interface Connected {
  listTools(): Promise<{ readonly tools: readonly object[] }>
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<object>
  close(): Promise<void>
}

type Connect = (keeper: Keeper) => Promise<Connected>

const connect1: Connect = async ({ callback, provider }) => {
  const transport = new Transport1(new URL(mcpUrl), { authProvider: provider })
  const client = new Client1(INFO)
  try {
    await client.connect(transport)
    return client
  } catch (error) {
    if (!(error instanceof Unauthorized1)) throw error
  }
  await transport.finishAuth((await callback()).get('code') ?? '')
  const again = new Client1(INFO)
  await again.connect(new Transport1(new URL(mcpUrl), { authProvider: provider }))
  return again
}

function connect2(mode: Mode): Connect {
  return async ({ callback, provider }) => {
    const options = { versionNegotiation: { mode } }
    const transport = new Transport2(new URL(mcpUrl), { authProvider: provider })
    const client = new Client2(INFO, options)
    try {
      await client.connect(transport)
      return client
    } catch (error) {
      if (!(error instanceof Unauthorized2)) throw error
    }
    // It holds the `iss` of the answer against the issuer that it found.
    await transport.finishAuth(await callback())
    const again = new Client2(INFO, options)
    await again.connect(new Transport2(new URL(mcpUrl), { authProvider: provider }))
    return again
  }
}

const CLIENTS: readonly { readonly name: string; readonly connect: Connect }[] = [
  { name: 'SDK 1.x', connect: connect1 },
  { name: 'SDK 2.x, legacy', connect: connect2('legacy') },
  { name: 'SDK 2.x, auto', connect: connect2('auto') },
  { name: 'SDK 2.x, pinned', connect: connect2({ pin: '2026-07-28' }) },
]

const WAYS = [
  { way: 'registration', documentUrl: null, idForm: /^cli_/ },
  { way: 'a metadata document', documentUrl: DOCUMENT_URL, idForm: /^https:\/\/localhost:\d+\/client\.json$/ },
] as const

/** Works, has its token expire, works on by itself; loses the grant, and asks its person again. */
async function useWhole(
  t: Test,
  connect: Connect,
  documentUrl: string | null,
): Promise<{ readonly keeper: Keeper; readonly person: Person }> {
  const person = await newPerson(accountUrl)
  const keeper = createKeeper(person, documentUrl)
  const client = await connect(keeper)
  t.equal((await client.listTools()).tools.length, 21)
  t.match(await client.callTool({ name: 'whoami' }), { structuredContent: { email: person.email } })
  t.equal(keeper.visits(), 1)
  const first = keeper.tokens()
  t.match(first, { token_type: 'Bearer', expires_in: 600, scope: 'mcp:full' })

  await keeper.age()
  const headers = { Authorization: `Bearer ${keeper.tokens().access_token}`, 'Content-Type': 'application/json' }
  const refused = await fetch(mcpUrl, { method: 'POST', headers, body: '{}' })
  t.match(refused.headers.get('www-authenticate'), /error="invalid_token".*has expired/)
  const made = await client.callTool({ name: 'create_workspace', arguments: { name: 'Outside' } })
  t.match(made, { structuredContent: { id: /^ws_/ } }, 'a token that has expired is renewed without the person')
  t.not(keeper.tokens().refresh_token, first.refresh_token)
  t.equal(keeper.visits(), 1)

  await person.disconnectAll()
  await t.rejects(client.callTool({ name: 'whoami' }), 'a revoked grant cannot be renewed')
  t.equal(keeper.visits(), 2, 'the person is asked again')
  const callback = await keeper.callback()
  t.ok(callback.has('code'))
  await client.close()
  return { keeper, person }
}

for (const { connect, name } of CLIENTS) {
  for (const { documentUrl, idForm, way } of WAYS) {
    t.test(`${name} finds the way to a token by ${way}, renews it and asks again when it is revoked`, async (t) => {
      const { keeper, person } = await useWhole(t, connect, documentUrl)
      t.match(keeper.clientId(), idForm)
      t.equal(person.consents.length, 2)
      const again = createKeeper(person, documentUrl)
      const client = await connect(again)
      const listed = await client.callTool({ name: 'list_workspaces' })
      t.match(
        listed,
        { structuredContent: { workspaces: [{ name: 'Outside' }] } },
        'what one grant made, the next one has',
      )
      await client.close()
    })
  }
}
