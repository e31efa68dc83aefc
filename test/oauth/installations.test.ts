import t from 'tap'
import type { AuthorizeOutcome, Replaceable } from '../../src/oauth/authorize/authorization.ts'
import { USER_GRANTS_LIMIT } from '../../src/oauth/grant/grant-store.ts'
import { approvalOf, approve } from '../contract/stores.ts'
import { answerOf, newProof, startOAuth, startParts, type OAuth } from './start-oauth.ts'

const parts = await startParts(t)
const HERE = '203.0.113.9'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const { challenge } = newProof()

const begin = (oauth: OAuth, more: Record<string, string> = {}): Promise<AuthorizeOutcome> =>
  oauth.authorization.begin(oauth.query(challenge, more), oauth.signedIn(), HERE)
const idsOf = async (oauth: OAuth): Promise<string[]> => (await oauth.grants.list(oauth.userId)).map(({ id }) => id)

/** What the consent page offers to replace. */
function offeredBy(outcome: AuthorizeOutcome): Replaceable {
  if (outcome.kind !== 'consent') throw new Error(`no consent page but ${outcome.kind}`)
  return outcome.replaceable
}

t.test('two installations of one client have a grant each, and one revocation ends one', async (t) => {
  const oauth = await startOAuth(t, parts)
  const [one, two] = [await oauth.newPair(), await oauth.newPair()]
  t.not(one.grantId, two.grantId)
  t.strictSame(new Set(await idsOf(oauth)), new Set([one.grantId, two.grantId]))
  t.equal((await oauth.post('/revoke', `token=${one.refresh}`)).status, 200)
  t.strictSame([oauth.revocations.has(one.grantId), oauth.revocations.has(two.grantId)], [true, false])
  t.equal((await oauth.refresh(one.refresh)).body['error'], 'invalid_grant')
  const next = await oauth.refresh(two.refresh)
  t.equal(next.status, 200)
  // A replay of one installation is no matter of the other.
  const three = await oauth.newPair()
  await oauth.refresh(three.refresh)
  oauth.pass(31)
  await oauth.refresh(three.refresh)
  t.strictSame(await idsOf(oauth), [two.grantId])
})

t.test('a grant says where the browser was that approved it, as far as that says so itself', async (t) => {
  const oauth = await startOAuth(t, parts)
  const person = { ...oauth.signedIn(), userAgent: FIREFOX, signIn: 'here' }
  await oauth.authorization.decide(oauth.query(challenge), person, true, HERE)
  const [grant] = await oauth.grants.list(oauth.userId)
  const place = { browser: 'Firefox', system: 'Linux', network: '203.0.113.0/24' }
  t.match(grant, { place, signIn: 'here', firstUsedAt: null, lastUsedAt: null })
})

t.test('the person may name the grant that the new one takes the place of', async (t) => {
  const oauth = await startOAuth(t, parts)
  const [old, other] = [await oauth.newPair(), await oauth.newPair()]
  const elsewhere = await oauth.newCode(challenge, { client_id: await oauth.newClient() })
  t.ok(elsewhere)
  const query = oauth.query(challenge, { prompt: 'consent' })
  const replaceable = offeredBy(await oauth.authorization.begin(query, oauth.signedIn(), HERE))
  t.strictSame(new Set(replaceable.grants.map(({ id }) => id)), new Set([old.grantId, other.grantId]), 'of this client')
  t.equal(replaceable.oldest, null)
  const outcome = await oauth.authorization.decide(query, oauth.signedIn(), true, HERE, old.grantId)
  t.ok(answerOf(outcome)['code'])
  t.equal(oauth.revocations.has(old.grantId), true)
  t.equal((await oauth.refresh(old.refresh)).body['error'], 'invalid_grant')
  t.equal((await oauth.refresh(other.refresh)).status, 200)
  t.equal((await idsOf(oauth)).length, 3)
  const denied = await oauth.authorization.decide(query, oauth.signedIn(), false, HERE, other.grantId)
  t.notOk(answerOf(denied)['code'])
  t.equal((await idsOf(oauth)).length, 3, 'who refuses ends nothing')
})

t.test('grants that were approved in this sign-in of the browser are offered first', async (t) => {
  const oauth = await startOAuth(t, parts)
  const here = { ...oauth.signedIn(), signIn: 'here' }
  for (const signIn of ['here', 'elsewhere']) {
    oauth.pass(60)
    await oauth.authorization.decide(oauth.query(challenge), { ...oauth.signedIn(), signIn }, true, HERE)
  }
  const offered = offeredBy(await oauth.authorization.begin(oauth.query(challenge, { prompt: 'consent' }), here, HERE))
  t.strictSame(
    offered.grants.map(({ signIn }) => signIn),
    ['here', 'elsewhere'],
  )
})

