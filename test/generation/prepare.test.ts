import {
  closeSync,
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  mkdirSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { fromPageRecord } from '../../src/generation/records/page-record.ts'
import { SiteConfigError } from '../../src/docs/site/read-site-config.ts'
import { ContentFolderError } from '../../src/docs/tree/walk-folder.ts'
import { NoContentError } from '../../src/generation/build-content.ts'
import type { BuilderEvents } from '../../src/generation/builder-events.ts'
import type { OpenedDocs } from '../../src/generation/disk/generation-folder.ts'
import { prepareDocs, reloadDocs, type DocsRequest, type PreparedDocs } from '../../src/generation/prepare-docs.ts'
import { sealJson } from '../../src/generation/disk/sealed-json.ts'
import { openRecordStore } from '../../src/generation/records/record-store.ts'
import { openIndex } from '../../src/engine/index/open.ts'
import { createSearcher } from '../../src/engine/query/searcher.ts'
import { contentTree, markedPages, temporaryFolder, writeFiles } from '../support/content-tree.ts'
import { slowMarkdown } from '../support/slow-page.ts'
import { CIRCLE_SVG } from '../support/small-icons.ts'

const WITH_FILE = '---\ntitle: With\n---\n\nSee ![a circle](./circle.svg)\n'

const QUIET: BuilderEvents = { progress: () => undefined, faults: () => undefined, log: () => undefined }

type Opened = OpenedDocs & { readonly outcome: 'built' | 'loaded'; readonly generation: OpenedDocs['docs'] }

async function start(t: Test) {
  const request: DocsRequest = {
    contentDir: await contentTree(t, markedPages('first', 6)),
    dataDir: await temporaryFolder(t),
    siteUrl: 'http://docs.example',
    current: null,
  }
  const warnings: string[] = []
  const events: BuilderEvents = {
    progress: () => undefined,
    faults: () => undefined,
    log: (level, message) => level === 'warn' && warnings.push(message),
  }
  const prepare = (overrides: Partial<DocsRequest> = {}): Promise<PreparedDocs> =>
    prepareDocs({ ...request, ...overrides }, events)
  const reload = (overrides: Partial<DocsRequest> = {}): Promise<PreparedDocs> =>
    reloadDocs({ ...request, ...overrides }, events)
  const opened = async (overrides: Partial<DocsRequest> = {}, from = prepare): Promise<Opened> => {
    const prepared = await from(overrides)
    if (prepared.outcome === 'unchanged') throw new Error('nothing was opened')
    const { opened, outcome } = prepared
    t.teardown(() => opened.descriptors.forEach((fd) => closeSync(fd)))
    return { ...opened, outcome, generation: opened.docs }
  }
  const folderOf = (number: number): string => join(request.dataDir, 'generations', String(number))
  const numbers = (): string[] => readdirSync(join(request.dataDir, 'generations')).toSorted()
  let edits = 0
  /** Opens the generation of content that has never been there before. */
  const edited = async (overrides: Partial<DocsRequest> = {}): Promise<Opened> => {
    await writeFiles(overrides.contentDir ?? request.contentDir, {
      'docs/en/edited.md': `# Edited\n\nEdit ${++edits}\n`,
    })
    return opened(overrides)
  }
  /** Request for the content of another folder, which has other pages for each name. */
  const others = new Map<string, string>()
  const other = async (name: string): Promise<Pick<DocsRequest, 'contentDir'>> => {
    const contentDir = others.get(name) ?? (await contentTree(t, markedPages(name, 2)))
    others.set(name, contentDir)
    return { contentDir }
  }
  return { request, prepare, reload, opened, edited, other, numbers, warnings, folderOf }
}

/** @returns the title of the page in the search index, and in the stored page */
async function titlesOf({ generation }: Opened, word: string): Promise<[found: string | undefined, stored: string]> {
  const en = generation.locales.get('en')
  if (en === undefined) throw new Error('no English pages')
  const searcher = createSearcher(new Map([['en', openIndex(en.index)]]))
  const [hit] = searcher.search({ query: word, locale: 'en', limit: 1 }).hits
  const store = openRecordStore(en.pages)
  const page = fromPageRecord(await store.read(store.find(hit?.path ?? '')))
  t.strictSame(fromPageRecord(store.readSync(store.find(page.path))), page, 'both ways of reading agree')
  return [hit?.path, page.title]
}

t.test('a generation is built once and loaded as long as nothing changes', async (t) => {
  const { folderOf, opened } = await start(t)
  const built = await opened()
  const loaded = await opened()
  t.equal(built.outcome, 'built')
  t.equal(loaded.outcome, 'loaded')
  const folder = folderOf(built.generation.number)
  t.equal(statSync(folder).mode, statSync(dirname(folder)).mode, 'for the same users as the folder that it is in')
  t.equal(loaded.generation.number, built.generation.number)
  t.strictSame(await titlesOf(loaded, 'word3'), ['guides/page-3', 'first page 3'])
  t.strictSame(await titlesOf(built, 'word3'), ['guides/page-3', 'first page 3'])
})

t.test('a page appears and goes at its dates, though no file changes', async (t) => {
  const { opened, prepare, request } = await start(t)
  const day = (after: number): string => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10)
  await writeFiles(request.contentDir, {
    'docs/en/guides/later.md': `---\ndate: ${day(2)}\n---\n# Later\n`,
    'docs/en/guides/until.md': `---\nexpiryDate: ${day(4)}\n---\n# Until\n`,
  })
  const pathsOf = ({ generation }: Opened): string[] => {
    const { pages } = generation.locales.get('en')!
    const store = openRecordStore(pages)
    return ['guides/later', 'guides/until'].filter((path) => store.find(path) !== -1)
  }
  const first = await opened()
  t.strictSame(pathsOf(first), ['guides/until'])
  const { now } = Date
  t.teardown(() => void (Date.now = now))
  let before = first
  for (const [days, paths] of [
    [3, ['guides/later', 'guides/until']],
    [5, ['guides/later']],
  ] as const) {
    const { fingerprint, generation } = before
    const current = { number: generation.number, fingerprint }
    t.equal((await prepare({ current })).outcome, 'unchanged')
    Date.now = () => now() + days * 86_400_000
    before = await opened({ current })
    t.equal(before.outcome, 'built')
    t.strictSame(pathsOf(before), paths)
    t.equal((await opened()).outcome, 'loaded')
  }
})

