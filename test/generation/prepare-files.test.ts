import { closeSync, existsSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { fileAddress } from '../../src/docs/files/file-address.ts'
import { fileHash } from '../../src/docs/files/serve-file.ts'
import { filePath } from '../../src/generation/disk/file-store.ts'
import { prepareDocs } from '../../src/generation/prepare-docs.ts'
import { hashesOf } from '../../src/generation/records/file-record.ts'
import { openFiles } from '../../src/pool/file-reader.ts'
import { png } from '../docs/files/sample-images.ts'
import { contentTree, temporaryFolder, writeFiles } from '../support/content-tree.ts'

async function start(t: Test) {
  const contentDir = await contentTree(t, { 'docs/en/index.md': '# Home\n\n![A](a.png)\n', 'docs/en/a.png': png(1, 1) })
  const dataDir = await temporaryFolder(t)
  const warnings: string[] = []
  async function prepare(from = contentDir) {
    const request = { contentDir: from, dataDir, siteUrl: 'http://docs.example', current: null }
    const prepared = await prepareDocs(request, {
      progress() {},
      faults() {},
      log: (level, message) => level === 'warn' && warnings.push(message),
    })
    if (prepared.outcome === 'unchanged') throw new Error('nothing was opened')
    const { opened, outcome } = prepared
    t.teardown(() => opened.descriptors.forEach((fd) => closeSync(fd)))
    return { outcome, generation: opened.docs }
  }
  const pathOf = (bytes: Buffer): string => filePath(join(dataDir, 'files'), fileHash(bytes))
  const isThere = (bytes: Buffer): boolean => existsSync(pathOf(bytes))
  return { contentDir, dataDir, prepare, pathOf, isThere, warnings }
}

t.test('files stay while one of the two newest generations names them, and a day longer', async (t) => {
  const { contentDir, isThere, pathOf, prepare } = await start(t)
  const first = await prepare()
  t.same(hashesOf(first.generation.files.records.table), [fileHash(png(1, 1))])
  await writeFiles(contentDir, { 'docs/en/a.png': png(2, 2) })
  t.equal((await prepare()).outcome, 'built', 'another image is another content')
  t.ok(isThere(png(1, 1)), 'the generation before is kept')
  t.ok(isThere(png(2, 2)))
  await writeFiles(contentDir, { 'docs/en/a.png': png(3, 3) })
  await prepare()
  t.ok(isThere(png(1, 1)))
  utimesSync(pathOf(png(1, 1)), 1, 1)
  await writeFiles(contentDir, { 'docs/en/b.md': '# B\n' })
  await prepare()
  t.notOk(isThere(png(1, 1)))
  t.ok(isThere(png(2, 2)))
  t.ok(isThere(png(3, 3)))
})

t.test('files stay for the last generation of other content, unless it is damaged', async (t) => {
  const { contentDir, dataDir, isThere, pathOf, prepare } = await start(t)
  await prepare(await contentTree(t, { 'docs/en/other.md': '# Other\n\n![A](a.png)\n', 'docs/en/a.png': png(1, 1) }))
  const build = async (side: number): Promise<void> => {
    await writeFiles(contentDir, { 'docs/en/a.png': png(side, side) })
    utimesSync(pathOf(png(1, 1)), 1, 1)
    await prepare()
  }
  for (let side = 2; side <= 4; side++) await build(side)
  t.ok(isThere(png(1, 1)))
  writeFileSync(join(dataDir, 'generations/1/files.table'), '')
  await build(5)
  t.notOk(isThere(png(1, 1)))
  t.ok(isThere(png(4, 4)))
})

t.test('a process reads the files of its generation after another has built three more', async (t) => {
  const { contentDir, pathOf, prepare } = await start(t)
  const { generation } = await prepare()
  // It was built long ago.
  utimesSync(pathOf(png(1, 1)), 1, 1)
  for (let side = 2; side <= 4; side++) {
    await writeFiles(contentDir, { 'docs/en/a.png': png(side, side) })
    t.equal((await prepare()).outcome, 'built')
  }
  const found = openFiles(generation.files).find(fileAddress(fileHash(png(1, 1)), 'a.png'))
  t.same(await found?.read(), png(1, 1))
})

t.test('a generation whose files are damaged or missing is built again', async (t) => {
  const { dataDir, isThere, prepare, warnings } = await start(t)
  await prepare()
  t.equal((await prepare()).outcome, 'loaded')
  const path = filePath(join(dataDir, 'files'), fileHash(png(1, 1)))
  const harm: readonly (readonly [string, () => void])[] = [
    ['damaged', () => writeFileSync(path, png(9, 9))],
    ['shorter', () => writeFileSync(path, '')],
    ['missing', () => rmSync(path)],
  ]
  for (const [what, act] of harm) {
    act()
    t.equal((await prepare()).outcome, 'built', what)
    t.ok(isThere(png(1, 1)))
    t.equal((await prepare()).outcome, 'loaded', 'whole again')
  }
  t.equal(warnings.length, harm.length)
})

t.test('where the file store cannot be written, a generation holds its files itself', async (t) => {
  const { dataDir, prepare } = await start(t)
  writeFileSync(join(dataDir, 'files'), 'this is no folder')
  const { generation } = await prepare()
  t.same(hashesOf(generation.files.records.table), [fileHash(png(1, 1))])
  t.equal((await prepare()).outcome, 'loaded', 'its bytes are in its own folder')
})