t.test('a client that presents its old refresh token with the code replaces its grant', async (t) => {
  const oauth = await startOAuth(t, parts)
  const old = await oauth.newPair()
  const proof = newProof()
  const code = await oauth.newCode(proof.challenge)
  const { body, status } = await oauth.exchange(code, proof.verifier, { refresh_token: old.refresh })
  t.equal(status, 200)
  t.equal(oauth.revocations.has(old.grantId), true)
  t.equal((await oauth.refresh(old.refresh)).body['error'], 'invalid_grant')
  t.equal((await oauth.refresh(body['refresh_token'] as string)).status, 200)
  t.equal((await idsOf(oauth)).length, 1)
  t.ok(answerOf(await begin(oauth, { prompt: 'none' }))['code'], 'the approval that came with the code stands')
})

t.test('the grant that a code replaces ends after the new pair is there, and not before', async (t) => {
  const oauth = await startOAuth(t, parts)
  const old = await oauth.newPair()
  const proof = newProof()
  const code = await oauth.newCode(proof.challenge)
  oauth.away.add('tokens')
  t.equal((await oauth.exchange(code, proof.verifier, { refresh_token: old.refresh })).status, 503)
  t.ok(await oauth.grants.find(old.grantId), 'without a new pair the old one stands')
  oauth.away.clear()
  // What would put the code back is away, too, when other nodes cannot be told.
  oauth.away.add('revocations')
  const { body, status } = await oauth.exchange(code, proof.verifier, { refresh_token: old.refresh })
  t.equal(status, 200)
  t.equal(await oauth.grants.find(old.grantId), null, 'nodes read that in the database')
  t.equal((await oauth.refresh(body['refresh_token'] as string)).status, 200)
})

t.test('an old refresh token of another client or person, or none at all, replaces nothing', async (t) => {
  const oauth = await startOAuth(t, parts)
  const mine = await oauth.newPair()
  const client_id = await oauth.newClient()
  for (const token of [mine.refresh, 'signpost_rt_x', `signpost_rt_${'A'.repeat(43)}`]) {
    const proof = newProof()
    const code = await oauth.newCode(proof.challenge, { client_id })
    const given = await oauth.exchange(code, proof.verifier, { client_id, refresh_token: token })
    t.equal(given.status, 200)
  }
  const userId = await oauth.newUser()
  const proof = newProof()
  const query = oauth.query(proof.challenge)
  const person = { userId, signedInAtMs: oauth.now(), validFromMs: oauth.now() }
  const outcome = await oauth.authorization.decide(query, person, true, HERE)
  const code = answerOf(outcome)['code'] ?? ''
  t.equal((await oauth.exchange(code, proof.verifier, { refresh_token: mine.refresh })).status, 200)
  t.equal((await oauth.refresh(mine.refresh)).status, 200)
})

t.test('a consent that stands gives another grant without a question, eight times', async (t) => {
  const oauth = await startOAuth(t, parts)
  const first = await oauth.newPair()
  for (let n = 2; n <= 8; n++) t.ok(answerOf(await begin(oauth))['code'], `grant ${n}`)
  t.equal(new Set(await idsOf(oauth)).size, 8)
  t.equal((await begin(oauth)).kind, 'consent', 'the ninth is asked about')
  t.equal(answerOf(await begin(oauth, { prompt: 'none' }))['error'], 'consent_required')
  await oauth.post('/revoke', `token=${first.refresh}`)
  t.equal((await begin(oauth)).kind, 'consent', 'an end takes the consent with it')
})

t.test('who has a hundred grants is told which one ends for the next, and loses none without it', async (t) => {
  const oauth = await startOAuth(t, parts)
  const used = await oauth.newPair()
  oauth.pass(60)
  const at = new Date(oauth.now())
  const { validFromMs } = oauth.signedIn()
  for (let n = 1; n < USER_GRANTS_LIMIT; n++) {
    await approve(oauth.grants, approvalOf(oauth.userId, `cli_${n}`, { validFromMs }), at)
  }
  const oldest = (await oauth.grants.list(oauth.userId)).at(-1)
  t.equal(oldest?.id, used.grantId, 'approved first, and not used since')
  oauth.pass(60)
  await oauth.grants.touch(new Map([[used.grantId, new Date(oauth.now())]]))

  const offered = offeredBy(await begin(oauth))
  t.equal(offered.oldest?.clientId.startsWith('cli_'), true, 'also for a client that need not ask else')
  const silent = answerOf(await begin(oauth, { prompt: 'none' }))
  t.equal(silent['error'], 'consent_required')
  const query = oauth.query(challenge)
  t.equal((await oauth.authorization.decide(query, oauth.signedIn(), true, HERE)).kind, 'consent', 'nothing was named')
  t.equal((await idsOf(oauth)).length, USER_GRANTS_LIMIT)
  const named = offered.oldest?.id ?? ''
  t.ok(answerOf(await oauth.authorization.decide(query, oauth.signedIn(), true, HERE, named))['code'])
  t.equal((await idsOf(oauth)).length, USER_GRANTS_LIMIT)
  t.equal(oauth.revocations.has(named), true)
})
