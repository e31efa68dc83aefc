import t from 'tap'
import { postgresDatabase } from '../contract/account-content-databases.ts'
import { startDispatcher } from '../support/token-fixture.ts'
import { startPostgres } from '../support/start-postgres.ts'
import { migrate } from '../../src/store/postgres/migrate.ts'
import { openDatabase } from '../../src/store/postgres/open-database.ts'
import { newProof, startOAuth, type Answer } from './start-oauth.ts'

const { dispatcher } = startDispatcher(t)

/** Asks until the answer is another than 503. */
async function untilBack(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
  }
}

t.test(
  'a PostgreSQL that is killed between the approval and the exchange costs the client nothing but time',
  async (t) => {
    const postgres = await startPostgres(t)
    const database = openDatabase({ url: postgres.url, connections: 4, name: 'test' })
    t.teardown(() => database.close())
    await migrate(database)
    const oauth = await startOAuth(t, { workers: dispatcher, database })
    const { challenge, verifier } = newProof()
    const code = await oauth.newCode(challenge)

    await postgres.kill()
    for (const answer of [await oauth.exchange(code, verifier), await oauth.exchange(code, verifier)]) {
      t.strictSame([answer.status, answer.body['error']], [503, 'temporarily_unavailable'])
      t.match(answer.headers.get('retry-after'), /^[1-9]\d*$/)
    }
    await postgres.restart()
    const exchanged = await untilBack(() => oauth.exchange(code, verifier))
    t.equal(exchanged.status, 200)

    const refreshToken = exchanged.body['refresh_token'] as string
    await postgres.kill()
    t.equal((await oauth.refresh(refreshToken)).status, 503)
    await postgres.restart()
    const refreshed = await untilBack(() => oauth.refresh(refreshToken))
    t.equal(refreshed.status, 200)
    t.equal((await oauth.grants.list(oauth.userId)).length, 1)
  },
)

t.test('on PostgreSQL, of nine refreshes at once all succeed, and of many exchanges one at most', async (t) => {
  const oauth = await startOAuth(t, { workers: dispatcher, database: await postgresDatabase(t) })
  const { grantId, refresh } = await oauth.newPair()
  const answers = await Promise.all(Array.from({ length: 9 }, () => oauth.refresh(refresh)))
  t.ok(answers.every(({ status }) => status === 200))
  t.equal(new Set(answers.map(({ body }) => body['refresh_token'])).size, 1)
  const { challenge, verifier } = newProof()
  const code = await oauth.newCode(challenge)
  const exchanges = await Promise.all(Array.from({ length: 30 }, () => oauth.exchange(code, verifier)))
  t.ok(exchanges.filter(({ status }) => status === 200).length <= 1)
  const standing = await oauth.grants.list(oauth.userId)
  t.strictSame(
    standing.map(({ id }) => id),
    [grantId],
    'the grant of the code has ended',
  )
})
