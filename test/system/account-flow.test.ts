// The whole flow of an application, from registration to the work of a person, by forms and plain HTTP, on every kind of
// store.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import {
  approve,
  ask,
  connect,
  contentOf,
  createPerson,
  exchangeCode,
  jsonOf,
  LEGACY_VERSION,
  modernFields,
  modernMessage,
  postForm,
  register,
  signIn,
  signUp,
  type Application,
  type Person,
} from '../support/account-client.ts'
import { startAccount, type AccountNode } from '../support/account-service.ts'
import { startPostgres } from '../support/start-postgres.ts'
import { startRedis } from '../support/start-redis.ts'

/** Limit for a refusal on every node after a revocation (docs/spec/choices.md §4). */
const REVOKED_WITHIN_MS = 1000

const STORES: readonly {
  readonly name: string
  readonly start: (t: Test) => Promise<Record<string, string>>
}[] = [
  { name: 'the embedded database and this process', start: () => Promise.resolve({}) },
  {
    name: 'PostgreSQL and Redis, with two listeners',
    async start(t) {
      const [postgres, redis] = await Promise.all([startPostgres(t), startRedis(t)])
      const threads = { LISTENERS: '2', SEARCH_THREADS: '2', TOKEN_THREADS: '2' }
      return { DATABASE_URL: await postgres.createDatabase(), REDIS_URL: redis.url, ...threads }
    },
  },
]

for (const { name, start } of STORES) {
  t.test(`on ${name}`, async (t) => {
    const node = await startAccount(t, await start(t))
    await t.test('a person signs up, and their password lets them in and no other', (t) => checkSignUp(t, node))
    const person = await signUp(node)
    let application: Application
    await t.test('an application finds its way from a 401 to tokens', async (t) => {
      application = await connectByMetadata(t, node, person)
    })
    await t.test('both revisions of MCP reach the same work', (t) => worksInBothRevisions(t, node, application))
    await t.test('a refresh gives another pair, and both access tokens work', (t) => refreshes(t, node, application))
    await t.test('the person sees the application, ends it, and it is refused within a second', (t) =>
      isEnded(t, node, person, application),
    )
    await t.test('an application that revokes itself is refused within a second', async (t) => {
      const other = await connect(node, person)
      t.equal((await other.revoke(node)).status, 200)
      await refusedSoon(t, node, other)
    })
    await t.test('the person reads in the activity what was done, and by which application', async (t) => {
      const { html } = await person.at(node).get('/account/activity.ndjson')
      const kinds = html
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { readonly kind: string }).kind)
      for (const kind of [
        'account.created',
        'session.signed_in',
        'grant.approved',
        'workspace.created',
        'grant.revoked',
      ]) {
        t.ok(kinds.includes(kind), `${kind} is in ${[...new Set(kinds)].join(' ')}`)
      }
    })
  })
}

async function checkSignUp(t: Test, node: AccountNode): Promise<void> {
  const person = await signUp(node)
  const stranger = createPerson(person.email).at(node)
  const refused = await stranger.signIn(person.email, 'not the one they chose')
  t.equal(refused.status, 400)
  t.equal((await stranger.get('/account')).location, '/sign-in?continue=%2Faccount')
  t.match((await person.at(node).get('/account')).html, person.email)
}

