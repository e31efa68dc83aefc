// Two processes as one service, with the same public address, PostgreSQL and Redis.
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import {
  connect,
  connectNew,
  contentOf,
  jsonOf,
  signUp,
  type Application,
  type Json,
  type Place,
} from '../support/account-client.ts'
import { startAccountNodes, type AccountNode } from '../support/account-service.ts'
import { listen } from '../support/account-stream.ts'
import { startPostgres } from '../support/start-postgres.ts'
import { startRedis } from '../support/start-redis.ts'

/** Limit for a refusal on every node after a revocation (docs/spec/choices.md §4). */
const REVOKED_WITHIN_MS = 1000
const UPDATED = 'notifications/resources/updated'
const LIST_CHANGED = 'notifications/resources/list_changed'

async function startTwo(t: Test): Promise<readonly [AccountNode, AccountNode]> {
  const [postgres, redis] = await Promise.all([startPostgres(t), startRedis(t)])
  const nodes = await startAccountNodes(t, 2, { DATABASE_URL: await postgres.createDatabase(), REDIS_URL: redis.url })
  return [nodes[0]!, nodes[1]!]
}

t.test('two nodes', async (t) => {
  const [a, b] = await startTwo(t)
  const person = await signUp(a)
  const application = await connect(a, person)

  await t.test('what begins at one goes on at the other: sign-in, consent, code, token, session', async (t) => {
    t.match((await person.at(b).get('/account')).html, person.email)
    const other = await connect(inTurn(a, b), await signUp(inTurn(b, a)))
    t.match(contentOf(await other.call(b, 'whoami')), { email: /@/ })
    const session = await application.initialize(a)
    t.equal((await application.ask(b, session, 'tools/list')).status, 200)
    await application.renew(b)
    t.equal((await application.ask(a, session, 'tools/list')).status, 200)
    t.equal((await application.post(b, null, { 'mcp-session-id': session })).status, 400)
  })

  await t.test('who listens at one hears what is changed at the other, and nobody else does', async (t) => {
    const stranger = await connectNew(b)
    const { id } = contentOf(await application.call(a, 'create_workspace', { name: 'Heard' })) as {
      readonly id: string
    }
    const project = contentOf(await application.call(b, 'create_project', { workspace_id: id, name: 'Heard' }))
    const uri = `project://${String(project['id'])}`
    const [subscribed, strangers] = await Promise.all([listen(a, application, [uri]), listen(a, stranger, [uri])])
    const changed = { id: project['id'], expected_version: 1, name: 'Heard by one' }
    t.equal(contentOf(await application.call(b, 'update_project', changed))['version'], 2)
    await subscribed.received(UPDATED)
    t.ok(subscribed.events.some((event) => (event['params'] as Json | undefined)?.['uri'] === uri))
    contentOf(await application.call(b, 'create_project', { workspace_id: id, name: 'Another' }))
    await subscribed.received(LIST_CHANGED)
    // The stranger's own change arrives on the same channel, after those of the other account.
    await stranger.call(b, 'create_workspace', { name: 'Not heard' })
    await strangers.received(LIST_CHANGED)
    t.strictSame(
      strangers.events.map(({ method }) => method),
      ['notifications/subscriptions/acknowledged', LIST_CHANGED],
      'the stranger hears of its own workspace alone',
    )
    await stranger.revoke(a)
    t.equal(await strangers.ended, 'with its result')
    await application.revoke(b)
    t.equal(await subscribed.ended, 'with its result', 'a stream ends with what its application was allowed')
  })

  for (const [how, end] of [
    ['by the application itself', (application: Application) => application.revoke(b)],
    [
      'by the person, on the page of connected applications',
      async () => {
        const page = await person.at(b).get('/account/applications')
        return person.at(b).post('/account/applications/revoke', {
          formKey: page.hidden('formKey'),
          grant: page.hidden('grant'),
        })
      },
    ],
  ] as const) {
    await t.test(`what is ended at one ${how} is refused by the other within a second`, async (t) => {
      const ended = await connect(a, person)
      t.equal((await ended.call(a, 'whoami')).status, 200)
      const stream = await listen(a, ended)
      await end(ended)
      const since = performance.now()
      let refusedAtMs = 0
      while (refusedAtMs === 0 && performance.now() - since < REVOKED_WITHIN_MS) {
        if ((await ended.call(a, 'whoami')).status === 401) refusedAtMs = performance.now()
      }
      t.not(refusedAtMs, 0)
      t.comment(`refused after ${Math.round(refusedAtMs - since)} ms`)
      t.equal((await ended.call(b, 'whoami')).status, 401)
      t.equal(await stream.ended, 'with its result')
      t.equal((await ended.refresh(a)).status, 400)
    })
  }

  await t.test('a person asked at one node answers at the other', async (t) => {
    const asked = await connect(a, person)
    const { id } = contentOf(await asked.call(a, 'create_workspace', { name: 'Full' })) as { readonly id: string }
    contentOf(await asked.call(a, 'create_project', { workspace_id: id, name: 'In it' }))
    const capabilities = { elicitation: { form: {} } }
    const question = jsonOf(await asked.call(a, 'delete_workspace', { id }, { capabilities }))['result'] as Json
    t.match(question, { resultType: 'input_required', inputRequests: { confirm: { method: 'elicitation/create' } } })
    const inputResponses = { confirm: { action: 'accept', content: { confirm: true } } }
    const answer = { capabilities, inputResponses, requestState: question['requestState'] }
    t.match(contentOf(await asked.call(b, 'delete_workspace', { id }, answer)), { id, projects: 1 })
    t.match((await asked.call(a, 'get_workspace', { id })).text, /"isError":true/)
  })

  await t.test(
    'nine refreshes with one token on both give the same next token, which goes on until a second party comes',
    async (t) => {
      const racing = await connect(a, person)
      const { refresh } = racing.tokens
      const answers = await Promise.all(
        Array.from({ length: 9 }, (_, n) => racing.refresh(n % 2 === 0 ? a : b, refresh)),
      )
      t.strictSame([...new Set(answers.map(({ status }) => status))], [200])
      const given = answers.map((answer) => jsonOf(answer) as { access_token: string; refresh_token: string })
      t.equal(new Set(given.map((each) => each.refresh_token)).size, 1)
      t.equal(new Set(given.map((each) => each.access_token)).size, 9)
      t.equal(new Set(given.map((each) => claimsOf(each.access_token)['grant_id'])).size, 1, 'one grant')
      const calls = await Promise.all(given.map((each, n) => call(n % 2 === 0 ? b : a, each.access_token)))
      t.strictSame([...new Set(calls)], [200])
      const next = await racing.refresh(b, given[4]?.refresh_token)
      t.equal(next.status, 200)
      t.equal((await racing.refresh(a, given[5]?.refresh_token)).status, 200, 'the same again')
      t.equal((await racing.refresh(a, refresh)).status, 400, 'a second party')
      await sleep(REVOKED_WITHIN_MS)
      const after = await Promise.all(given.map((each, n) => call(n % 2 === 0 ? b : a, each.access_token)))
      t.strictSame([...new Set(after)], [401], 'which ends all of it, on both')
    },
  )

  await t.test('forty refreshes with one token on both give nine pairs and end the grant', async (t) => {
    const racing = await connect(a, person)
    const { refresh } = racing.tokens
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => racing.refresh(n % 2 === 0 ? a : b, refresh)),
    )
    const good = answers.filter(({ status }) => status === 200)
    t.equal(good.length, 9)
    await sleep(REVOKED_WITHIN_MS)
    t.equal((await racing.refresh(b, jsonOf(good[8]!)['refresh_token'] as string)).status, 400)
  })

  await t.test('a session goes on when the node where it began is killed', async (t) => {
    const survivor = await connect(a, person)
    const session = await survivor.initialize(a)
    const stream = await listen(a, survivor)
    const made = contentOf(await survivor.call(a, 'create_workspace', { name: 'Before the end' }))
    a.signal('SIGKILL')
    await a.ended
    t.equal(await stream.ended, 'cut')
    const params = { name: 'get_workspace', arguments: { id: made['id'] } }
    t.equal(contentOf(await survivor.ask(b, session, 'tools/call', params))['name'], 'Before the end')
    await survivor.renew(b)
    t.equal((await survivor.ask(b, session, 'tools/list')).status, 200)
    t.match((await person.at(b).get('/account')).html, person.email)
  })
})

async function call({ nodeUrl }: Place, access: string): Promise<number> {
  const { body, status } = await fetch(`${nodeUrl}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json', accept: 'application/json' },
    body: '[]',
  })
  await body?.cancel()
  // An empty batch is invalid, but only an admitted client gets this answer.
  return status === 400 ? 200 : status
}

/** A place whose address changes with each request, as behind a balancer without sticky sessions. */
function inTurn(first: AccountNode, second: AccountNode): Place {
  let requests = 0
  return {
    accountUrl: first.accountUrl,
    get nodeUrl() {
      return [first, second][requests++ % 2]!.nodeUrl
    },
  }
}

function claimsOf(token: string): Json {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Json
}
