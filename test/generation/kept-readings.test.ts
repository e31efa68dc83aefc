import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { labelPages } from '../../src/docs/links/page-labels.ts'
import { readContent } from '../../src/docs/read-content.ts'
import type { Readings } from '../../src/docs/kept/readings.ts'
import { buildIndex } from '../../src/engine/build/build.ts'
import { openReadingStore } from '../../src/generation/disk/reading-store.ts'
import { prepareDocs } from '../../src/generation/prepare-docs.ts'
import { startReadingThreads } from '../../src/generation/kept/reading-threads.ts'
import { contentTree, temporaryFolder, writeFiles, type Files } from '../support/content-tree.ts'
import { slowMarkdown } from '../support/slow-page.ts'

type Change = readonly [what: string, change: (folder: string) => Promise<void> | void]

const svg = (size: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><circle r="${size}"/></svg>`

/** Changes of a tree whose pages lie in a folder. They follow one another. */
function changesOf(pages: string): Change[] {
  const page = (name: string): string => join(pages, name)
  return [
    ['nothing', () => undefined],
    ['a heading', (folder) => writeFiles(folder, { [page('start.md')]: '# Start\n\n## Another heading\n\n[x](b.md#b-two)\n' })],
    ['a heading to which a link leads', (folder) => writeFiles(folder, { [page('b.md')]: '# B\n\n## B three\n\nText.\n' })],
    ['a title', (folder) => writeFiles(folder, { [page('b.md')]: '---\ntitle: Bee\n---\n\n## B two\n' })],
    ['an image', (folder) => writeFiles(folder, { [page('c.svg')]: svg(9) })],
    ['a page to which a dead link leads', (folder) => writeFiles(folder, { [page('later.md')]: '# Later\n' })],
    ['a file that is renamed', (folder) => renameSync(join(folder, page('d.md')), join(folder, page('e.md')))],
    ['a file that is removed', (folder) => rmSync(join(folder, page('later.md')))],
    ['a draft', (folder) => writeFiles(folder, { [page('b.md')]: '---\ndraft: true\n---\n\n# B\n' })],
  ] // prettier-ignore
}

const PAGES: Files = {
  'index.md': '# Home\n\n[Start](start.md) and [later](later.md).\n',
  'start.md': '# Start\n\n## Heading\n\n[B two](b.md#b-two)\n',
  'b.md': '# B\n\n## B two\n\nWords of B.\n',
  'c.md': '# C\n\n![drawing](c.svg)\n\n[D](d.md)\n',
  'd.md': '# D\n\n[start](start.md) <Unknown>x</Unknown>\n',
  'c.svg': svg(4),
}

const below = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [join(folder, name), text]))

const VITEPRESS = (name: string, sidebar: string): string => `export default { title: '${name}', themeConfig: { sidebar: [${sidebar}] } }` // prettier-ignore

const TREES: Readonly<Record<string, { readonly files: Files; readonly changes: readonly Change[] }>> = {
  'a folder of Markdown': {
    files: { ...below('docs/en', PAGES), 'docs/en/meta.json': '{"title":"T"}' },
    changes: [
      ...changesOf('docs/en'),
      ['the order of pages', (folder) => writeFiles(folder, { 'docs/en/meta.json': '{"title":"U","pages":["c","start"]}' })],
      ['site.yaml', (folder) => writeFiles(folder, { 'site.yaml': 'name: Named\n' })],
    ], // prettier-ignore
  },
  VitePress: {
    files: {
      ...PAGES,
      '.vitepress/config.js': VITEPRESS('T', ''),
      'f.md': '# F\n\n<!--@include: ./parts/part.md-->\n\n<!--@include: ./b.md-->\n',
      'g.md': '# G\n\n<!--@include: ./parts/part.md-->\n\n<<< ./parts/code.js\n',
      'parts/part.md': 'A part.\n',
      'parts/code.js': 'let a = 1\n',
    },
    changes: [
      ...changesOf(''),
      ['an inclusion', (folder) => writeFiles(folder, { 'parts/part.md': 'Another part.\n' })],
      ['an inclusion of the same length', (folder) => writeFiles(folder, { 'parts/part.md': 'Anothex part.\n' })],
      ['included code', (folder) => writeFiles(folder, { 'parts/code.js': 'let a = 2\n' })],
      ['the configuration', (folder) => writeFiles(folder, { '.vitepress/config.js': VITEPRESS('U', "{ text: 'C', link: '/c' }") })],
    ], // prettier-ignore
  },
}

/** Bytes of all files of a new generation but its manifest, which has times and numbers. */
async function build(t: Test, contentDir: string, dataDir: string): Promise<Record<string, string>> {
  const request = { contentDir, dataDir, siteUrl: 'http://docs.example', current: null }
  const events = { progress: () => undefined, faults: () => undefined, log: () => undefined }
  // What is on disk would be loaded, and not built.
  rmSync(join(dataDir, 'generations'), { recursive: true, force: true })
  const prepared = await prepareDocs(request, events)
  if (prepared.outcome !== 'built') throw new Error(prepared.outcome)
  prepared.opened.descriptors.forEach((fd) => closeSync(fd))
  const folder = join(dataDir, 'generations', String(prepared.opened.docs.number))
  const names = readdirSync(folder).filter((name) => name !== 'manifest.json')
  t.ok(names.includes('index.en') && names.includes('extracts.en'), 'an index was built')
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'latin1')]))
}

for (const [kind, { changes, files }] of Object.entries(TREES)) {
  t.test(`${kind}: after any change a build has the bytes of a build from nothing`, async (t) => {
    const contentDir = await contentTree(t, files)
    const dataDir = await temporaryFolder(t)
    let before = await build(t, contentDir, dataDir)
    for (const [what, change] of changes) {
      await change(contentDir)
      const after = await build(t, contentDir, dataDir)
      t.ok(what === 'nothing' || JSON.stringify(after) !== JSON.stringify(before), `${what} changes something`)
      const fresh = await build(t, contentDir, await temporaryFolder(t))
      for (const name of Object.keys({ ...after, ...fresh })) t.ok(after[name] === fresh[name], `${what}: ${name}`)
      before = after
    }
  })
}

t.test('readings that are damaged, cut off or of something else are made again', async (t) => {
  const contentDir = await contentTree(t, below('docs/en', PAGES))
  const fresh = await build(t, contentDir, await temporaryFolder(t))
  const dataDir = await temporaryFolder(t)
  await build(t, contentDir, dataDir)
  const folder = join(dataDir, 'readings')
  const good = readdirSync(folder).map((name) => [join(folder, name), readFileSync(join(folder, name))] as const)
  t.equal(good.length, 2, 'readings and shards are kept')
  const flip = (file: string, bytes: Buffer, at: number): void => {
    const flipped = Buffer.from(bytes)
    flipped[at]! ^= 1
    writeFileSync(file, flipped)
  }
  const damages: Record<string, (file: string, bytes: Buffer) => void> = {
    nothing: (file, bytes) => writeFileSync(file, bytes),
    'a flipped byte of a reading': (file, bytes) => flip(file, bytes, 100),
    'a flipped byte of the directory': (file, bytes) => flip(file, bytes, bytes.length - 200),
    'a flipped byte of the length': (file, bytes) => flip(file, bytes, bytes.length - 40),
    'a flipped byte of the hash': (file, bytes) => flip(file, bytes, bytes.length - 1),
    'what a killed build leaves': (file, bytes) => writeFileSync(file, Buffer.concat([bytes, bytes.subarray(0, 500)])),
    'a file that ends early': (file) => truncateSync(file, 700),
    'an empty file': (file) => truncateSync(file, 0),
    'another file': (file) => writeFileSync(file, 'something else '.repeat(100)),
    'the other file': (file) => writeFileSync(file, (good.find(([name]) => name !== file) as (typeof good)[number])[1]),
  }
  for (const [what, damage] of Object.entries(damages)) {
    for (const [file, bytes] of good) damage(file, bytes)
    const built = await build(t, contentDir, dataDir)
    for (const name of Object.keys(fresh)) t.ok(built[name] === fresh[name], `${what}: ${name}`)
    t.equal(readdirSync(folder).length, 2, `${what}: nothing is left behind`)
  }
})

/** Readings of a build, with the number of those that were taken from the last one. */
function counted(dataDir: string, contentDir: string, pageDeadlineMs?: number) {
  const store = openReadingStore(dataDir, contentDir)
  const counts = { taken: 0, helped: 0, read: 0 }
  const readings: Readings = {
    open(source, world) {
      const kept = store.open(source, world)
      const known = new WeakSet<Uint8Array>()
      const get = (key: string): Uint8Array | null => {
        const bytes = kept.get(key)
        if (bytes !== null) known.add(bytes)
        if (bytes !== null && key !== 'texts') counts.taken += 1
        return bytes
      }
      const put = (key: string, bytes: Uint8Array): boolean => {
        if (!known.has(bytes) && key !== 'texts') counts.read += 1
        return kept.put(key, bytes)
      }
      return { get, put, keep: (key) => kept.keep(key), clear: () => kept.clear(), get count() { return kept.count } } // prettier-ignore
    },
    help(source, world, claims) {
      // The builder finds no share to read, so that it waits for the other threads.
      Atomics.store(new Int32Array(claims), 0, 1_000_000)
      const theirs = new SharedArrayBuffer(4)
      const helpers = startReadingThreads(
        { contentDir, dataDir, pageDeadlineMs },
        { source, world, claims: theirs },
        () => undefined,
      )
      const take: typeof helpers.take = (share) => {
        const pages = helpers.take(share)
        counts.helped += pages?.length ?? 0
        return pages
      }
      return { take, done: helpers.done, stop: () => helpers.stop() }
    },
  }
  return { counts, readings, store }
}

t.test('files are closed once, since their numbers are soon those of other files of the process', async (t) => {
  const folder = await temporaryFolder(t)
  const bytes = new Uint8Array([1, 2, 3])
  for (let build = 0; build < 2; build++) {
    const store = openReadingStore(folder, 'owner')
    store.open('source', 'world').put(`key ${build}`, bytes)
    store.commit()
    const others = [1, 2, 3].map(() => openSync(import.meta.filename, 'r'))
    store.close()
    for (const fd of others) t.ok(fstatSync(fd).isFile(), `a file that was opened after build ${build} is open`)
    for (const fd of others) closeSync(fd)
  }
})

t.test('a changed inclusion is read again once', async (t) => {
  const { files } = TREES['VitePress'] as (typeof TREES)[string]
  const contentDir = await contentTree(t, files)
  const dataDir = await temporaryFolder(t)
  const taken: number[] = []
  for (const part of ['A part.\n', 'Another part.\n', 'Another part.\n']) {
    await writeFiles(contentDir, { 'parts/part.md': part })
    const { counts, readings, store } = counted(dataDir, contentDir)
    await readContent(contentDir, { readings })
    store.commit()
    taken.push(counts.taken)
  }
  t.strictSame(taken.slice(0, 2), [0, 0])
  t.ok((taken[2] ?? 0) > 0)
})

t.test('only what has changed is read again', async (t) => {
  for (const { files } of Object.values(TREES)) {
    const contentDir = await contentTree(t, files)
    const dataDir = await temporaryFolder(t)
    const first = counted(dataDir, contentDir)
    const pages = (await readContent(contentDir, { readings: first.readings })).locales.get('en')?.pages.length ?? 0
    first.store.commit()
    t.equal(first.counts.taken, 0)
    const start = Object.keys(files).find((name) => name.endsWith('start.md')) as string
    await writeFiles(contentDir, { [start]: '# Start\n\n## Other\n' })
    const second = counted(dataDir, contentDir)
    await readContent(contentDir, { readings: second.readings })
    second.store.close()
    t.equal(second.counts.taken, pages - 1)
    const third = counted(dataDir, contentDir)
    await readContent(contentDir, { readings: third.readings })
    third.store.commit()
    t.equal(third.counts.taken, pages - 1, 'a build that does not end changes nothing')
    await writeFiles(contentDir, { [start.replace('start.md', 'c.svg')]: svg(7) })
    const fourth = counted(dataDir, contentDir)
    const drawn = await readContent(contentDir, { readings: fourth.readings })
    fourth.store.commit()
    t.strictSame(drawn, await readContent(contentDir))
    t.equal(fourth.counts.read, 1, 'a changed image lets the page that shows it be read')
  }
})

t.test(
  'a page that is added, renamed or removed lets those be read again whose links led there or may lead there',
  async (t) => {
    const contentDir = await contentTree(t, below('docs/en', PAGES))
    const dataDir = await temporaryFolder(t)
    const file = (name: string): string => join(contentDir, 'docs/en', name)
    const changes: readonly (readonly [what: string, read: number, change: () => Promise<void> | void])[] = [
      ['at first', 5, () => undefined],
      ['added, where no link leads', 1, () => writeFiles(contentDir, { 'docs/en/new.md': '# New\n' })],
      ['renamed, where no link leads', 1, () => renameSync(file('new.md'), file('newer.md'))],
      ['removed, where no link leads', 0, () => rmSync(file('newer.md'))],
      ['added, where a dead link leads', 2, () => writeFiles(contentDir, { 'docs/en/later.md': '# Later\n' })],
      ['added, for which a link may be meant', 1, () => writeFiles(contentDir, { 'docs/en/sub/d.md': '# Other D\n' })],
      ['renamed, where a link leads', 2, () => renameSync(file('d.md'), file('e.md'))],
      ['removed, by whose name a link would be mended', 1, () => rmSync(file('sub/d.md'))],
    ]
    for (const [what, read, change] of changes) {
      await change()
      const { counts, readings, store } = counted(dataDir, contentDir)
      t.strictSame(await readContent(contentDir, { readings }), await readContent(contentDir), what)
      store.commit()
      t.equal(counts.read, read, `${what}: pages that were read`)
    }
  },
)

t.test('pages that several threads read are those of one thread, slow ones left out', async (t) => {
  const many = Array.from({ length: 1200 }, (_, n) => [
    `docs/en/p${n}.md`,
    `# Page ${n}\n\n[next](p${n + 1}.md) ![c](c.svg)\n`,
  ])
  const contentDir = await contentTree(t, { ...Object.fromEntries(many), 'docs/en/c.svg': svg(3) }) // prettier-ignore
  const dataDir = await temporaryFolder(t)
  const { counts, readings, store } = counted(dataDir, contentDir)
  const alone = await readContent(contentDir)
  const together = await readContent(contentDir, { readings })
  t.strictSame(together, alone)
  t.equal(together.faults.length, 1)
  t.equal(counts.helped, availableParallelism() === 1 ? 0 : 1200)
  store.close()
  await writeFiles(contentDir, { 'docs/en/p1199.md': slowMarkdown() })
  const limited = counted(dataDir, contentDir, 150)
  const left = await readContent(contentDir, { readings: limited.readings, pageDeadlineMs: 150 })
  limited.store.close()
  t.equal(left.locales.get('en')?.pages.length, 1199)
  t.ok(left.faults.some(({ code, file }) => code === 'slow_page' && file === 'docs/en/p1199.md'))
})

