import t from 'tap'
import { encode, startOAuth, startParts } from '../start-oauth.ts'

const parts = await startParts(t)

for (const kind of ['refresh', 'access'] as const) {
  t.test(`the ${kind} token ends its grant with all of its tokens, at once`, async (t) => {
    const oauth = await startOAuth(t, parts)
    const pair = await oauth.newPair()
    const body = encode({ token: pair[kind], token_type_hint: 'access_token', client_id: oauth.clientId })
    const { headers, status } = await oauth.post('/revoke', body)
    t.strictSame([status, headers.get('cache-control')], [200, 'no-store'])
    t.ok(oauth.revocations.has(pair.grantId))
    t.strictSame(await oauth.grants.list(oauth.userId), [])
    t.equal((await oauth.refresh(pair.refresh)).body['error'], 'invalid_grant')
    t.equal((await oauth.post('/revoke', body)).status, 200, 'and again')
  })
}

t.test('a client need not say who it is, and a hint that is wrong does no harm', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { refresh } = await oauth.newPair()
  t.equal((await oauth.post('/revoke', encode({ token: refresh, token_type_hint: 'of another kind' }))).status, 200)
  t.strictSame(await oauth.grants.list(oauth.userId), [])
})

t.test('a token that was replaced ends the grant as well', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { refresh } = await oauth.newPair()
  await oauth.refresh(refresh)
  await oauth.post('/revoke', encode({ token: refresh }))
  t.strictSame(await oauth.grants.list(oauth.userId), [])
})

t.test('the token of another client is left alone, and nobody learns that it lives', async (t) => {
  const oauth = await startOAuth(t, parts)
  const pair = await oauth.newPair()
  const client_id = await oauth.newClient()
  for (const token of [pair.refresh, pair.access]) {
    const { body, status } = await oauth.post('/revoke', encode({ token, client_id }))
    t.strictSame([status, body], [200, {}])
  }
  t.equal((await oauth.grants.list(oauth.userId)).length, 1)
})

for (const token of ['a', `signpost_rt_${'A'.repeat(43)}`, 'eyJhbGciOiJub25lIn0.e30.', 'a'.repeat(10_000)]) {
  t.test(`${token.slice(0, 30)} is no token, which is fine`, async (t) => {
    const oauth = await startOAuth(t, parts)
    t.equal((await oauth.post('/revoke', encode({ token }))).status, 200)
  })
}

t.test('an access token that has expired ends nothing', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { access } = await oauth.newPair()
  oauth.pass(700)
  t.equal((await oauth.post('/revoke', encode({ token: access }))).status, 200)
  t.equal((await oauth.grants.list(oauth.userId)).length, 1)
})

t.test('a revocation without a token, with two, or with credentials is refused', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { refresh } = await oauth.newPair()
  for (const [body, error] of [
    ['', 'invalid_request'],
    ['token=', 'invalid_request'],
    [encode({ token: [refresh, refresh] }), 'invalid_request'],
    ['token=%ff', 'invalid_request'],
    [encode({ token: refresh, client_secret: 'a' }), 'invalid_client'],
  ] as const) {
    const answer = await oauth.post('/revoke', body)
    t.strictSame([answer.status, answer.body['error']], [400, error], body)
  }
  const answer = await oauth.post('/revoke', encode({ token: refresh }), { Authorization: 'Basic YTpi' })
  t.strictSame([answer.status, answer.body['error']], [401, 'invalid_client'])
  t.equal((await oauth.grants.list(oauth.userId)).length, 1)
})

t.test('a revocation while the database is away is 503, and succeeds later', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { refresh } = await oauth.newPair()
  oauth.away.add('grants')
  const { body, headers, status } = await oauth.post('/revoke', encode({ token: refresh }))
  t.strictSame([status, body['error'], headers.get('retry-after')], [503, 'temporarily_unavailable', '2'])
  oauth.away.clear()
  t.equal((await oauth.post('/revoke', encode({ token: refresh }))).status, 200)
  t.strictSame(await oauth.grants.list(oauth.userId), [])
})
