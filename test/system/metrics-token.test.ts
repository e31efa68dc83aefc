import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { failToStart, startService } from '../support/start-service.ts'
import { temporaryFolder } from '../support/content-tree.ts'

const TOKEN = 'only-who-has-this-may-read'

t.test(
  'beyond this machine metrics, the state and the report are for who has the token, which no log shows',
  async (t) => {
    const file = join(await temporaryFolder(t), 'token')
    writeFileSync(file, `${TOKEN}\n`)
    const env = { METRICS_BIND: '0.0.0.0', METRICS_TOKEN_FILE: file, SEARCH_ANALYTICS: 'on', LOG_LEVEL: 'trace' }
    const service = await startService(t, { env })
    for (const path of ['/metrics', '/status', '/report', '/report.csv?table=nothing&days=1']) {
      const url = new URL(path, service.metricsUrl)
      t.equal((await fetch(url)).status, 401, path)
      t.equal((await fetch(url, { headers: { Authorization: 'Bearer of-something-else' } })).status, 401, path)
      t.equal((await fetch(url, { headers: { Authorization: `Bearer ${TOKEN}` } })).status, 200, path)
    }
    await service.stop()
    t.notMatch(JSON.stringify(service.logs), TOKEN)
  },
)

t.test('a start that would show metrics to other machines without a token is refused', async (t) => {
  const folder = await temporaryFolder(t)
  const empty = join(folder, 'empty')
  writeFileSync(empty, '\n')
  const weak = join(folder, 'weak')
  writeFileSync(weak, 'secret')
  const absent = join(folder, 'absent')
  for (const [env, message] of [
    [{}, /METRICS_BIND is 0\.0\.0\.0, which other machines reach; set METRICS_TOKEN or METRICS_TOKEN_FILE/],
    [{ METRICS_TOKEN: '' }, /METRICS_BIND is 0\.0\.0\.0, which other machines reach/],
    [{ METRICS_TOKEN_FILE: empty }, /METRICS_TOKEN_FILE .*empty must hold the token alone, which must have 16 to 256/],
    [{ METRICS_TOKEN_FILE: weak }, /METRICS_TOKEN_FILE .*weak must hold the token alone/],
    [{ METRICS_TOKEN_FILE: absent }, /METRICS_TOKEN_FILE .*absent is not usable: .*ENOENT/],
    [{ METRICS_TOKEN_FILE: folder }, /METRICS_TOKEN_FILE .* is not usable: it is no regular file/],
  ] as const) {
    const { code, stderr } = await failToStart(t, { env: { METRICS_BIND: '0.0.0.0', ...env } })
    t.equal(code, 1)
    t.match(stderr, message)
    t.notMatch(stderr, 'secret')
  }
})
