import t from 'tap'
import { accountResources } from '../../../../src/hosts/account/tools/account-resources.ts'
import { migrate } from '../../../../src/store/postgres/migrate.ts'
import { openDatabase } from '../../../../src/store/postgres/open-database.ts'
import { SQUARE_LOTTIE } from '../../../support/small-icons.ts'
import { startPostgres } from '../../../support/start-postgres.ts'
import { call, endpoint, modern, post, request } from '../../../mcp/fixture.ts'
import { callerOf, fill, startAccounts, type Json } from './fixture.ts'

t.test('without the database every call is told to come again, and does when it is back', async (t) => {
  const postgres = await startPostgres(t)
  const database = openDatabase({ url: postgres.url, connections: 4, name: 'test' })
  t.teardown(() => database.close())
  await migrate(database)
  const { content, newAccount, tools } = await startAccounts(t, { database })
  const principal = await newAccount()
  const asker = { subject: principal.grantId, principal }
  const made = await fill(callerOf(tools, principal), JSON.parse(SQUARE_LOTTIE) as Json)
  const to = endpoint(t, { tools, resources: accountResources(content) })
  const asks: [string, Json][] = [
    ['tools/call', { name: 'get_project', arguments: { id: made.project } }],
    ['tools/call', { name: 'create_workspace', arguments: { name: 'x' } }],
    ['resources/read', { uri: `project://${made.project}` }],
    ['resources/list', {}],
  ]
  await postgres.kill()
  for (const [method, params] of asks) {
    for (const answer of [
      await call(to, modern(method, params), asker),
      await post(to, request(method, params), asker),
    ]) {
      t.equal(answer.status, 503, method)
      t.match(answer.headers['retry-after'], /^\d+$/, method)
      t.match(answer.body, { error: { code: Number } }, method)
    }
  }
  await postgres.restart()
  for (const [method, params] of asks) {
    const { body, status } = await call(to, modern(method, params), asker)
    t.same([status, body.error, body.result['isError']], [200, undefined, undefined], method)
  }
})
