import t from 'tap'
import { ACCOUNT_URL, startOAuth, startParts, type Parameters } from '../start-oauth.ts'

const parts = await startParts(t)

t.test('a refresh token gives another pair of the same grant, and each of them works once', async (t) => {
  const oauth = await startOAuth(t, parts)
  let { refresh } = await oauth.newPair()
  const [grant] = await oauth.grants.list(oauth.userId)
  const seen = new Set([refresh])
  for (const turn of [1, 2, 3]) {
    oauth.pass(3600)
    const { body, headers, status } = await oauth.refresh(refresh, {
      resource: `${ACCOUNT_URL}/mcp`,
      scope: 'mcp:full',
    })
    t.equal(status, 200, `turn ${turn}`)
    t.strictSame([headers.get('cache-control'), headers.get('pragma')], ['no-store', 'no-cache'])
    t.match(body, { token_type: 'Bearer', expires_in: 600, scope: 'mcp:full' })
    const checked = await oauth.tokens.check(body['access_token'] as string)
    t.match(checked, { ok: true, principal: { grantId: grant?.id, clientId: oauth.clientId, userId: oauth.userId } })
    refresh = body['refresh_token'] as string
    t.notOk(seen.has(refresh))
    seen.add(refresh)
  }
})

t.test(
  'the token that was just replaced is good for 30 seconds and eight more pairs, of which one goes on',
  async (t) => {
    const oauth = await startOAuth(t, parts)
    const { refresh } = await oauth.newPair()
    const answers = await Promise.all(Array.from({ length: 8 }, () => oauth.refresh(refresh)))
    t.ok(answers.every(({ status }) => status === 200))
    t.equal(new Set(answers.map(({ body }) => body['refresh_token'])).size, 8)
    oauth.pass(29)
    const last = await oauth.refresh(refresh)
    t.equal(last.status, 200)
    oauth.pass(600)
    t.equal((await oauth.refresh(last.body['refresh_token'] as string)).status, 200)
  },
)

t.test('whoever goes on beside the line of tokens ends the grant, access tokens included, at once', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { grantId, refresh } = await oauth.newPair()
  const [first, second] = [await oauth.refresh(refresh), await oauth.refresh(refresh)]
  // The access token of a successor is no use of it: the client that lost the answer may come again meanwhile.
  t.match(await oauth.tokens.check(first.body['access_token'] as string), { ok: true })
  const next = await oauth.refresh(first.body['refresh_token'] as string)
  t.equal(next.status, 200)
  t.equal((await oauth.refresh(second.body['refresh_token'] as string)).body['error'], 'invalid_grant')
  t.ok(oauth.revocations.has(grantId))
  t.equal((await oauth.refresh(next.body['refresh_token'] as string)).body['error'], 'invalid_grant')
})

t.test('a replaced token gives no forty pairs', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { grantId, refresh } = await oauth.newPair()
  const answers = await Promise.all(Array.from({ length: 40 }, () => oauth.refresh(refresh)))
  t.equal(answers.filter(({ status }) => status === 200).length, 9)
  t.ok(oauth.revocations.has(grantId))
})

t.test('a token that was replaced more than 30 seconds ago ends the grant, at once', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { grantId, refresh } = await oauth.newPair()
  const next = (await oauth.refresh(refresh)).body['refresh_token'] as string
  oauth.pass(31)
  t.equal((await oauth.refresh(refresh)).body['error'], 'invalid_grant')
  t.ok(oauth.revocations.has(grantId))
  t.equal((await oauth.refresh(next)).body['error'], 'invalid_grant')
  t.strictSame(await oauth.grants.list(oauth.userId), [])
})

t.test('a refresh token lives for 30 days after it was given', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { refresh } = await oauth.newPair()
  oauth.pass(29 * 86_400)
  const next = (await oauth.refresh(refresh)).body['refresh_token'] as string
  oauth.pass(29 * 86_400)
  const last = (await oauth.refresh(next)).body['refresh_token'] as string
  t.type(last, 'string')
  oauth.pass(31 * 86_400)
  t.equal((await oauth.refresh(last)).body['error'], 'invalid_grant')
})

