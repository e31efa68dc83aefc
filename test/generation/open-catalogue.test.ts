import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readAsset, readCatalogueFolder } from '../../src/generation/catalogue-folder.ts'
import { openRecordStore } from '../../src/generation/record-store.ts'
import { buildCatalogue, openBuilt, type CatalogueBuild } from '../support/build-catalogue.ts'
import { contentTree, temporaryFolder, writeFiles } from '../support/content-tree.ts'
import { CIRCLE_SVG, folderSources, SQUARE_LOTTIE } from '../support/small-icons.ts'

const FILES = {
  'icons/sources.json': folderSources(),
  'icons/synonyms.json': '{"groups": [["circle", "ring"]], "words": {}, "names": {}}',
  'icons/own/circle.svg': CIRCLE_SVG,
  'icons/own/square.json': SQUARE_LOTTIE,
}

interface Catalogues {
  readonly contentDir: string
  readonly dataDir: string
  readonly folder: string
  build(): Promise<CatalogueBuild>
  /** Names of what is in the folder. */
  names(): string[]
}

async function start(t: Test): Promise<Catalogues> {
  const contentDir = await contentTree(t, FILES)
  const dataDir = await temporaryFolder(t)
  const folder = join(dataDir, 'catalogues')
  return {
    ...{ contentDir, dataDir, folder },
    build: () => buildCatalogue(contentDir, dataDir),
    names: () => readdirSync(folder),
  }
}

t.test('a catalogue is built once and loaded as long as nothing changes', async (t) => {
  const { build, contentDir } = await start(t)
  t.match(await build(), { status: 0, stdout: /catalogue built: 2 icons in 2 records/ })
  t.match(await build(), { status: 0, stdout: /is up to date: 2 icons/ })
  await writeFiles(contentDir, { 'icons/own/circle.svg': CIRCLE_SVG })
  t.match(await build(), { stdout: /is up to date/ }, 'written again with the same bytes')
  await writeFiles(contentDir, { 'icons/own/circle.svg': CIRCLE_SVG.replace('"4"', '"5"') })
  t.match(await build(), { stdout: /catalogue built/ })
  await writeFiles(contentDir, { 'icons/synonyms.json': '{"groups": [["circle", "disc"]]}' })
  t.match(await build(), { stdout: /catalogue built/ })
})

t.test('the same sources give the same bytes on another machine', async (t) => {
  const one = await start(t)
  const other = await start(t)
  await Promise.all([one.build(), other.build()])
  const [ours, theirs] = [openBuilt(t, one.dataDir).catalogue, openBuilt(t, other.dataDir).catalogue]
  t.equal(ours.version, theirs.version)
  t.strictSame([...(ours.assets() as Iterable<unknown>)], [...(theirs.assets() as Iterable<unknown>)])
  t.strictSame(one.names(), other.names(), 'and is found by the same name')
})

t.test('an asset is read with its codings; what is not there is null', async (t) => {
  const { build, dataDir } = await start(t)
  await build()
  const { assets, catalogue } = openBuilt(t, dataDir)
  const store = openRecordStore(assets)
  const svg = await readAsset(store, 'own-circle', 'svg')
  t.equal(Buffer.from(svg?.bytes ?? []).toString(), CIRCLE_SVG)
  t.match(svg, { mediaType: 'image/svg+xml', sha256: /^[0-9a-f]{64}$/ })
  t.ok(svg?.br && svg.gzip && svg.br.length > 0)
  const png = await readAsset(store, 'own-square', 'png')
  t.match(png, { mediaType: 'image/png', br: undefined, gzip: undefined })
  t.equal(await readAsset(store, 'own-circle', 'png'), null)
  t.equal(await readAsset(store, 'own-nothing', 'svg'), null)
  t.strictSame(catalogue.synonyms, [['circle', 'ring']])
})

t.test('a catalogue with any damaged file is told of and built again', async (t) => {
  const { build, dataDir, folder, names } = await start(t)
  await build()
  const path = join(folder, names()[0] ?? '')
  for (const file of readdirSync(path)) {
    for (const damage of [turnBit, cutShort]) {
      damage(join(path, file))
      t.throws(() => readCatalogueFolder(path), `${file} ${damage.name}`)
    }
    t.match(await build(), { status: 0, stdout: /catalogue built/, stderr: /cannot be used/ }, file)
    t.equal(openBuilt(t, dataDir).catalogue.icons.length, 2)
  }
})

t.test('two catalogues and nothing unfinished stay on disk, of them the one used last', async (t) => {
  const { build, contentDir, folder, names } = await start(t)
  mkdirSync(join(folder, `${'0'.repeat(64)}.tmp-crashed`), { recursive: true })
  await build()
  const [first] = names()
  for (const radius of [5, 6]) {
    await writeFiles(contentDir, { 'icons/own/circle.svg': CIRCLE_SVG.replace('"4"', `"${radius}"`) })
    await build()
    t.equal(names().length, 2)
    await writeFiles(contentDir, FILES)
    t.match(await build(), { stdout: /is up to date/ })
  }
  t.ok(names().includes(first ?? ''))
})

t.test('processes that start at once build once: the others wait and load', async (t) => {
  const { build, names } = await start(t)
  const outputs = (await Promise.all([build(), build(), build()])).map(({ stdout }) => stdout)
  t.equal(outputs.filter((stdout) => stdout.includes('built')).length, 1)
  t.equal(outputs.filter((stdout) => stdout.includes('is up to date')).length, 2)
  t.equal(names().length, 1, 'and the lock is released')
})

t.test('where DATA_DIR cannot be written, the catalogue is built and kept in memory', async (t) => {
  const { contentDir, dataDir } = await start(t)
  const file = join(dataDir, 'file')
  writeFileSync(file, '')
  t.match(await buildCatalogue(contentDir, file), { status: 0, stdout: /2 icons/, stderr: /serving it from memory/ })
})

t.test('sources that cannot be used stop the build with a message for the operator', async (t) => {
  const { build, contentDir, folder } = await start(t)
  await writeFiles(contentDir, { 'icons/sources.json': folderSources({ category: 'nothing' }) })
  const { status, stderr } = await build()
  t.equal(status, 1)
  t.match(stderr, /sources\.json cannot be used:\n {2}- the source "own" names the unknown category "nothing"\n$/)
  await writeFiles(contentDir, {
    'icons/sources.json': JSON.stringify({ ...JSON.parse(folderSources()), tags: { mdi: 'no-such-package' } }),
  })
  t.match(await build(), { status: 1, stderr: /the package no-such-package, which is not installed/ })
  t.notOk(existsSync(join(folder, 'lock')), 'and the lock is released')
})

function turnBit(path: string): void {
  const bytes = readFileSync(path)
  const middle = bytes.length >> 1
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

function cutShort(path: string): void {
  truncateSync(path, readFileSync(path).length >> 1)
}