t.test('a page is found by its label in the navigation too', async (t) => {
  const { opened } = await start(t)
  const labelled = '---\ntitle: Easy documentation\nlinkTitle: Announcement\n---\nText'
  const source = await contentTree(t, { 'hugo.toml': '', 'content/a.md': labelled, 'content/b.md': '# B\n\nText' })
  const built = await opened({ contentDir: source })
  t.strictSame(await titlesOf(built, 'announcement'), ['a', 'Easy documentation'])
})

t.test('changed content is built anew, and the same content under another address is not', async (t) => {
  const { request, opened } = await start(t)
  await opened()
  await writeFiles(request.contentDir, markedPages('second', 6))
  const second = await opened()
  t.equal(second.outcome, 'built')
  t.equal(second.generation.number, 2)
  const elsewhere = await opened({ siteUrl: 'http://other.example' })
  t.equal(elsewhere.outcome, 'loaded')
  t.equal(elsewhere.generation.siteUrl, 'http://other.example')
})

t.test('a copy of the content and of DATA_DIR is loaded, whatever its times and its folder', async (t) => {
  const { opened, prepare, reload, request } = await start(t)
  const first = await opened()
  const copies = await temporaryFolder(t)
  const copy = { contentDir: join(copies, 'content'), dataDir: join(copies, 'data') }
  cpSync(request.contentDir, copy.contentDir, { recursive: true })
  cpSync(request.dataDir, copy.dataDir, { recursive: true })
  for (const name of Object.keys(markedPages('', 6))) utimesSync(join(copy.contentDir, name), 1, 1)
  const loaded = await opened(copy)
  t.equal(loaded.outcome, 'loaded')
  t.not(loaded.fingerprint, first.fingerprint)
  const served = { number: loaded.generation.number, fingerprint: loaded.fingerprint }
  t.equal((await prepare({ ...copy, current: served })).outcome, 'unchanged', 'the new times are noted')
  t.equal((await opened(copy, reload)).outcome, 'loaded', 'and the last good one is that of the new folder')
  const now = Date.now() / 1000
  utimesSync(join(copy.contentDir, 'docs/en/guides/page-1.md'), now, now)
  t.equal((await prepare({ ...copy, current: served })).outcome, 'unchanged', 'a file that is saved without a change')
  await writeFiles(copy.contentDir, { 'docs/en/guides/page-1.md': '# Other\n' })
  t.equal((await opened(copy)).outcome, 'built')
})