t.test('an index whose shards several threads collect has the bytes of one thread', async (t) => {
  const many = Array.from({ length: 1500 }, (_, n) => [
    `docs/en/p${n}.md`,
    `# Page ${n}\n\n## Part ${n % 7}\n\nWord${n} 中文 ${'and more '.repeat(n % 50)}\n`,
  ])
  const contentDir = await contentTree(t, Object.fromEntries(many)) // prettier-ignore
  const dataDir = await temporaryFolder(t)
  const first = await build(t, contentDir, dataDir)
  const { locales } = await readContent(contentDir)
  const documents = (locales.get('en')?.pages ?? []).map((page) => ({ ...page, description: page.description ?? '' }))
  const labels = labelPages({ locales, redirects: new Map() }, 'en')
  const alone = buildIndex(documents.map((page) => ({ ...page, siteAddress: null, ...labels.get(page.path) })), { locale: 'en' }) // prettier-ignore
  t.ok(Buffer.from(alone).toString('latin1') === first['index.en'], 'the index')
  await writeFiles(contentDir, { 'docs/en/p700.md': '# Page\n\nwithout its words\n' })
  const after = await build(t, contentDir, dataDir)
  const fresh = await build(t, contentDir, await temporaryFolder(t))
  for (const name of Object.keys(fresh)) t.ok(after[name] === fresh[name], name)
})
