// The procedure of `pm2 reload`: a second process starts with the same environment. When it is ready, the first gets the
// signal to stop.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { TEST_FLAGS } from '../../scripts/test-flags.ts'
import { connectNew } from '../support/account-client.ts'
import { contentTree, markedPages } from '../support/content-tree.ts'
import { freePort } from '../support/free-port.ts'
import { BEHIND_PROXY } from '../support/icons-client.ts'
import { get } from '../support/load.ts'
import { SMALL_ICONS } from '../support/small-icons-service.ts'
import { watchStandstill } from '../support/standstill.ts'
import { embeddedFolder } from '../support/start-embedded.ts'

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
/** Pause that keeps calls below the limit of their grant. */
const PAUSE_MS = 25

type Begun = ChildProcess & {
  stderrText: string
  /** Lines of its log that an alert would be made of. */
  readonly errors: string[]
}

/** Starts the built service as a process manager does. */
function begin(t: Test, env: Readonly<Record<string, string>>): Begun {
  const child = Object.assign(
    fork(MAIN, {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: [...TEST_FLAGS],
    }),
    { stderrText: '', errors: [] as string[] },
  )
  if (child.stdout !== null) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if ((JSON.parse(line) as { level: number }).level >= 50) child.errors.push(line)
    })
  }
  child.stderr?.on('data', (text) => (child.stderrText += String(text)))
  t.teardown(() => child.kill('SIGKILL'))
  return child
}

async function ready(child: ChildProcess & { stderrText: string }): Promise<void> {
  const [message] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [unknown]
  if (message !== 'ready') throw new Error(`it ended with ${String(message)}: ${child.stderrText}`)
}

async function environment(t: Test): Promise<Record<string, string>> {
  const [docs, account, icons] = [await freePort(), await freePort(), await freePort()]
  return {
    ...BEHIND_PROXY,
    CONTENT_DIR: await contentTree(t, { ...markedPages('g0', 5), ...SMALL_ICONS }),
    DATA_DIR: await embeddedFolder(t, { tables: true }),
    DOCS_PORT: String(docs),
    ACCOUNT_PORT: String(account),
    ICONS_PORT: String(icons),
    METRICS_PORT: String(await freePort()),
    LISTENERS: '1',
    SEARCH_THREADS: '1',
    SEARCH_TIMEOUT_MS: '30000',
    SIGNUP: 'open',
  }
}

interface Asking {
  /** Resolves after this number of further answers, whatever they are. */
  further(answers: number): Promise<void>
  /** @returns the statuses */
  stop(): Promise<readonly number[]>
}

/** Repeats a request until it is stopped. A request that the system had queued for an ending listener is repeated. */
function keepAsking(ask: () => Promise<number>): Asking {
  const statuses: number[] = []
  let stopped = false
  const running = (async () => {
    while (!stopped) {
      try {
        statuses.push(await ask())
      } catch (error) {
        if ((error as { reused?: boolean }).reused !== false) statuses.push(0)
      }
      await sleep(PAUSE_MS)
    }
  })()
  return {
    async further(answers) {
      const enough = statuses.length + answers
      while (statuses.length < enough) await sleep(PAUSE_MS)
    },
    async stop() {
      stopped = true
      await running
      return statuses
    },
  }
}

function pageLoad(url: string): Asking {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return keepAsking(async () => (await get(url, agent)).status)
}

t.test(
  'a reload with the embedded database fails no request on docs and icons, and gives accounts to the new process',
  async (t) => {
    const env = await environment(t)
    const place = {
      nodeUrl: `http://127.0.0.1:${env['ACCOUNT_PORT']}`,
      accountUrl: `http://localhost:${env['ACCOUNT_PORT']}`,
    }
    const first = begin(t, env)
    await ready(first)
    const application = await connectNew(place)
    const whoami = async (): Promise<number> => (await application.call(place, 'whoami')).status
    t.equal(await whoami(), 200)

    const docs = [1, 2].map(() => pageLoad(`http://127.0.0.1:${env['DOCS_PORT']}/api/search?q=things`))
    const icons = [1, 2].map(() => pageLoad(`http://127.0.0.1:${env['ICONS_PORT']}/openapi.json`))
    const account = pageLoad(`${place.nodeUrl}/healthz`)
    const refusedAtMs: number[] = []
    const calls = keepAsking(async () => {
      const answer = await application.call(place, 'whoami')
      if (answer.status === 503) {
        t.ok(answer.headers.has('retry-after'))
        refusedAtMs.push(performance.now())
      }
      return answer.status
    })
    const second = begin(t, env)
    await ready(second)
    const stoodStill = watchStandstill(t)
    first.kill('SIGINT')
    t.strictSame(await once(first, 'exit'), [0, null])

    // The new process may have told its listener only now that the database is there.
    await calls.further(3)
    for (const load of [...docs, ...icons, account]) {
      const statuses = await load.stop()
      t.ok(statuses.length > 20)
      t.strictSame(
        statuses.filter((status) => status !== 200 && !(status === 0 && stoodStill())),
        [],
      )
    }
    const statuses = await calls.stop()
    t.comment(`calls were refused with 503 for ${Math.round((refusedAtMs.at(-1) ?? 0) - (refusedAtMs[0] ?? 0))} ms`)
    t.strictSame(
      statuses.filter((status) => status !== 200 && status !== 503 && !(status === 0 && stoodStill())),
      [],
    )
    t.equal(statuses.at(-1), 200)
    t.equal(await whoami(), 200, 'the token is good in the new process')
    t.strictSame([...first.errors, ...second.errors], [], 'a reload that goes well alerts nobody')

    await t.test('another instance of the process manager does not get the database, and ends', async (t) => {
      const other = begin(t, { ...env, HOSTS: 'account', NODE_APP_INSTANCE: '1' })
      t.strictSame(await once(other, 'close'), [1, null])
      t.match(other.stderrText, /uses the embedded database/)
      t.equal(await whoami(), 200, 'the first one keeps it')
    })
    second.kill('SIGINT')
    t.strictSame(await once(second, 'exit'), [0, null])
  },
)
