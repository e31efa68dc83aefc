// Processes that answer at the same addresses: what a process manager has forgotten ends, once its successor is alive. Instances
// and processes on other ports stay.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { TEST_FLAGS } from '../../scripts/test-flags.ts'
import { contentTree, markedPages, temporaryFolder } from '../support/content-tree.ts'
import { freePort } from '../support/free-port.ts'
import { get } from '../support/load.ts'
import type { LogLine } from '../support/start-service.ts'

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

/** Starts the built service as a process manager does, which this test then is, and waits until it is ready. */
async function start(
  t: Test,
  env: Readonly<Record<string, string>>,
): Promise<{ child: ChildProcess; logs: LogLine[]; logged: (msg: string) => Promise<void> }> {
  const child = fork(MAIN, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: [...TEST_FLAGS],
  })
  t.teardown(() => child.kill('SIGKILL'))
  const logs: LogLine[] = []
  const lines = createInterface({ input: child.stdout! }).on('line', (line) => logs.push(JSON.parse(line) as LogLine))
  const [message] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [unknown]
  if (message !== 'ready') throw new Error(`it ended with ${String(message)}`)
  const logged = async (msg: string): Promise<void> => {
    while (!logs.some((line) => line.msg === msg)) {
      if (child.exitCode !== null) throw new Error(`it ended before it logged: ${msg}`)
      await Promise.race([once(lines, 'line'), once(child, 'exit')])
    }
  }
  return { child, logs, logged }
}

t.test(
  'a process that its manager has replaced and forgotten ends by itself, and neither another instance nor one on another port',
  async (t) => {
    const env = {
      HOSTS: 'docs',
      DOCS_URL: 'https://docs.example.com',
      CONTENT_DIR: await contentTree(t, markedPages('good', 5)),
      DATA_DIR: await temporaryFolder(t),
      DOCS_PORT: String(await freePort()),
      LISTENERS: '1',
      SEARCH_THREADS: '1',
    }
    const metricsPort = await freePort()
    // Another app of the same manager, as for a change from blue to green.
    const elsewhere = await start(t, {
      ...env,
      CONTENT_DIR: await contentTree(t, markedPages('other', 5)),
      DOCS_PORT: String(await freePort()),
      METRICS_PORT: String(await freePort()),
    })
    const forgotten = await start(t, { ...env, METRICS_PORT: String(await freePort()) })
    const instance = await start(t, { ...env, METRICS_PORT: String(await freePort()), NODE_APP_INSTANCE: '1' })
    const successor = await start(t, { ...env, METRICS_PORT: String(metricsPort) })
    const { body } = await get(`http://127.0.0.1:${metricsPort}/status`)
    const { siblings } = JSON.parse(body) as { siblings: { kind: string; pid: number; generation: number }[] }
    t.strictSame(
      siblings.toSorted((a, b) => (a.kind < b.kind ? -1 : 1)),
      [
        { kind: 'instance', pid: instance.child.pid, generation: 2 },
        { kind: 'predecessor', pid: forgotten.child.pid, generation: 2 },
      ],
    )
    const { body: metrics } = await get(`http://127.0.0.1:${metricsPort}/metrics`)
    t.match(metrics, 'signpost_siblings{kind="predecessor"} 1')
    // While the successor is frozen, the one that answers stays.
    successor.child.kill('SIGSTOP')
    await forgotten.logged('a process that has replaced this one does not say that it is alive: this one stays')
    t.equal(forgotten.child.exitCode, null)
    successor.child.kill('SIGCONT')
    t.strictSame(await once(forgotten.child, 'exit'), [3, null])
    t.match(
      forgotten.logs.filter(({ level }) => level >= 50),
      [
        { pid: successor.child.pid, generation: 2 },
        { successor: successor.child.pid, msg: 'another process has replaced this one, which nobody stopped: it ends' },
      ],
    )
    for (const { child, logs } of [elsewhere, instance, successor]) {
      t.equal(child.exitCode, null)
      t.strictSame(
        logs.filter(({ level }) => level >= 50),
        [],
      )
      child.kill('SIGINT')
      t.strictSame(await once(child, 'exit'), [0, null])
    }
  },
)
