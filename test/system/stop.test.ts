import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { contentTree, markedPages, temporaryFolder } from '../support/content-tree.ts'
import { get } from '../support/load.ts'
import { beginService, startService, type RunningService } from '../support/start-service.ts'

/**
 * A page larger than socket buffers. The request of a client that does not read stays under way. It is code, which is read
 * sooner than text.
 */
const LONG_PAGE = `---\ntitle: Long\n---\n\n\`\`\`text\n${'A line of a very long page.\n'.repeat(250_000)}\`\`\`\n`
/** Content, address and data of all services but one, so that the index is built once. */
const content = await contentTree(t, { ...markedPages('g0', 3), 'docs/en/long.md': LONG_PAGE })
const dataDir = await temporaryFolder(t)

function startWithLongPage(t: Test, env: Readonly<Record<string, string>> = {}): Promise<RunningService> {
  return startService(t, { content, env: { DATA_DIR: dataDir, DOCS_URL: 'http://docs.example', ...env } })
}

async function open(t: Test, { env }: RunningService): Promise<Socket> {
  const socket = connect(Number(env['DOCS_PORT']), '127.0.0.1')
  socket.on('error', () => undefined)
  t.teardown(() => socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** Requests the long page and reads only its beginning. */
async function holdRequest(t: Test, service: RunningService): Promise<Socket> {
  const socket = await open(t, service)
  socket.write('GET /en/long.md HTTP/1.1\r\nHost: docs.example\r\n\r\n')
  await once(socket, 'readable')
  return socket
}

const passed = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

t.test('an answer under way is finished before the process ends, and new connections are refused', async (t) => {
  const service = await startWithLongPage(t)
  const socket = await holdRequest(t, service)
  service.signal('SIGTERM')
  await service.logged('stopping')
  // The listener thread hears of it a moment later.
  const isRefused = (): Promise<boolean> =>
    get(`http://localhost:${service.env['DOCS_PORT']}/healthz`).then(
      () => false,
      (error: unknown) => /ECONNREFUSED/.test(String(error)),
    )
  while (!(await isRefused())) await passed(20)
  await t.rejects(get(`http://localhost:${service.env['DOCS_PORT']}/healthz`), /ECONNREFUSED/)
  t.notOk(
    service.logs.some(({ msg }) => msg === 'stopped'),
    'while the answer is under way',
  )
  let bytes = 0
  socket.on('data', (chunk: Buffer) => (bytes += chunk.length))
  t.strictSame(await service.ended, { code: 0, signal: null })
  t.ok(bytes > 6_000_000, `${bytes} bytes came`)
})

t.test('connections that nobody uses do not hold up the end', async (t) => {
  const service = await startWithLongPage(t, { DRAIN_TIMEOUT_MS: '10000' })
  for (let n = 0; n < 5; n++) await open(t, service)
  const startedAt = performance.now()
  t.strictSame(await service.stop(), { code: 0, signal: null })
  t.ok(performance.now() - startedAt < 9000, 'well before the drain timeout')
})

t.test('a client that never reads holds up the end no longer than the drain timeout', async (t) => {
  const service = await startWithLongPage(t, { DRAIN_TIMEOUT_MS: '1000' })
  await holdRequest(t, service)
  t.strictSame(await service.stop(), { code: 0, signal: null })
})

t.test('a stop during the start ends the process in order, whatever its threads are at', async (t) => {
  const folder = await temporaryFolder(t)
  // This process claims to build the index, so that the service continues to wait for it.
  const holder = { hostname: hostname(), pid: process.pid, threadId: 0 }
  await mkdir(join(folder, 'generations'))
  const env = { DATA_DIR: folder, LISTENERS: '2', SEARCH_THREADS: '2' }
  for (const laterMs of [0, 70, 150, 300]) {
    // The lock is written again each time, because a lock that is unchanged for half a minute counts as abandoned.
    await writeFile(join(folder, 'generations', 'lock'), JSON.stringify(holder))
    const service = await beginService(t, { env })
    await service.logged('another process is building an index; waiting for it')
    await passed(laterMs)
    t.strictSame(await service.stop(), { code: 0, signal: null })
    const messages = service.logs.map(({ msg }) => msg)
    t.strictSame(messages.slice(-2), ['stopping', 'stopped'])
    t.notOk(messages.includes('ready'))
  }
})

t.test('a second signal ends the process at once, by that signal', async (t) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const service = await startWithLongPage(t)
    await holdRequest(t, service)
    service.signal('SIGTERM')
    await service.logged('stopping')
    await passed(700)
    service.signal(signal)
    t.strictSame(await service.ended, { code: null, signal })
  }
})

t.test('a second signal right after the first is the same wish, as npm sends it', async (t) => {
  const service = await startWithLongPage(t)
  const socket = await holdRequest(t, service)
  service.signal('SIGINT')
  service.signal('SIGINT')
  await service.logged('stopping')
  await passed(100)
  socket.resume()
  t.strictSame(await service.ended, { code: 0, signal: null })
})
