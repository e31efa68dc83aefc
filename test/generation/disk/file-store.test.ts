import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { fileHash, type ServedFile } from '../../../src/docs/files/serve-file.ts'
import { checkFile, filePath, openFileStore } from '../../../src/generation/disk/file-store.ts'
import { temporaryFolder } from '../../support/content-tree.ts'

function served(text: string): { file: ServedFile; bytes: Buffer } {
  const bytes = Buffer.from(text)
  return { file: { hash: fileHash(bytes), sizeBytes: bytes.length, width: null, height: null }, bytes }
}

t.test('a file is written once, and recalled by the next build while its source is the same', async (t) => {
  const folder = await temporaryFolder(t)
  const { bytes, file } = served('one')
  const first = openFileStore(folder)
  t.equal(first.recall('a 1'), null)
  t.ok(first.keep('a 1', file, bytes))
  const path = filePath(first.folder, file.hash)
  t.same(readFileSync(path), bytes)
  utimesSync(path, 1, 1)
  t.ok(first.keep('b 1', file, bytes), 'another source with the same bytes')
  t.equal(statSync(path).mtimeMs, 1000, 'is not written again')
  first.prune(new Set([file.hash]))

  const second = openFileStore(folder)
  t.same(second.recall('a 1'), file)
  t.equal(second.recall('a 2'), null, 'a source that has changed')
  t.equal(second.recall('__proto__'), null)
  rmSync(path)
  t.equal(second.recall('b 1'), null, 'its bytes are gone')
})

t.test('files that no generation has named for a day are removed, and leftovers of crashed writers', async (t) => {
  const store = openFileStore(await temporaryFolder(t))
  const [kept, old, recent] = [served('kept'), served('old'), served('recent')]
  for (const { bytes, file } of [kept, old, recent]) store.keep(file.hash, file, bytes)
  const path = ({ file }: typeof kept): string => filePath(store.folder, file.hash)
  const leftover = `${path(kept)}.tmp-123`
  writeFileSync(leftover, 'half')
  for (const each of [path(kept), path(old), leftover]) utimesSync(each, 1, 1)
  const aboutADayAgo = Date.now() / 1000 - 23.9 * 60 * 60
  utimesSync(path(recent), aboutADayAgo, aboutADayAgo)
  store.prune(new Set([kept.file.hash]))
  t.ok(existsSync(path(kept)))
  t.notOk(existsSync(path(old)))
  t.notOk(existsSync(leftover))
  t.ok(existsSync(path(recent)))
  store.prune(new Set())
  t.ok(existsSync(path(kept)), 'the day begins when it was named last')
})

t.test('damaged bytes are found out and removed, so that the next build writes them again', async (t) => {
  const store = openFileStore(await temporaryFolder(t))
  const { bytes, file } = served('whole')
  store.keep('a', file, bytes)
  t.doesNotThrow(() => checkFile(store.folder, file))
  writeFileSync(filePath(store.folder, file.hash), 'wh0le')
  t.throws(() => checkFile(store.folder, file), /is damaged/)
  t.notOk(existsSync(filePath(store.folder, file.hash)))
  t.throws(() => checkFile(store.folder, file), { code: 'ENOENT' })
})

t.test('where nothing can be written, bytes are held in memory up to a bound', async (t) => {
  const folder = await temporaryFolder(t)
  writeFileSync(join(folder, 'files'), 'this is no folder')
  const store = openFileStore(folder)
  const small = served('small')
  t.ok(store.keep('a', small.file, small.bytes))
  t.same(store.held(small.file.hash), small.bytes)
  const large = { ...small.file, hash: 'f'.repeat(32) }
  t.notOk(store.keep('b', large, Buffer.alloc(65 * 1_048_576)))
  t.equal(store.held(large.hash), null)
  store.prune(new Set())
})

t.test('a damaged list of sources is as good as none', async (t) => {
  const folder = await temporaryFolder(t)
  mkdirSync(join(folder, 'files'))
  writeFileSync(join(folder, 'files', 'known.json'), '{"code":"x","served":{}')
  const store = openFileStore(folder)
  t.equal(store.recall('a'), null)
  const { bytes, file } = served('one')
  store.keep('a', file, bytes)
  store.prune(new Set([file.hash]))
  t.same(openFileStore(folder).recall('a'), file)
  t.same(readdirSync(join(folder, 'files')).sort(), [file.hash.slice(0, 2), 'known.json'].sort())
})