async function connectByMetadata(t: Test, node: AccountNode, person: Person): Promise<Application> {
  const { accountUrl, nodeUrl } = node
  const unknown = await ask(`${nodeUrl}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  t.equal(unknown.status, 401)
  const [, address = ''] = /resource_metadata="([^"]*)"/.exec(unknown.headers.get('www-authenticate') ?? '') ?? []
  const resource = jsonOf(await ask(address.replace(accountUrl, nodeUrl)))
  t.match(resource, {
    resource: `${accountUrl}/mcp`,
    authorization_servers: [accountUrl],
    scopes_supported: ['mcp:full'],
  })
  const server = jsonOf(await ask(`${nodeUrl}/.well-known/oauth-authorization-server`))
  t.match(server, {
    issuer: accountUrl,
    authorization_endpoint: `${accountUrl}/authorize`,
    token_endpoint: `${accountUrl}/token`,
    registration_endpoint: `${accountUrl}/register`,
    revocation_endpoint: `${accountUrl}/revoke`,
    code_challenge_methods_supported: ['S256'],
  })

  const clientId = await register(node, 'First')
  const verifier = randomBytes(32).toString('base64url')
  const denied = await approve(node, person, clientId, verifier, 'deny')
  t.match(Object.fromEntries(denied), { error: 'access_denied', state: 'where-we-were', iss: accountUrl })
  const sent = await approve(node, person, clientId, verifier)
  t.match(Object.fromEntries(sent), { code: /.+/, state: 'where-we-were', iss: accountUrl })
  const code = sent.get('code') ?? ''
  const answer = await exchangeCode(node, clientId, code, verifier)
  t.equal(answer.status, 200)
  t.match(jsonOf(answer), { token_type: 'Bearer', expires_in: 600, scope: 'mcp:full' })
  t.equal(answer.headers.get('cache-control'), 'no-store')

  const again = await exchangeCode(node, clientId, code, verifier)
  t.strictSame([again.status, jsonOf(again)['error']], [400, 'invalid_grant'], 'a code works once')
  const refresh = { grant_type: 'refresh_token', client_id: clientId }
  const after = await postForm(node, '/token', { ...refresh, refresh_token: String(jsonOf(answer)['refresh_token']) })
  t.strictSame([after.status, jsonOf(after)['error']], [400, 'invalid_grant'], 'and its second use ends what it gave')
  return connect(node, person, 'Second <b>application</b>')
}

async function worksInBothRevisions(t: Test, node: AccountNode, application: Application): Promise<void> {
  const session = await application.initialize(node)
  const listed = jsonOf(await application.ask(node, session, 'tools/list'))
  const { tools } = listed['result'] as { readonly tools: readonly { readonly name: string }[] }
  t.ok(tools.some((tool) => tool.name === 'create_animation'))
  const params = { name: 'create_workspace', arguments: { name: 'Made by the older' } }
  const made = contentOf(await application.ask(node, session, 'tools/call', params))
  const found = contentOf(await application.call(node, 'get_workspace', { id: made['id'] }))
  t.equal(found['name'], 'Made by the older')
  const discovered = await application.post(node, modernMessage('server/discover', {}), modernFields('server/discover'))
  t.match(jsonOf(discovered), { result: { supportedVersions: ['2026-07-28'] } })

  t.equal((await application.post(node, { jsonrpc: '2.0', id: 1, method: 'tools/list' })).status, 400, 'no session')
  const strange = await application.ask(node, 'x'.repeat(32), 'tools/list')
  t.equal(strange.status, 404, 'a session that there is not')
  const others = await connect(node, await signUp(node))
  t.equal((await others.ask(node, session, 'tools/list')).status, 404, 'a session of somebody else')
  t.match(await others.call(node, 'get_workspace', { id: made['id'] }), { status: 200, text: /"isError":true/ })
}

async function refreshes(t: Test, node: AccountNode, application: Application): Promise<void> {
  const session = await application.initialize(node)
  const before = application.tokens
  await application.renew(node)
  t.not(application.tokens.refresh, before.refresh)
  t.not(application.tokens.access, before.access)
  t.equal((await application.ask(node, session, 'tools/list')).status, 200, 'the session outlives its token')
  const headers = {
    authorization: `Bearer ${before.access}`,
    'mcp-session-id': session,
    'mcp-protocol-version': LEGACY_VERSION,
  }
  t.equal((await application.post(node, { jsonrpc: '2.0', id: 1, method: 'ping' }, headers)).status, 200)
}

async function isEnded(t: Test, node: AccountNode, person: Person, application: Application): Promise<void> {
  const page = await person.at(node).get('/account/applications')
  t.match(page.html, 'Second &lt;b&gt;application&lt;/b&gt;')
  t.notMatch(page.html, '<b>application')
  t.equal((await application.call(node, 'whoami')).status, 200)
  const fields = { formKey: page.hidden('formKey'), grant: page.hidden('grant') }
  const ended = await person.at(node).post('/account/applications/revoke', fields)
  t.equal(ended.location, '/account/applications?ended=1')
  await refusedSoon(t, node, application)
  const refused = await application.refresh(node)
  t.strictSame([refused.status, jsonOf(refused)['error']], [400, 'invalid_grant'])
  t.notMatch((await person.at(node).get('/account/applications')).html, 'Second')
  await signIn(node, createPerson(person.email))
}

/** Asserts that the application's token is refused within a second, with a reason. */
async function refusedSoon(t: Test, node: AccountNode, application: Application): Promise<void> {
  await sleep(REVOKED_WITHIN_MS)
  const refused = await application.call(node, 'whoami')
  t.equal(refused.status, 401)
  t.match(refused.headers.get('www-authenticate'), /^Bearer error="invalid_token".*resource_metadata="/)
  t.match(jsonOf(refused), { jsonrpc: '2.0', error: {} })
}