const REFUSED: readonly (readonly [what: string, error: string, overrides: Parameters])[] = [
  ['no refresh token', 'invalid_request', { refresh_token: null }],
  ['two refresh tokens', 'invalid_request', { refresh_token: ['a', 'b'] }],
  ['no client_id', 'invalid_request', { client_id: null }],
  ['another scope', 'invalid_scope', { scope: 'admin' }],
  ['another resource', 'invalid_target', { resource: 'https://other.example/mcp' }],
  ['a client secret', 'invalid_client', { client_secret: 'a' }],
  ['something that is no token', 'invalid_grant', { refresh_token: 'a' }],
  ['a token of nobody', 'invalid_grant', { refresh_token: `signpost_rt_${'A'.repeat(43)}` }],
  ['a client_id of another form', 'invalid_grant', { client_id: 'https://client.example/metadata.json' }],
]

for (const [what, error, overrides] of REFUSED) {
  t.test(`a refresh with ${what} is ${error} and leaves the token as it was`, async (t) => {
    const oauth = await startOAuth(t, parts)
    const { refresh } = await oauth.newPair()
    const { body, status } = await oauth.refresh(refresh, overrides)
    t.strictSame([status, body['error']], [400, error])
    oauth.pass(31)
    t.equal((await oauth.refresh(refresh)).status, 200)
  })
}

t.test('a refresh token of another client is invalid_grant and stays good for its own', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { refresh } = await oauth.newPair()
  t.equal((await oauth.refresh(refresh, { client_id: await oauth.newClient() })).body['error'], 'invalid_grant')
  oauth.pass(31)
  t.equal((await oauth.refresh(refresh)).status, 200)
})

t.test('a client that was dropped learns that it has to register again', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { body, status } = await oauth.refresh(`signpost_rt_${'A'.repeat(43)}`, {
    client_id: 'cli_01jc0000000000000000000000',
  })
  t.strictSame([status, body['error']], [400, 'invalid_client'])
})

t.test('an access token is no refresh token', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { access } = await oauth.newPair()
  t.equal((await oauth.refresh(access)).body['error'], 'invalid_grant')
})

for (const part of ['grants', 'tokens'] as const) {
  t.test(`a refresh token is not lost while the ${part} are away, however long`, async (t) => {
    const oauth = await startOAuth(t, parts)
    const { refresh } = await oauth.newPair()
    oauth.away.add(part)
    const { body, headers, status } = await oauth.refresh(refresh)
    t.strictSame([status, body['error'], headers.get('retry-after')], [503, 'temporarily_unavailable', '2'])
    oauth.away.clear()
    oauth.pass(3600)
    t.equal((await oauth.refresh(refresh)).status, 200)
  })
}

t.test('a client whose use cannot be written down is served all the same', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { refresh } = await oauth.newPair()
  oauth.pass(2 * 86_400)
  oauth.away.add('clients')
  t.equal((await oauth.refresh(refresh)).status, 200)
})

t.test('an address asks for tokens and revocations six hundred times a minute, and then waits', async (t) => {
  const oauth = await startOAuth(t, parts)
  const ask = (path: string, address: string, body: string) =>
    oauth.ask(path, { method: 'POST', body, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }, address)
  const guess = (address: string) =>
    ask('/token', address, `grant_type=refresh_token&client_id=${oauth.clientId}&refresh_token=a`)
  const revoke = (address: string) => ask('/revoke', address, 'token=a')
  const statuses = new Set<number>()
  for (let round = 0; round < 30; round++) {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => (n < 15 ? guess : revoke)('192.0.2.7')))
    for (const { status } of answers) statuses.add(status)
  }
  t.strictSame(statuses, new Set([400, 200]))
  for (const again of [guess, revoke]) {
    const { body, headers, status } = await again('192.0.2.7')
    t.strictSame([status, body['error'], headers.get('cache-control')], [429, 'temporarily_unavailable', 'no-store'])
    const seconds = Number(headers.get('retry-after'))
    t.ok(seconds > 0 && seconds <= 60)
    t.not((await again('192.0.2.8')).status, 429, 'another address')
    t.not((await again('2001:db8::1')).status, 429)
  }
  oauth.pass(60)
  t.equal((await guess('192.0.2.7')).status, 400)
})
