import { closeSync, existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import { readPointer } from '../../../src/generation/artefact/layout.ts'
import type { OpenedDocs } from '../../../src/generation/disk/generation-folder.ts'
import { sealJson } from '../../../src/generation/disk/sealed-json.ts'
import { followDocs, reloadFollowedDocs } from '../../../src/generation/follow/follow-docs.ts'
import type { Followed } from '../../../src/generation/follow/followed.ts'
import { RefusedGenerationError } from '../../../src/generation/follow/refused-generation.ts'
import { markedPages, temporaryFolder } from '../../support/content-tree.ts'
import { createPublisher } from '../../support/publish-artefact.ts'
import { serveArtefact } from '../../support/serve-artefact.ts'
import { CIRCLE_SVG } from '../../support/small-icons.ts'

const WITH_FILE = {
  'docs/en/a.md': '---\ntitle: A\n---\n\nSee ![a circle](./circle.svg)\n',
  'docs/en/circle.svg': CIRCLE_SVG,
}

async function start(t: Test) {
  const publisher = await createPublisher(t)
  const server = await serveArtefact(t, publisher.out)
  const dataDir = await temporaryFolder(t)
  const events = { progress: () => undefined, faults: () => undefined, log: () => undefined }
  let current: OpenedDocs | null = null
  const requestOf = (more: Partial<Followed> = {}) => ({
    contentDir: '',
    dataDir,
    siteUrl: 'http://localhost:4000',
    current: current === null ? null : { ...current.docs, fingerprint: '' },
    followed: {
      url: server.url,
      pointer: readPointer(readFileSync(join(publisher.out, 'current.json'), 'utf8')),
      fault: '',
      withdrawn: [],
      ...more,
    },
  })
  return {
    ...publisher,
    server,
    dataDir,
    numbers: () => readdirSync(join(dataDir, 'generations')).filter((name) => name !== 'lock'),
    /** Brings what the pointer names, and serves it from now on. Resolves to its hash. */
    async follow(more: Partial<Followed> = {}): Promise<string> {
      const prepared = await followDocs(requestOf(more), events)
      if (prepared.outcome === 'unchanged') return 'unchanged'
      current = prepared.opened
      t.teardown(() => prepared.opened.descriptors.forEach((fd) => closeSync(fd)))
      return current.docs.content
    },
    reload(more: Partial<Followed> = {}): string {
      const prepared = reloadFollowedDocs(requestOf({ pointer: null, fault: 'no network', ...more }), events)
      if (prepared.outcome === 'unchanged') return 'unchanged'
      prepared.opened.descriptors.forEach((fd) => closeSync(fd))
      return prepared.opened.docs.content
    },
    /** Serves nothing, as a start does. */
    restart: () => (current = null),
  }
}

t.test('what is published is brought over HTTP with its files, and from a folder', async (t) => {
  const node = await start(t)
  const hash = await node.publish({ ...markedPages('first', 5), ...WITH_FILE })
  t.equal(await node.follow(), hash)
  t.equal(await node.follow(), 'unchanged')
  t.ok(
    node.server.requests.some(({ path }) => /^files\/[0-9a-f]{2}\/[0-9a-f]{32}$/.test(path)),
    'files beside pages came too',
  )
  t.strictSame(readdirSync(join(node.dataDir, 'incoming')), [], 'nothing is left beside what is served')
  const other = await start(t)
  await other.publish({ ...markedPages('first', 5), ...WITH_FILE })
  t.equal(await other.follow({ url: pathToFileURL(node.out).href }), hash)
  t.strictSame(other.server.requests, [])
})

t.test('a changed page moves only files that have changed, and two generations are kept', async (t) => {
  const node = await start(t)
  await node.publish(markedPages('first', 5))
  await node.follow()
  const hashes = [await node.publish({ 'docs/en/guides/page-0.md': '# Other\n\nText\n' })]
  const before = node.server.requests.length
  await node.follow()
  const asked = new Set(node.server.requests.slice(before).map(({ path }) => path.split('/').at(-1)))
  t.ok(asked.has('pages.en.data'))
  t.notOk(asked.has('files.table'), 'an equal file is taken from the disk')
  hashes.push(await node.publish({ 'docs/en/guides/page-0.md': '# Third\n\nText\n' }))
  await node.follow()
  t.strictSame(node.numbers(), ['2', '3'])
  node.point(hashes[0]!)
  const asks = node.server.requests.length
  t.equal(await node.follow(), hashes[0], 'a roll back is served from the disk')
  t.equal(node.server.requests.length, asks)
  node.restart()
  t.equal(node.reload(), hashes[0], 'and a start without network serves it again')
})

t.test('a download that is cut goes on where it ended', async (t) => {
  const node = await start(t)
  const hash = await node.publish(markedPages('first', 40))
  let cuts = 0
  node.server.instead = (path, req, res) => {
    if (!path.endsWith('pages.en.data') || cuts > 1) return false
    cuts += 1
    const bytes = readFileSync(join(node.out, path))
    const from = Number(/\d+/.exec(req.headers.range ?? '0')?.[0])
    const fields = from > 0 ? { 'Content-Range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {}
    res.writeHead(from > 0 ? 206 : 200, { ...fields, 'Content-Length': bytes.length - from })
    res.write(bytes.subarray(from, from + 100))
    const part = join(node.dataDir, 'incoming', `docs-${hash}`, 'pages.en.data.part')
    const cutWhenWritten = (): unknown =>
      (statSync(part, { throwIfNoEntry: false })?.size ?? 0) < from + 100 ? setImmediate(cutWhenWritten) : res.destroy()
    cutWhenWritten()
    return true
  }
  t.equal(await node.follow(), hash)
  const ranges = node.server.requests.filter(({ path }) => path.endsWith('pages.en.data')).map(({ range }) => range)
  t.strictSame(ranges, [undefined, 'bytes=100-', 'bytes=200-'])
})

t.test('a try that failed leaves what came for the next', async (t) => {
  const node = await start(t)
  const hash = await node.publish(markedPages('first', 40))
  node.server.instead = (path, _req, res) => {
    if (!path.endsWith('texts.data')) return false
    res.writeHead(503).end()
    return true
  }
  await t.rejects(node.follow(), { message: /texts\.data cannot be read: the server answers 503/, name: 'Error' })
  const asked = node.server.requests.length
  node.server.instead = () => false
  t.equal(await node.follow(), hash)
  t.notOk(node.server.requests.slice(asked).some(({ path }) => path.endsWith('index.en')))
})

const FAULTS: Readonly<Record<string, (folder: string) => void>> = {
  'a byte of a file differs': (folder) => {
    const path = join(folder, 'pages.en.data')
    const bytes = readFileSync(path)
    bytes[bytes.length - 1]! ^= 1
    writeFileSync(path, bytes)
  },
  'a file is short': (folder) => truncateSync(join(folder, 'texts.data'), 10),
  'a file is long': (folder) => writeFileSync(join(folder, 'texts.table'), Buffer.alloc(1_000_000)),
  'the manifest is cut': (folder) => truncateSync(join(folder, 'manifest.json'), 100),
  'the manifest is another one, sealed anew': (folder) => edit(folder, (manifest) => ({ ...manifest, pageCounts: {} })),
  'the manifest leads out of its folder': (folder) =>
    edit(folder, ({ files, ...rest }) => ({
      ...rest,
      files: { ...(files as object), '../../evil': { byteLength: 1, sha256: 'a'.repeat(64) } },
    })),
  'a newer Signpost made it': (folder) => edit(folder, (manifest) => ({ ...manifest, format: '99.1.1' })),
  'its pages are not complete': (folder) =>
    edit(folder, (manifest) => ({ ...manifest, degraded: ['incomplete_build'] })),
}

function edit(folder: string, change: (manifest: Record<string, unknown>) => object): void {
  const path = join(folder, 'manifest.json')
  const { sha256: _seal, ...manifest } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
  writeFileSync(path, sealJson(change(manifest)))
}

for (const [name, damage] of Object.entries(FAULTS)) {
  t.test(`nothing is served when ${name}`, async (t) => {
    const node = await start(t)
    const good = await node.publish(markedPages('first', 5))
    await node.follow()
    const bad = await node.publish({ 'docs/en/guides/page-0.md': '# Other\n\nText\n' })
    damage(join(node.out, 'generations', bad))
    const error = await node.follow().then(
      () => null,
      (cause: Error) => cause,
    )
    t.match(error, Error)
    // A file that ends early may be one that is still being uploaded, so it alone is tried again as a fault of the way.
    t.equal(error instanceof RefusedGenerationError, name !== 'a file is short', String(error))
    t.strictSame(node.numbers(), ['1'])
    node.restart()
    t.equal(node.reload(), good)
  })
}

t.test('a generation with far fewer pages is refused unless the pointer allows it, also after a restart', async (t) => {
  const node = await start(t)
  await node.publish(markedPages('first', 20))
  await node.follow()
  const few = await createPublisher(t)
  const hash = await few.publish(markedPages('few', 17))
  const followed = (allowLoss?: boolean) => ({
    url: pathToFileURL(few.out).href,
    pointer: { generation: hash, madeBy: 'a test', pages: {}, allowLoss },
  })
  await t.rejects(node.follow(followed()), { name: 'RefusedGenerationError', message: /17 pages.*had 20/ })
  node.restart()
  await t.rejects(node.follow(followed()), { name: 'RefusedGenerationError' })
  t.equal(await node.follow(followed(true)), hash)
})

t.test('what is withdrawn goes from the disk, and is served no more', async (t) => {
  const node = await start(t)
  const secret = await node.publish(markedPages('secret', 5))
  await node.follow()
  const good = await node.publish(markedPages('good', 5), { withdrawn: [secret] })
  t.equal(await node.follow(), good)
  t.strictSame(node.numbers(), ['2'])
  node.point(secret, { withdrawn: [secret] })
  await t.rejects(node.follow(), { name: 'RefusedGenerationError', message: /withdrawn/ })
  t.equal(node.reload({ withdrawn: [] }), good)
  t.throws(() => node.reload({ withdrawn: [good] }), /no good generation/)
})

t.test('redirects are followed within the origin, and no further', async (t) => {
  const node = await start(t)
  const hash = await node.publish(markedPages('first', 5))
  const elsewhere = await serveArtefact(t, node.out)
  node.server.instead = (path, _req, res) => {
    if (!path.endsWith('manifest.json')) return false
    res.writeHead(302, { Location: `${elsewhere.url}${path}` }).end()
    return true
  }
  await t.rejects(node.follow(), /redirected to another origin/)
  t.strictSame(elsewhere.requests, [], 'nobody was asked there')
  node.server.instead = (path, _req, res) => {
    if (!path.endsWith('manifest.json')) return false
    res.writeHead(307, { Location: `/${path}` }).end()
    return true
  }
  await t.rejects(node.follow(), /redirected more than 3 times/)
  node.server.instead = (path, _req, res) => {
    if (!path.startsWith('generations/')) return false
    res.writeHead(308, { Location: `/moved/${path}` }).end()
    return true
  }
  await t.rejects(node.follow(), { name: 'RefusedGenerationError', message: /not there: the server answers 404/ })
  node.server.instead = () => false
  t.equal(await node.follow(), hash)
})

t.test('a share that is not mounted is no fault of what is published', async (t) => {
  const node = await start(t)
  await node.publish(markedPages('first', 5))
  const gone = pathToFileURL(join(node.out, 'not-mounted')).href
  await t.rejects(node.follow({ url: gone }), { code: 'ENOENT' })
  t.notOk(existsSync(join(node.dataDir, 'generations', '1')))
})
