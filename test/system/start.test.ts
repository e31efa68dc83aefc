import { Agent } from 'node:http'
import { chmodSync, existsSync, lstatSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { contentTree, markedPages, temporaryFolder, writeFiles } from '../support/content-tree.ts'
import { get } from '../support/load.ts'
import { runCommand } from '../support/run-command.ts'
import { failToStart, startService, type RunningService } from '../support/start-service.ts'

/** Runs `npm run reindex` for this service. @returns its exit code and output */
async function reindex(env: Readonly<Record<string, string>>): Promise<{ code: number; output: string }> {
  const { code, error, out } = await runCommand('reindex', env)
  return { code, output: out + error }
}

function messages({ logs }: RunningService): string[] {
  return logs.map(({ msg }) => msg)
}

/** Name of the file in which the process of a folder says what it does. */
async function runFileIn(folder: string): Promise<string> {
  return (await readdir(folder)).find((name) => name.endsWith('.json')) ?? ''
}

t.test('a second start with unchanged content loads the index instead of building it', async (t) => {
  const content = await contentTree(t, markedPages('g0', 5))
  const env = { DATA_DIR: await temporaryFolder(t), DOCS_URL: 'http://docs.example' }
  const first = await startService(t, { content, env })
  t.ok(messages(first).includes('index built'))
  await first.stop()
  const second = await startService(t, { content, env })
  t.ok(messages(second).includes('index loaded'))
  t.notOk(messages(second).includes('index built'))

  await t.test('a damaged index is built again and the service starts all the same', async (t) => {
    await second.stop()
    const file = join(env.DATA_DIR, 'generations', '1', 'index.en')
    const bytes = await readFile(file)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 255
    await writeFile(file, bytes)
    const third = await startService(t, { content, env })
    t.ok(messages(third).includes('a stored generation cannot be used'))
    t.ok(messages(third).includes('index built'))
  })
})

t.test('a start without content ends with status 1 and says which folder is meant', async (t) => {
  const empty = await temporaryFolder(t)
  const missing = await failToStart(t, { content: empty })
  t.equal(missing.code, 1)
  t.match(missing.stderr, `The content cannot be read: ${empty} has no documentation: no folder docs`)
  const nowhere = await failToStart(t, { content: join(empty, 'nowhere') })
  t.equal(nowhere.code, 1)
  const reason = `The content cannot be read: there is no folder ${join(empty, 'nowhere')}`
  t.equal(nowhere.stderr, `Signpost could not start: ${reason}\n`, 'without a stack')
  t.match(
    nowhere.logs.filter(({ level }) => level >= 50),
    [{ level: 60, reason }],
    'and once in the log',
  )
  const folder = await contentTree(t, { 'docs/en/picture.svg': '<svg/>' })
  const pageless = await failToStart(t, { content: folder })
  t.equal(pageless.code, 1)
  t.match(pageless.stderr, `no page found: ${folder}/docs/<locale> has no .md or .mdx file`)
})

t.test('a start with a faulty configuration ends with status 1 and lists every fault', async (t) => {
  const { code, stderr } = await failToStart(t, { env: { DOCS_PORT: 'four', CACHE_MIB: '-1', LOG_LEVEL: 'loud' } })
  t.equal(code, 1)
  for (const name of ['DOCS_PORT', 'CACHE_MIB', 'LOG_LEVEL']) t.match(stderr, name)
})

t.test(
  'DATA_DIR is closed to other users, whatever it was and whatever mask the service was started with',
  async (t) => {
    const dataDir = await temporaryFolder(t)
    writeFileSync(join(dataDir, 'old'), '')
    for (const path of [dataDir, join(dataDir, 'old')]) chmodSync(path, 0o777)
    const under = ['sh', '-c', 'umask 0; exec "$0" "$@"']
    const service = await startService(t, { content: markedPages('g0', 5), env: { DATA_DIR: dataDir }, under })
    const names = await readdir(dataDir, { recursive: true })
    t.ok(names.some((name) => name.startsWith('generations')))
    const paths = [dataDir, ...names.map((name) => join(dataDir, name))]
    t.strictSame(
      paths.filter((path) => (lstatSync(path).mode & 0o077) !== 0),
      [],
    )
    t.ok(messages(service).includes('other users could reach files of DATA_DIR; now they cannot'))

    await t.test('a second service on a taken port ends with status 1 and leaves the first alone', async (t) => {
      const second = await failToStart(t, { env: { DOCS_PORT: service.env['DOCS_PORT'] ?? '' } })
      t.equal(second.code, 1)
      t.match(second.stderr, `port ${service.env['DOCS_PORT']}`)
      const third = await failToStart(t, { env: { METRICS_PORT: service.env['METRICS_PORT'] ?? '' } })
      t.equal(third.code, 1)
      t.match(third.stderr, `port ${service.env['METRICS_PORT']}`)
      t.equal((await get(`${service.url}/readyz`)).status, 200)
    })

    await t.test('reindex tells the running service to rebuild and reports what came of it', async (t) => {
      t.match(await reindex(service.env), { code: 0, output: /serves this content already \(generation 1\)/ })
      await writeFiles(service.contentDir, markedPages('g1', 6))
      t.match(await reindex(service.env), { code: 0, output: /serves generation 2: 6 pages, built in \d+ ms/ })
      t.match((await get(`${service.url}/api/search?q=word2`)).body, 'g1 page 2', 'new content is served by then')
      rmSync(join(service.contentDir, 'docs'), { recursive: true })
      t.match(await reindex(service.env), { code: 1, output: /could not build/ })
    })

    await t.test('reindex ends where no result can be written, and finds the service once it can', async (t) => {
      const folder = join(service.dataDir, 'run')
      const name = await runFileIn(folder)
      // A folder in the place of the temporary file stands for a full disk: even root cannot write there.
      const obstacle = join(folder, `${name}.tmp`)
      mkdirSync(obstacle)
      t.match(await reindex(service.env), { code: 1, output: /has no file in DATA_DIR any more/ })
      t.match(await reindex(service.env), { code: 1, output: /No Signpost runs/ })
      rmdirSync(obstacle)
      while (!existsSync(join(folder, name))) await sleep(50)
      await writeFiles(service.contentDir, markedPages('g2', 7))
      t.match(await reindex(service.env), { code: 0, output: /: 7 pages, built in/ })
    })

    await t.test('reindex finds no service that has ended, and leaves a stranger alone that got its pid', async (t) => {
      const folder = join(service.dataDir, 'run')
      const name = await runFileIn(folder)
      const state = JSON.parse(await readFile(join(folder, name), 'utf8')) as object
      await service.stop()
      t.match(await reindex(service.env), { code: 1, output: /No Signpost runs with DATA_DIR/ })
      // This test process stands for the stranger, which SIGHUP would end.
      writeFileSync(
        join(folder, `${process.pid}.json`),
        JSON.stringify({ ...state, pid: process.pid, processStart: '1' }),
      )
      t.match(await reindex(service.env), { code: 1, output: /No Signpost runs/ })
      t.strictSame(await readdir(folder), [], 'what the dead left is cleared away')
    })
  },
)

t.test('a page with faults is logged as a warning and served', async (t) => {
  const faulty = Object.fromEntries(
    Array.from({ length: 25 }, (_, n) => [`docs/en/page-${n}.md`, '---\ntitle: [\n---\n\nStill readable.\n']),
  )
  const service = await startService(t, {
    content: { ...markedPages('g0', 5), ...faulty },
    env: { LISTENERS: '3', SEARCH_THREADS: '4' },
  })
  const faults = service.logs.filter(({ msg }) => msg === 'content fault')
  t.equal(faults.length, 20, 'the first ones in full')
  t.match(faults[0], { level: 40, fault: /^docs\/en\/page-0\.md:\d+/ })
  t.equal(service.logs.filter(({ msg }) => msg.includes('more content faults')).length, 1, 'then how many more')
  t.match((await get(`${service.url}/api/page?path=/en/page-7`)).body, 'Still readable.')

  await t.test('several listeners share one port and all of them answer', async (t) => {
    for (let n = 0; n < 60; n++) {
      const agent = new Agent({ keepAlive: false })
      t.equal((await get(`${service.url}/api/search?q=word${n % 5}`, agent)).status, 200)
    }
    const { body } = await get(service.metricsUrl)
    for (const listener of [0, 1, 2]) {
      t.match(
        body,
        new RegExp(
          `signpost_http_requests_total\\{host="docs",listener="${listener}",route="/api/search",status="200"\\} [1-9]`,
        ),
      )
    }
  })
})

t.test('what cannot be written to DATA_DIR is served from memory', async (t) => {
  const file = join(await temporaryFolder(t), 'file')
  writeFileSync(file, '')
  const service = await startService(t, { env: { DATA_DIR: file } })
  t.ok(messages(service).includes('the index cannot be written to DATA_DIR; serving it from memory'))
  t.match((await get(`${service.url}/api/page?path=/en/guides/page-3`)).body, '"title":"first page 3"')
  t.match((await get(`${service.url}/api/search?q=word3&include=highlights`)).body, '"highlights"')
})
