import { createServer } from 'node:http'
import { once } from 'node:events'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { processStart } from '../../src/shared/processes.ts'
import { temporaryFolder } from '../support/content-tree.ts'
import { freePort } from '../support/free-port.ts'
import { runCommand } from '../support/run-command.ts'
import { startPgBouncer } from '../support/start-pgbouncer.ts'
import { startPostgres } from '../support/start-postgres.ts'
import { startService } from '../support/start-service.ts'

interface Report {
  readonly faults: number
  readonly findings: readonly { subject: string; state: string; says: string; advice?: string }[]
}

/** Runs the doctor. @returns its status, and what it says about each subject */
async function examine(env: Readonly<Record<string, string>>) {
  const { code, out } = await runCommand('doctor', env, '--json')
  const { findings } = JSON.parse(out) as Report
  const about = (subject: string) => findings.filter((finding) => finding.subject.startsWith(subject))
  return { code, about, findings }
}

/** Answers each request of a port with this status, as a proxy or another program does. */
async function answerWith(t: Test, status: number): Promise<number> {
  const server = createServer((_request, response) => response.writeHead(status).end('{}'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return (server.address() as AddressInfo).port
}

t.test('a running service in good order has no fault', async (t) => {
  const service = await startService(t)
  const { about, code, findings } = await examine(service.env)
  t.equal(code, 0, JSON.stringify(findings.filter(({ state }) => state === 'fault')))
  t.match(about('port'), [{ state: 'ok', says: `process ${service.pid} of this service listens` }, { state: 'ok' }])
  t.match(about('address of docs'), [{ state: 'ok', says: /answers, version \d/ }])
  t.match(about('content'), [{ state: 'ok', says: /pages: 5 en/ }])
  const { out } = await runCommand('doctor', service.env)
  t.match(out, /^ok {6}node: Node 2\d.*\n[^]*\nfaults: 0, warnings: \d\n$/)
})

t.test('a process whose place another has taken is named, and one of something else', async (t) => {
  const service = await startService(t)
  const other = await answerWith(t, 200)
  // What a process writes that the service has replaced, and that answers all the same: this one, for it runs.
  const { pid } = process
  const own = { hostname: hostname(), pid, processStart: processStart(pid), url: service.url, rebuilds: 0 }
  const listens = `127.0.0.1 docs:${new URL(service.url).port}`
  const state = { ...own, listens, app: null, instance: '0', manager: null, readyAtMs: 1, lastRebuild: null }
  await writeFile(join(service.dataDir, `run/${encodeURIComponent(hostname())}-${pid}.json`), JSON.stringify(state))
  const { about, code } = await examine({ ...service.env, PROBE_PORT: String(other) })
  t.equal(code, 1)
  t.match(
    about('processes').find(({ state }) => state === 'fault'),
    {
      says: `process ${service.pid} has replaced process ${pid}, which still answers`,
      advice: /kill/,
    },
  )
  const stranger = await examine({ CONTENT_DIR: service.contentDir, HOSTS: 'docs', DOCS_PORT: String(other) })
  t.match(stranger.about(`port ${other}`), [{ state: 'fault', says: /which is no Signpost of this DATA_DIR/ }])
})

t.test('a proxy that speaks HTTP/1.0, and an address that leads elsewhere, are faults', async (t) => {
  const service = await startService(t)
  for (const [status, says] of [
    [505, /speaks HTTP\/1\.0/],
    [200, /answered by something else/],
  ] as const) {
    const port = await answerWith(t, status)
    const { about } = await examine({ ...service.env, DOCS_URL: `http://127.0.0.1:${port}` })
    t.match(about('address of docs'), [{ state: 'fault', says, advice: /./ }])
  }
  const { about } = await examine({ ...service.env, DOCS_URL: `http://127.0.0.1:${await freePort()}` })
  t.match(about('address of docs'), [{ state: 'fault', says: /does not answer: .*ECONNREFUSED/ }])
})

t.test('stores, content, settings and files are looked at, each with what to do', async (t) => {
  const cwd = await temporaryFolder(t)
  const dataDir = join(cwd, 'data')
  await mkdir(join(dataDir, 'keys'), { recursive: true })
  await chmod(join(dataDir, 'keys'), 0o755)
  await writeFile(join(cwd, 'site.yaml'), 'name: [\n')
  const { url } = await startPostgres(t)
  const env = { HOSTS: 'docs,account', CONTENT_DIR: cwd, DATA_DIR: dataDir, DATABASE_URL: url, REDIS_URI: 'x' }
  const { about, code } = await examine({ ...env, REDIS_URL: `redis://127.0.0.1:${await freePort()}` })
  t.equal(code, 1)
  t.match(about('database'), [{ state: 'ok', says: /^PostgreSQL \d+ answers/ }])
  t.match(about('clock of the database'), [{ state: 'ok', says: /differs by \d\.\d s/ }])
  t.match(about('connections'), [{ says: /needs up to 13 of \d+, and \d+ are free/ }])
  t.match(about('redis'), [{ state: 'fault', says: /does not answer/ }])
  t.match(about('data folder'), [{ state: 'warning', says: /other users can reach/, advice: /chmod/ }])
  t.match(about('content'), [{ state: 'fault', says: /site\.yaml/ }])
  t.match(about('settings')[0], {
    state: 'warning',
    says: 'REDIS_URI is no variable of Signpost: write REDIS_URL, or remove it',
  })
  const many = await examine({ ...env, DATABASE_CONNECTIONS: '500' })
  t.match(many.about('connections'), [{ state: 'fault', advice: /Raise max_connections/ }])
  const away = await freePort()
  const several = await examine({ ...env, DATABASE_URL: url.replace('@', `@127.0.0.1:${away},`) })
  t.match(several.about(`database 127.0.0.1:${away}`), [{ state: 'fault', says: /does not answer/ }])
  t.match(several.about(`database ${new URL(url).host}`), [{ state: 'ok', says: /^PostgreSQL \d+ answers$/ }])
  t.match(several.about('primary'), [{ state: 'warning', advice: /synchronous_standby_names/ }])
  const pooler = await startPgBouncer(t, { mode: 'session', to: url })
  const pooled = await examine({ ...env, DATABASE_URL: pooler })
  t.match(pooled.about('pooler'), [{ state: 'warning', says: /must take 13 clients/, advice: /alter role/ }])
  const wrong = await examine({ ...env, DOCS_PORT: 'x', WATCH: 'y' })
  t.match(
    wrong.about('settings').map(({ state }) => state),
    ['warning', 'fault', 'fault'],
  )
})