t.test('bytes that change while they are read are not taken for those of the generation', async (t) => {
  const { opened, request } = await start(t)
  const path = join(request.contentDir, 'docs/en/guides/page-1.md')
  const before = readFileSync(path)
  const events: BuilderEvents = {
    ...QUIET,
    works: (step) => void (step.startsWith('indexing') && writeFileSync(path, '# Meanwhile\n')),
  }
  const prepared = await prepareDocs(request, events)
  if (prepared.outcome !== 'unchanged') prepared.opened.descriptors.forEach((fd) => closeSync(fd))
  writeFileSync(path, before)
  t.equal((await opened()).outcome, 'built')
})

t.test('what is served already is not brought again', async (t) => {
  const { opened, prepare, request } = await start(t)
  const current = await opened()
  const served = { number: current.generation.number, fingerprint: current.fingerprint }
  t.equal((await prepare({ current: served })).outcome, 'unchanged')
  await writeFiles(request.contentDir, markedPages('second', 6))
  t.equal((await opened({ current: served })).generation.number, 2)
  const third = await opened({ current: served })
  t.equal(third.outcome, 'loaded', 'another process has built it meanwhile')
  t.equal(third.generation.number, 2)
})

t.test('a generation with any damaged file is told of and built again', async (t) => {
  const names = ['index.en', 'pages.en.table', 'pages.en.data', 'texts.table', 'texts.data', 'manifest.json']
  for (const name of names) {
    for (const [how, damage] of Object.entries(DAMAGES)) {
      const { opened, folderOf, warnings } = await start(t)
      const first = await opened()
      damage(join(folderOf(first.generation.number), name))
      const again = await opened()
      t.equal(again.outcome, 'built', `${name} ${how}`)
      t.strictSame(await titlesOf(again, 'word2'), ['guides/page-2', 'first page 2'])
      t.strictSame(warnings, ['a stored generation cannot be used'])
    }
  }
})

const DAMAGES: Readonly<Record<string, (path: string) => void>> = {
  'with one bit turned': (path) => {
    const bytes = readFileSync(path)
    const middle = bytes.length >> 1
    bytes[middle] = (bytes[middle] ?? 0) ^ 1
    writeFileSync(path, bytes)
  },
  'cut short': (path) => truncateSync(path, readFileSync(path).length >> 1),
}

t.test('a damaged newest generation gives way to an older one of the same content', async (t) => {
  const { request, opened, other, folderOf } = await start(t)
  await opened()
  await opened(await other('second'))
  const third = await opened({ current: { number: 2, fingerprint: 'of other content' } })
  t.equal(third.generation.number, 3)
  t.strictSame(readdirSync(join(request.dataDir, 'generations')).toSorted(), ['1', '2', '3'])
  DAMAGES['cut short']?.(join(folderOf(3), 'index.en'))
  const fallback = await opened(await other('second'))
  t.equal(fallback.outcome, 'loaded')
  t.equal(fallback.generation.number, 2)
})

t.test('of one content, two generations and nothing unfinished stay on disk', async (t) => {
  const { edited, numbers, opened, other, request } = await start(t)
  mkdirSync(join(request.dataDir, 'generations', '1.tmp-crashed'), { recursive: true })
  for (let n = 1; n <= 4; n++) await edited()
  t.strictSame(numbers(), ['3', '4'])

  await t.test('builds of other content beside it remove none of them', async (t) => {
    for (let n = 5; n <= 7; n++) await edited(await other('other'))
    t.strictSame(numbers(), ['3', '4', '6', '7'])
  })

  await t.test('of many contents eight stay, and of as many of them as can be the last one', async (t) => {
    for (let n = 8; n <= 12; n++) await opened(await other(`docs-${n}`))
    t.strictSame(numbers(), ['10', '11', '12', '4', '6', '7', '8', '9'])
    await opened(await other('docs-13'))
    t.strictSame(numbers(), ['10', '11', '12', '13', '4', '7', '8', '9'])
    await opened(await other('docs-14'))
    t.strictSame(numbers(), ['10', '11', '12', '13', '14', '7', '8', '9'])
  })
})

