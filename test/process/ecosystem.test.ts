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
