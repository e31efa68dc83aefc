import { mkdir, readdir, readlink, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import t from 'tap'
import { takeBuildLock } from '../../src/generation/disk/build-lock.ts'
import { markedPages, writeFiles } from '../support/content-tree.ts'
import { get, startLoad, type Answer } from '../support/load.ts'
import { startService, type RunningService } from '../support/start-service.ts'

/** A release is checked with `SWAP_CYCLES=20`. */
const CYCLES = Number(process.env['SWAP_CYCLES'] ?? 3)
const PAGES = 60
const CLIENTS = 8
/** Pause of a client between answers. The rebuilds need the processor too. */
const PAUSE_MS = 10

/** @returns the fault of an answer that must be of one generation only, or null */
function checkOneGeneration({ body }: Answer): string | null {
  const { total, results } = JSON.parse(body) as { total: number; results: readonly { title: string }[] }
  const markers = new Set(results.map(({ title }) => title.split(' ')[0]))
  if (markers.size !== 1) return `an answer of several generations: ${[...markers].join(' ')}`
  return total === PAGES && results.length === 50 ? null : `${total} pages, ${results.length} results`
}

/** Puts a page in place by renaming, so that no rebuild sees it half written. */
async function savePage({ contentDir }: RunningService, path: string, text: string): Promise<void> {
  const [draft, page] = [join(contentDir, 'draft'), join(contentDir, path)]
  await mkdir(dirname(page), { recursive: true })
  await writeFile(draft, text)
  await rename(draft, page)
}

/** @returns the files of generations that the process has open */
async function openGenerationFiles({ pid }: RunningService): Promise<string[]> {
  const folder = `/proc/${pid}/fd`
  const targets = await Promise.all((await readdir(folder)).map((fd) => readlink(join(folder, fd)).catch(() => '')))
  return targets.filter((target) => target.includes('/generations/'))
}

t.setTimeout(900_000 + CYCLES * 10_000)

t.test('rebuilds under load lose and mix no answer, and leave nothing of old generations behind', async (t) => {
  const service = await startService(t, {
    content: markedPages('g0', PAGES),
    env: { LISTENERS: '2', SEARCH_THREADS: '2', LOG_LEVEL: 'info' },
  })
  // The generation before the current one is kept for requests that name it.
  const filesKept = 2 * (await openGenerationFiles(service)).length
  const load = startLoad(service.url, CLIENTS, checkOneGeneration, PAUSE_MS)
  for (let cycle = 1; cycle <= CYCLES; cycle++) {
    await writeFiles(service.contentDir, markedPages(`g${cycle}`, PAGES))
    const logged = service.logs.length
    service.signal('SIGHUP')
    await service.logged('index built', logged)
    const { body } = await get(`${service.url}/api/search?q=word7&limit=${cycle}`)
    t.match(body, `"title":"g${cycle} page 7"`, `cycle ${cycle}: new content is found`)
    const page = await get(`${service.url}/api/page?path=/en/guides/page-7`)
    t.match(page.body, `"title":"g${cycle} page 7"`, `cycle ${cycle}: new content is read`)
  }
  const { answered, failures } = await load.stop()
  t.strictSame(failures, [])
  t.ok(answered > CYCLES, `${answered} answers`)
  let files = await openGenerationFiles(service)
  for (let looks = 0; files.length > filesKept && looks < 600; looks++) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    files = await openGenerationFiles(service)
  }
  t.ok(files.length <= filesKept, 'the files of all generations but the newest two are closed')
  t.equal((await readdir(join(service.dataDir, 'generations'))).length, 2, 'two generations stay on disk')

  await t.test('a rebuild that fails leaves the old content in service', async (t) => {
    await rm(join(service.contentDir, 'docs'), { recursive: true })
    service.signal('SIGHUP')
    const line = await service.logged('the index could not be built')
    t.equal(line.level, 50)
    const { status, body } = await get(`${service.url}/api/search?q=word1`)
    t.equal(status, 200)
    t.match(body, `"title":"g${CYCLES} page 1"`)
    await writeFiles(service.contentDir, markedPages('mended', PAGES))
    service.signal('SIGHUP')
    await service.logged('index built', service.logs.indexOf(line))
    t.match((await get(`${service.url}/api/search?q=word1`)).body, '"title":"mended page 1"', 'the next one succeeds')
  })
})

t.test('rebuilds asked for during one lead to a single further one', async (t) => {
  const service = await startService(t, { content: markedPages('g0', PAGES) })
  await writeFiles(service.contentDir, markedPages('g1', PAGES))
  // A rebuild that waits for this lock is under way, however long the requests take.
  const lock = await takeBuildLock(join(service.dataDir, 'generations/lock'), () => t.fail('somebody else builds'))
  for (let asked = 0; asked < 6; asked++) {
    const logged = service.logs.length
    service.signal('SIGHUP')
    await service.logged('rebuild asked for', logged)
    if (asked === 0) await service.logged('another process is building an index; waiting for it')
  }
  lock.release()
  await service.logged('the content has not changed')
  await service.stop()
  const ends = service.logs.filter(({ msg }) => msg === 'index built' || msg === 'the content has not changed')
  t.strictSame(
    ends.map(({ msg }) => msg),
    ['index built', 'index built', 'the content has not changed'],
    'the first at the start, one for the change, one for all that came during it',
  )
})

t.test('under WATCH=1 a changed file is found without anybody asking', async (t) => {
  const service = await startService(t, { content: markedPages('g0', 3), env: { WATCH: '1' } })
  const logged = service.logs.length
  await savePage(service, 'docs/en/new/page.md', '# Freshly written\n\nText.\n')
  await service.logged('index built', logged)
  t.match((await get(`${service.url}/api/search?q=freshly`)).body, '"title":"Freshly written"')

  await t.test('under WATCH=1 each of many saves of one page by renaming is served', async (t) => {
    for (let save = 1; save <= 5; save++) {
      const logged = service.logs.length
      await savePage(service, 'docs/en/guides/page-1.md', `# Saved ${save}\n\nText.\n`)
      await service.logged('index built', logged)
      const { body } = await get(`${service.url}/api/page?path=/en/guides/page-1`)
      t.match(body, `"title":"Saved ${save}"`)
    }
  })
})
