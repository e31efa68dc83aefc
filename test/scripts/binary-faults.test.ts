import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { binaryFaults, installedBinaries, type Checksums } from '../../scripts/binary-faults.ts'
import { temporaryFolder, writeFiles } from '../support/content-tree.ts'

const PACKAGES = {
  '': {},
  'node_modules/a': { version: '1.0.0' },
  'node_modules/a/node_modules/@b/c': { version: '2.0.0' },
  'node_modules/dev': { version: '3.0.0', dev: true },
  'node_modules/absent': { version: '4.0.0' },
}

t.test('a binary that was changed, or that nobody has entered, is told', async (t) => {
  const root = await temporaryFolder(t)
  await writeFiles(join(root, 'node_modules'), {
    'a/lib/one.node': 'one',
    'a/lib/text.js': 'text',
    'a/lib/library.so.8.18.7': 'library',
    'a/lib/library.so.js': 'text',
    'a/node_modules/@b/c/two.wasm': 'two',
    'dev/tool.node': 'tool',
  })
  const known = installedBinaries(root, PACKAGES)
  t.strictSame(Object.keys(known).toSorted(), [
    '@b/c@2.0.0/two.wasm',
    'a@1.0.0/lib/library.so.8.18.7',
    'a@1.0.0/lib/one.node',
  ])
  t.strictSame(binaryFaults(known, known), [])
  await appendFile(join(root, 'node_modules/a/lib/one.node'), '!')
  await writeFiles(join(root, 'node_modules'), { 'a/three.node': 'three' })
  t.match([...binaryFaults(installedBinaries(root, PACKAGES), known)].toSorted(), [
    /^a@1.0.0\/lib\/one.node is another than in the table/,
    'a@1.0.0/three.node is not in the table',
  ])
})

t.test('the table has every binary that the service loads here', async (t) => {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as { packages: typeof PACKAGES }
  const known = JSON.parse(await readFile('scripts/binaries.json', 'utf8')) as Checksums
  const installed = installedBinaries('.', packages)
  t.ok(Object.keys(installed).some((file) => /^@uwsjs\/.+\.node$/.test(file)))
  t.ok(Object.keys(installed).some((file) => /^@node-rs\/argon2-.+\.node$/.test(file)))
  t.strictSame(binaryFaults(installed, known), [])
})
