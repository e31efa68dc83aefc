import t from 'tap'
import type { AuthorizeOutcome } from '../../../src/oauth/authorize/authorization.ts'
import {
  answerOf,
  newProof,
  REDIRECT_URI,
  startOAuth,
  startParts,
  type OAuth,
  type Parameters,
} from '../start-oauth.ts'

const parts = await startParts(t)
const HERE = '10.0.0.1'
const { challenge } = newProof()

const begin = (oauth: OAuth, overrides: Parameters = {}): Promise<AuthorizeOutcome> =>
  oauth.authorization.begin(oauth.query(challenge, overrides), oauth.signedIn(), HERE)

t.test('what was approved once is not asked again for the same client and redirect URI', async (t) => {
  const oauth = await startOAuth(t, parts)
  const client_id = await oauth.newClient([REDIRECT_URI, 'https://client.example/other'])
  await oauth.newCode(challenge, { client_id })
  t.ok(answerOf(await begin(oauth, { client_id }))['code'])
  t.ok(answerOf(await begin(oauth, { client_id, prompt: 'none' }))['code'])
  t.equal((await begin(oauth, { client_id, redirect_uri: 'https://client.example/other' })).kind, 'consent')
  t.equal((await begin(oauth)).kind, 'consent', 'another client')
  const other = { userId: await oauth.newUser(), signedInAtMs: oauth.now(), validFromMs: oauth.now() }
  t.equal((await oauth.authorization.begin(oauth.query(challenge, { client_id }), other, HERE)).kind, 'consent')
  for (const prompt of ['consent', 'select_account']) {
    t.equal((await begin(oauth, { client_id, prompt })).kind, 'consent', prompt)
  }
})

t.test('an approval that was withdrawn is asked for again', async (t) => {
  const oauth = await startOAuth(t, parts)
  await oauth.newCode(challenge)
  const [grant] = await oauth.grants.list(oauth.userId)
  await oauth.grants.revoke(grant?.id ?? '', { reason: 'user', at: new Date(oauth.now()), address: null })
  t.equal((await begin(oauth)).kind, 'consent')
})

t.test(
  'an answer by a sign-in that ends while the client is looked up approves nothing, and asks for another',
  async (t) => {
    const oauth = await startOAuth(t, parts)
    const stale = { ...oauth.signedIn(), validFromMs: oauth.signedIn().validFromMs - 1 }
    const query = oauth.query(challenge)
    const signIn = { kind: 'sign-in', again: false, loginHint: null }
    t.strictSame(await oauth.authorization.decide(query, stale, true, HERE), signIn)
    t.strictSame(await oauth.grants.list(oauth.userId), [])
    await oauth.newCode(challenge)
    t.strictSame(await oauth.authorization.begin(query, stale, HERE), signIn, 'also where nobody is asked')
    const silent = await oauth.authorization.begin(oauth.query(challenge, { prompt: 'none' }), stale, HERE)
    t.equal(answerOf(silent)['error'], 'login_required')
    t.equal((await oauth.grants.list(oauth.userId)).length, 1)
  },
)

t.test('where another program could have taken the place of the client, people are always asked', async (t) => {
  const oauth = await startOAuth(t, parts)
  for (const redirect_uri of [
    'http://127.0.0.1:1/cb',
    'http://localhost:1/cb',
    'https://localhost/cb',
    'com.example.app:/cb',
    'warp://mcp/oauth2callback',
    'goose:/cb',
  ]) {
    const client_id = await oauth.newClient([redirect_uri])
    await oauth.newCode(challenge, { client_id, redirect_uri })
    t.equal((await begin(oauth, { client_id, redirect_uri })).kind, 'consent', redirect_uri)
    const { error } = answerOf(await begin(oauth, { client_id, redirect_uri, prompt: 'none' }))
    t.equal(error, 'consent_required', redirect_uri)
  }
})

t.test('a request whose scopes are narrowed is always asked about', async (t) => {
  const oauth = await startOAuth(t, parts)
  await oauth.newCode(challenge)
  for (const scope of ['mcp:full offline_access', 'openid profile', 'mcp:full mcp:full:read']) {
    t.equal((await begin(oauth, { scope })).kind, 'consent', scope)
    t.equal(answerOf(await begin(oauth, { scope, prompt: 'none' }))['error'], 'consent_required', scope)
    await oauth.newCode(challenge, { scope })
    t.equal((await begin(oauth, { scope })).kind, 'consent', `${scope}, once more`)
  }
  for (const scope of ['mcp:full', null, 'mcp:full  mcp:full']) t.ok(answerOf(await begin(oauth, { scope }))['code'])
})

t.test('what was approved under narrowed scopes stands for the scope that was granted, and for no other', async (t) => {
  const oauth = await startOAuth(t, parts)
  await oauth.newCode(challenge, { scope: 'openid offline_access' })
  t.ok(answerOf(await begin(oauth))['code'], 'the person has approved full access')
  t.equal((await begin(oauth, { scope: 'openid' })).kind, 'consent')
})

t.test('a client that wants no page gets login_required or consent_required instead', async (t) => {
  const oauth = await startOAuth(t, parts)
  const silent = oauth.query(challenge, { prompt: 'none' })
  t.equal(answerOf(await oauth.authorization.begin(silent, null, HERE))['error'], 'login_required')
  t.equal(answerOf(await oauth.authorization.begin(silent, oauth.signedIn(), HERE))['error'], 'consent_required')
  t.equal(answerOf(await oauth.authorization.decide(silent, oauth.signedIn(), true, HERE))['error'], 'consent_required')
  const old = oauth.query(challenge, { prompt: 'none', max_age: '60' })
  t.equal(answerOf(await oauth.authorization.begin(old, oauth.signedIn(), HERE))['error'], 'login_required')
})

t.test('a client that wants a fresh sign-in gets one, and no second one after it', async (t) => {
  const oauth = await startOAuth(t, parts)
  const again = { kind: 'sign-in', again: true, loginHint: null }
  for (const overrides of [{ prompt: 'login' }, { prompt: 'login consent' }, { max_age: '0' }, { max_age: '599' }]) {
    const query = oauth.query(challenge, overrides)
    t.strictSame(await oauth.authorization.begin(query, oauth.signedIn(), HERE), again, JSON.stringify(overrides))
    const fresh = { ...oauth.signedIn(), signedInAtMs: oauth.now() - 1000 }
    t.equal((await oauth.authorization.begin(query, fresh, HERE)).kind, 'consent')
  }
  t.equal((await begin(oauth, { max_age: '601' })).kind, 'consent')
  const slow = { ...oauth.signedIn(), signedInAtMs: oauth.now() - 16 * 60_000 }
  t.strictSame(await oauth.authorization.decide(oauth.query(challenge, { prompt: 'login' }), slow, true, HERE), again)
})