t.test('generations that are damaged, or that earlier code wrote, count as those of one content', async (t) => {
  const { edited, folderOf, numbers, other } = await start(t)
  for (let n = 1; n <= 4; n++) await edited(await other(`docs-${n}`))
  for (const number of [1, 2, 3]) DAMAGES['cut short']?.(join(folderOf(number), 'manifest.json'))
  await edited({ current: { number: 4, fingerprint: 'of other content' } })
  t.strictSame(numbers(), ['2', '3', '4', '5'])
  const manifest = join(folderOf(4), 'manifest.json')
  const { sha256: _, ...earlier } = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, unknown>
  writeFileSync(manifest, sealJson({ ...earlier, format: '5.1.1' }))
  await edited({ current: { number: 5, fingerprint: 'of other content' } })
  t.strictSame(numbers(), ['3', '4', '5', '6'])
})

t.test('the last complete generation stays, and is preferred to incomplete ones after it', async (t) => {
  const { edited, numbers, opened, reload, request } = await start(t)
  const slow = join(request.contentDir, 'docs/en/slow.md')
  const incomplete = async (): Promise<Opened> => {
    writeFileSync(slow, slowMarkdown())
    return edited({ pageDeadlineMs: 150 })
  }
  t.strictSame((await incomplete()).generation.degraded, ['incomplete_build'])
  t.equal((await opened({}, reload)).generation.number, 1, 'an incomplete one is served where no other is')
  rmSync(slow)
  t.strictSame((await edited()).generation.degraded, [])
  for (let n = 3; n <= 5; n++) await incomplete()
  t.strictSame(numbers(), ['2', '4', '5'])
  const last = await opened({}, reload)
  t.equal(last.generation.number, 2)
  t.strictSame(last.generation.degraded, [])
  DAMAGES['cut short']?.(join(request.dataDir, 'generations/2/index.en'))
  t.equal((await opened({}, reload)).generation.number, 5)
})

t.test('who has lost the lock while building removes nothing', async (t) => {
  const { edited, numbers: names, request } = await start(t)
  for (let n = 0; n < 2; n++) await edited()
  await writeFiles(request.contentDir, markedPages('of the loser', 6))
  const lock = join(request.dataDir, 'generations', 'lock')
  const events = {
    progress() {
      writeFileSync(lock, 'of its successor')
      mkdirSync(join(request.dataDir, 'generations', '9.tmp-successor'), { recursive: true })
      mkdirSync(join(request.dataDir, 'files/00'), { recursive: true })
      writeFileSync(join(request.dataDir, 'files/00/file'), '')
    },
    faults: () => undefined,
    log: () => undefined,
  }
  const prepared = await prepareDocs(request, events)
  t.equal(prepared.outcome, 'built')
  if (prepared.outcome !== 'unchanged') prepared.opened.descriptors.forEach((fd) => closeSync(fd))
  t.strictSame(names(), ['1', '2', '3', '9.tmp-successor', 'lock'])
  t.strictSame(readdirSync(join(request.dataDir, 'files/00')), ['file'])
  rmSync(lock)
  await edited()
  t.strictSame(names(), ['3', '4'], 'the next one does')
})

t.test('a folder without a manifest, as a crash leaves it, is not used', async (t) => {
  const { request, opened } = await start(t)
  mkdirSync(join(request.dataDir, 'generations', '7'), { recursive: true })
  const built = await opened()
  t.equal(built.outcome, 'built')
  t.ok(built.generation.number > 0)
})

t.test('where DATA_DIR cannot be written, the generation is kept in memory and the log says so', async (t) => {
  const { opened, request, warnings } = await start(t)
  writeFileSync(join(request.dataDir, 'file'), '')
  const built = await opened({ dataDir: join(request.dataDir, 'file') })
  t.equal(built.outcome, 'built')
  t.strictSame(built.descriptors, [])
  t.strictSame(await titlesOf(built, 'word1'), ['guides/page-1', 'first page 1'])
  t.match(warnings, ['the index cannot be written to DATA_DIR; serving it from memory'])
})

t.test('equal content has an equal hash, on disk, read from there and in memory', async (t) => {
  const pages = {
    ...markedPages('first', 6),
    'docs/en/guides/circle.svg': CIRCLE_SVG,
    'docs/en/guides/with.md': WITH_FILE,
  }
  const hashes = new Set<string>()
  for (const modified of [1_000_000_000, 1_700_000_000]) {
    const { opened, request, warnings } = await start(t)
    await writeFiles(request.contentDir, pages)
    for (const path of Object.keys(pages)) utimesSync(join(request.contentDir, path), modified, modified)
    for (const overrides of [{}, {}, { dataDir: join(request.contentDir, 'docs/en/guides/with.md') }])
      hashes.add((await opened(overrides)).generation.content)
    t.match(warnings, ['the index cannot be written to DATA_DIR; serving it from memory'])
  }
  t.equal(hashes.size, 1)
  t.match([...hashes][0], /^[0-9a-f]{64}$/)
})

