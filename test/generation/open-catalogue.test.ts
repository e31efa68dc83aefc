import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readCatalogueFolder } from '../../src/generation/disk/catalogue-folder.ts'
import { openCatalogue } from '../../src/generation/open-catalogue.ts'
import { buildCatalogue, FROM_SOURCE, openBuilt } from '../support/build-catalogue.ts'
import { temporaryFolder, writeFiles } from '../support/content-tree.ts'
import { smallCatalogue } from '../support/small-catalogue.ts'
import { CIRCLE_SVG, folderSources } from '../support/small-icons.ts'

t.test('a catalogue is built once and loaded as long as nothing changes', async (t) => {
  const { build, contentDir, folder, names } = await smallCatalogue(t)
  t.match(await build(), { status: 0, stdout: /catalogue built: 2 icons in 2 records/ })
  const [name = ''] = names()
  t.equal(statSync(join(folder, name)).mode, statSync(folder).mode, 'for the same users as the folder that it is in')
  t.match(await build(), { status: 0, stdout: /is up to date: 2 icons/ })
  await writeFiles(contentDir, { 'icons/own/circle.svg': CIRCLE_SVG })
  t.match(await build(), { stdout: /is up to date/ }, 'written again with the same bytes')
  await writeFiles(contentDir, { 'icons/own/circle.svg': CIRCLE_SVG.replace('"4"', '"5"') })
  t.match(await build(), { stdout: /catalogue built/ })
  await writeFiles(contentDir, { 'icons/synonyms.json': '{"groups": [["circle", "disc"]]}' })
  t.match(await build(), { stdout: /catalogue built/ })
})

t.test('a catalogue with any damaged file is told of and built again', async (t) => {
  const { build, dataDir, folder, names } = await smallCatalogue(t)
  await build()
  const path = join(folder, names()[0] ?? '')
  for (const file of readdirSync(path)) {
    for (const damage of [turnBit, cutShort]) {
      const copy = join(await temporaryFolder(t), 'copy')
      cpSync(path, copy, { recursive: true })
      t.doesNotThrow(() => readCatalogueFolder(copy).descriptors.forEach((fd) => closeSync(fd)))
      damage(join(copy, file))
      t.throws(() => readCatalogueFolder(copy), `${file} ${damage.name}`)
    }
  }
  turnBit(join(path, 'assets.data'))
  t.match(await build(), { status: 0, stdout: /catalogue built/, stderr: /cannot be used/ })
  t.equal(openBuilt(t, dataDir).catalogue.icons.length, 2)
})

t.test('a catalogue that the build made elsewhere is copied', async (t) => {
  const { contentDir, dataDir, folder, names } = await smallCatalogue(t)
  await buildCatalogue(contentDir, dataDir, FROM_SOURCE)
  const [name = ''] = names()
  const other = await temporaryFolder(t)
  const earlier = ['a', 'b', 'c'].map((digit) => digit.repeat(64))
  for (const [at, left] of [...earlier, `${name}.tmp-000000000000`].entries()) {
    mkdirSync(join(other, 'catalogues', left), { recursive: true })
    utimesSync(join(other, 'catalogues', left), at, at)
  }
  const events = { progress: () => undefined, log: () => undefined, faults: () => undefined }
  const { descriptors, outcome } = await openCatalogue({ contentDir, dataDir: other }, events, folder)
  descriptors.forEach((fd) => closeSync(fd))
  t.equal(outcome, 'loaded')
  t.equal(openBuilt(t, other).catalogue.icons.length, 2)
  t.strictSame(
    readFileSync(join(other, 'catalogues', name, 'assets.data')),
    readFileSync(join(folder, name, 'assets.data')),
  )
  t.strictSame(
    readdirSync(join(other, 'catalogues')).toSorted(),
    [name, 'c'.repeat(64)].toSorted(),
    'two stay, and nothing unfinished',
  )
})

t.test('two catalogues and nothing unfinished stay on disk, of them the one used last', async (t) => {
  const { build, contentDir, folder, names } = await smallCatalogue(t)
  mkdirSync(join(folder, `${'0'.repeat(64)}.tmp-crashed`), { recursive: true })
  await build()
  const [first = ''] = names()
  const radius = (of: number): Promise<void> =>
    writeFiles(contentDir, { 'icons/own/circle.svg': CIRCLE_SVG.replace('"4"', `"${of}"`) })
  await radius(5)
  await build()
  await radius(4)
  t.match(await build(), { stdout: /is up to date/ })
  await radius(6)
  await build()
  t.equal(names().length, 2)
  t.ok(names().includes(first))
})

t.test('who has lost the lock while building removes nothing', async (t) => {
  const { contentDir, dataDir, folder, names } = await smallCatalogue(t)
  const others = ['a', 'b', 'c'].map((digit) => digit.repeat(64)).concat(`${'d'.repeat(64)}.tmp-successor`)
  for (const other of others) mkdirSync(join(folder, other), { recursive: true })
  const progress = (): void => writeFileSync(join(folder, 'lock'), 'of its successor')
  const events = { progress, log: () => undefined, faults: () => undefined }
  const { descriptors, outcome } = await openCatalogue({ contentDir, dataDir }, events, join(dataDir, 'none'))
  descriptors.forEach((fd) => closeSync(fd))
  t.equal(outcome, 'built')
  t.strictSame(
    others.filter((other) => !names().includes(other)),
    [],
  )
  t.ok(names().includes('lock'))
})

t.test('processes that start at once build once: the others wait and load', async (t) => {
  const { build, names } = await smallCatalogue(t)
  const outputs = (await Promise.all([build(), build(), build()])).map(({ stdout }) => stdout)
  t.equal(outputs.filter((stdout) => stdout.includes('built')).length, 1)
  t.equal(outputs.filter((stdout) => stdout.includes('is up to date')).length, 2)
  t.equal(names().length, 1, 'and the lock is released')
})

t.test('where DATA_DIR cannot be written, the catalogue is built and kept in memory', async (t) => {
  const { contentDir, dataDir } = await smallCatalogue(t)
  const file = join(dataDir, 'file')
  writeFileSync(file, '')
  t.match(await buildCatalogue(contentDir, file), { status: 0, stdout: /2 icons/, stderr: /serving it from memory/ })
})

t.test('sources that cannot be used stop the build with a message for the operator', async (t) => {
  const { build, contentDir, folder } = await smallCatalogue(t)
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
