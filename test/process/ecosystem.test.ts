import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'

const FILE = join(import.meta.dirname, '../../ecosystem.config.js')

/** What pm2 reads of the file in an environment. */
function read(env: Record<string, string>): unknown {
  const { apps } = JSON.parse(
    execFileSync(
      process.execPath,
      ['-e', `import(${JSON.stringify(FILE)}).then((read) => console.log(JSON.stringify(read)))`],
      { encoding: 'utf8', env },
    ),
  ) as { readonly apps: readonly unknown[] }
  return apps[0]
}

t.test('variables that are empty mean the same to pm2 as to the service: their defaults', (t) => {
  t.match(read({ DRAIN_TIMEOUT_MS: '', INSTANCES: '' }), { instances: 1, kill_timeout: 15_000 })
  t.match(read({}), { instances: 1, kill_timeout: 15_000 })
  t.match(read({ DRAIN_TIMEOUT_MS: '2000', INSTANCES: '2' }), { instances: 2, kill_timeout: 7000 })
  t.end()
})

t.test('each instance has a metrics port of its own, and a process that fails is started again for ever', (t) => {
  t.match(read({}), { env: { METRICS_PORT: 4009 }, increment_var: 'METRICS_PORT' })
  t.match(read({ METRICS_PORT: '5009' }), { env: { METRICS_PORT: 5009 } })
  const { exp_backoff_restart_delay, max_restarts, min_uptime, stop_exit_codes } = read({}) as Record<string, number>
  t.equal(exp_backoff_restart_delay, 100)
  // pm2 gives up after so many ends within this time each.
  t.match({ max_restarts, min_uptime }, { max_restarts: 1_000_000, min_uptime: 30_000 })
  t.strictSame(stop_exit_codes, [3], 'but for one that another process has replaced')
  t.end()
})
