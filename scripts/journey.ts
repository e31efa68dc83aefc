import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { Session, type NodeWorker, type Profiler } from 'node:inspector'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { composeCall } from '../bench/account-calls.ts'
import { inventPeople, ISSUER, storePeople, signTokens } from '../bench/account-people.ts'
import { openEmbedded, startEmbeddedDatabase } from '../src/store/embedded/embedded-database.ts'
import { generateSigningKey } from '../src/tokens/signing-key.ts'
import { freePort } from '../test/support/free-port.ts'

/**
 * Counts the functions and files of `src` that one request runs, in all threads of the service. It measures an uncached
 * search and a call of the account's MCP server. V8 counts every call during 40 requests after a warm-up. A function
 * belongs to the journey if it ran at least once for each request, which leaves out timers.
 *
 *     npm run ts scripts/journey.ts [-- [<checkout>] [--list]] > service.log
 *
 * The service uses the native kernel if it is built. The figures go to standard error, apart from the log of the service.
 */

const REQUESTS = 40
const WARM_UP_REQUESTS = 10
const READY_LIMIT_MS = 60_000

const args = process.argv.slice(2)
const root = resolve(args.find((arg) => !arg.startsWith('--')) ?? '.')
const isListed = args.includes('--list')

interface Call {
  readonly port: number
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

function send({ body, headers, path, port }: Call): Promise<number> {
  return new Promise((done, fail) => {
    const method = body === undefined ? 'GET' : 'POST'
    const sent = request({ agent, port, path, method, headers }, (response) => {
      response.resume().on('end', () => done(response.statusCode ?? 0))
    })
    sent.on('error', fail).end(body)
  })
}

const session = new Session()
session.connect()

/** Sends a command to the inspector of the main thread. */
function command<Result>(method: string, params: object = {}): Promise<Result> {
  return new Promise((done, fail) => {
    session.post(method, params, (error, result) => {
      if (error === null) done(result as Result)
      else fail(error)
    })
  })
}

/** Ids of the inspector sessions of all threads but the main thread. */
const threads = new Set<string>()
const replies = new Map<number, (result: unknown) => void>()
let commands = 0

session.on('NodeWorker.attachedToWorker', ({ params }) => threads.add(params.sessionId))
session.on('NodeWorker.detachedFromWorker', ({ params }) => threads.delete(params.sessionId))
session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => {
  const { id, result } = JSON.parse(params.message) as { readonly id: number; readonly result: unknown }
  replies.get(id)?.(result)
  replies.delete(id)
})

/** Sends a command to a thread. A search worker that sleeps notices it within a second. */
function commandThread<Result>(sessionId: string, method: string, params: object = {}): Promise<Result> {
  const id = ++commands
  const message: NodeWorker.SendMessageToWorkerParameterType = {
    sessionId,
    message: JSON.stringify({ id, method, params }),
  }
  return new Promise((done) => {
    replies.set(id, (result) => done(result as Result))
    void command('NodeWorker.sendMessageToWorker', message)
  })
}

async function startCounting(): Promise<void> {
  await command('NodeWorker.enable', { waitForDebuggerOnStart: false })
  await Promise.all(
    [...threads].map(async (thread) => {
      await commandThread(thread, 'Profiler.enable')
      await commandThread(thread, 'Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    }),
  )
}

/** @returns calls of functions in all threads since the last call, by file, name and offset of the function. */
async function takeCounts(): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const thread of threads) {
    const { result } = await commandThread<Profiler.TakePreciseCoverageReturnType>(
      thread,
      'Profiler.takePreciseCoverage',
    )
    for (const { functions, url } of result) {
      if (!url.startsWith('file:')) continue
      const file = relative(root, fileURLToPath(url))
      if (!file.startsWith('src/')) continue
      for (const { functionName, ranges } of functions) {
        const [{ count, startOffset }] = ranges as [Profiler.CoverageRange]
        const name = `${file} ${functionName === '' ? '(anonymous)' : functionName} ${startOffset}`
        counts.set(name, (counts.get(name) ?? 0) + count)
      }
    }
  }
  return counts
}

/** @param callOf Composes the call with the given number. No cache may hold its answer. */
async function countJourney(title: string, callOf: (number: number) => Call): Promise<void> {
  let number = 0
  const sendAll = async (count: number): Promise<void> => {
    for (let sent = 0; sent < count; sent++) {
      const status = await send(callOf(number++))
      if (status !== 200) throw new Error(`${title}: status ${status}`)
    }
  }
  await sendAll(WARM_UP_REQUESTS)
  await takeCounts()
  await sendAll(REQUESTS)
  const counts = await takeCounts()
  const functions = [...counts].filter(([, count]) => count >= REQUESTS).map(([name]) => name)
  const files = groupBy(functions, (name) => name.split(' ', 1)[0]!)
  const folders = groupBy([...files.keys()], (file) => file.split('/').slice(0, 2).join('/'))
  const shares = [...folders]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([name, { length }]) => `${name} ${length}`)
  console.error(`${title}: ${functions.length} functions in ${files.size} files (${shares.join(', ')})`)
  if (!isListed) return
  for (const file of [...files.keys()].toSorted())
    console.error(
      `  ${file}: ${files
        .get(file)!
        .map((name) => name.split(' ')[1])
        .join(', ')}`,
    )
}

function groupBy(names: readonly string[], groupOf: (name: string) => string): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const name of names) groups.set(groupOf(name), [...(groups.get(groupOf(name)) ?? []), name])
  return groups
}

/** Writes one person into an embedded database. @returns a call by this person */
async function prepareCall(dataDir: string): Promise<Omit<Call, 'port'>> {
  const key = await generateSigningKey()
  const people = inventPeople(1)
  const engine = await startEmbeddedDatabase({ dataDir, onDeath: console.error })
  const database = openEmbedded(engine.connect())
  await storePeople(database, people, key)
  await database.close()
  await engine.close()
  const [token] = await signTokens(people, key)
  const { body, fields, path } = composeCall('modern', people.all[0]!, token!, '')
  return { path, headers: fields!, body: body! }
}

async function untilReady(port: number): Promise<void> {
  const deadlineMs = performance.now() + READY_LIMIT_MS
  while ((await send({ port, path: '/readyz' }).catch(() => 0)) !== 200) {
    if (performance.now() > deadlineMs) throw new Error('the service did not start')
    await sleep(100)
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'signpost-journey-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
const call = await prepareCall(dataDir)
const [docsPort, accountPort, metricsPort] = [await freePort(), await freePort(), await freePort()]
Object.assign(process.env, {
  HOSTS: 'docs,account',
  CONTENT_DIR: join(root, 'content'),
  DATA_DIR: dataDir,
  DOCS_PORT: String(docsPort),
  ACCOUNT_PORT: String(accountPort),
  ACCOUNT_URL: ISSUER,
  METRICS_PORT: String(metricsPort),
  LISTENERS: '1',
  SEARCH_THREADS: '1',
})
await import(pathToFileURL(join(root, 'src/main.ts')).href)
await untilReady(docsPort)
await untilReady(accountPort)
await startCounting()
const search = (number: number): Call => ({ port: docsPort, path: `/api/search?q=sort+an+array+${number}` })
await countJourney('an uncached search', search)
await countJourney('an account call', () => ({ port: accountPort, ...call }))
// The service stops on this signal, and ends this process.
process.kill(process.pid, 'SIGTERM')