t.test(
  'other pages, another date of one and another file have other hashes, and another address has not',
  async (t) => {
    const hashes = new Set<string>()
    const { opened, request } = await start(t)
    for (const files of [
      {},
      { 'docs/en/guides/page-1.md': '---\ntitle: first page 1\n---\n\nEverything about word1 and thongs.\n' },
      {
        'docs/en/guides/page-2.md':
          '---\ntitle: first page 2\nupdated: 2026-01-02\n---\n\nEverything about word2 and things.\n',
      },
      { 'docs/en/guides/circle.svg': CIRCLE_SVG, 'docs/en/guides/with.md': WITH_FILE },
      { 'docs/en/guides/circle.svg': CIRCLE_SVG.replace('r="4"', 'r="5"') },
    ]) {
      await writeFiles(request.contentDir, files)
      hashes.add((await opened()).generation.content)
    }
    hashes.add((await opened({ siteUrl: 'http://other.example' })).generation.content)
    t.equal(hashes.size, 5)
  },
)

t.test('content without a page is refused with a message for the operator', async (t) => {
  const { prepare } = await start(t)
  const contentDir = await contentTree(t, { 'docs/en/notes.txt': 'not a page' })
  await t.rejects(prepare({ contentDir }), NoContentError)
  await t.rejects(prepare({ contentDir }), {
    message: `no page found: ${contentDir}/docs/<locale> has no .md or .mdx file`,
  })
})

t.test('processes that start at once build once: the others wait and load', async (t) => {
  const { opened } = await start(t)
  const outcomes = (await Promise.all([opened(), opened(), opened()])).map(({ outcome }) => outcome)
  t.strictSame(outcomes.toSorted(), ['built', 'loaded', 'loaded'])
})

t.test('the lock of a process that is gone does not hold anyone up', async (t) => {
  const { opened, request } = await start(t)
  const lock = join(request.dataDir, 'generations', 'lock')
  mkdirSync(join(request.dataDir, 'generations'))
  writeFileSync(lock, 'not even whole')
  utimesSync(lock, 1, 1)
  t.equal((await opened()).outcome, 'built')
  t.notOk(readdirSync(join(request.dataDir, 'generations')).includes('lock'), 'and it is released')
})

t.test('a lock that nobody is named in holds up for a moment only', async (t) => {
  const { opened, request, warnings } = await start(t)
  const lock = join(request.dataDir, 'generations', 'lock')
  mkdirSync(join(request.dataDir, 'generations'))
  writeFileSync(lock, '')
  const madeAt = Date.now() / 1000 - 2
  utimesSync(lock, madeAt, madeAt)
  t.equal((await opened()).outcome, 'built')
  t.strictSame(warnings, [])
})

t.test('content with a fault leaves its last good generation, whatever it was built from', async (t) => {
  const { folderOf, opened, prepare, reload, request } = await start(t)
  await t.rejects(reload(), { message: 'DATA_DIR has no good generation of this content' })
  const good = await opened()
  await writeFiles(request.contentDir, { 'site.yaml': 'name: [\n' })
  await t.rejects(prepare(), SiteConfigError)
  const again = await opened({}, reload)
  t.equal(again.generation.number, good.generation.number)
  t.strictSame(await titlesOf(again, 'word3'), ['guides/page-3', 'first page 3'])
  rmSync(request.contentDir, { recursive: true })
  await t.rejects(prepare(), ContentFolderError)
  t.equal((await opened({}, reload)).generation.number, good.generation.number, 'the folder itself may be gone')

  await t.test('content of another folder is not taken for it', async (t) => {
    await t.rejects(reload({ contentDir: `${request.contentDir}-other` }), /no good generation of this content/)
  })

  await t.test('a damaged one is passed over', async (t) => {
    DAMAGES['cut short']?.(join(folderOf(good.generation.number), 'index.en'))
    await t.rejects(reload(), /no good generation of this content/)
  })
})

t.test('of two good generations the newer one is served again', async (t) => {
  const { opened, reload, request } = await start(t)
  await opened()
  await writeFiles(request.contentDir, markedPages('second', 6))
  await opened()
  t.strictSame(await titlesOf(await opened({}, reload), 'word3'), ['guides/page-3', 'second page 3'])
})
