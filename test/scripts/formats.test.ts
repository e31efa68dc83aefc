// docs/formats.md: what a newer version has written is refused in words, and never read as something else.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { readDays } from '../../src/analytics/day-files.ts'
import { reindex } from '../../src/commands/reindex.ts'
import { unpackIndex, FORMAT_VERSION } from '../../src/engine/index/layout.ts'
import { readPointer } from '../../src/generation/artefact/layout.ts'
import { readCatalogueFolder } from '../../src/generation/disk/catalogue-folder.ts'
import { readLastIcons, writeLastIcons } from '../../src/generation/disk/last-icons.ts'
import { readManifest } from '../../src/generation/disk/manifest.ts'
import { readSealedJson, sealJson } from '../../src/generation/disk/sealed-json.ts'
import { openRecordTable, writeRecordTable } from '../../src/generation/records/record-table.ts'
import { RunFile, runningProcesses } from '../../src/generation/run-file.ts'
import { createStateCodec } from '../../src/mcp/calls/state.ts'
import { askService } from '../../src/process/control/ask-service.ts'
import { readMessage } from '../../src/process/control/control-message.ts'
import { startControl } from '../../src/process/control/control-server.ts'
import { socketPath } from '../../src/process/control/socket-path.ts'
import { createLog } from '../../src/shared/log.ts'
import { openEngine } from '../../src/store/embedded/engine.ts'
import { readValue } from '../../src/store/redis/redis-value.ts'
import { smallCatalogue } from '../support/small-catalogue.ts'
import { temporaryFolder } from '../support/content-tree.ts'

t.test('each number in the table is that of the code', (t) => {
  const rows = readFileSync('docs/formats.md', 'utf8')
    .split('\n')
    .filter((line) => /\| `src\//.test(line))
  for (const row of rows) {
    const [format = '', number = '', file = ''] = row
      .split('|')
      .slice(1)
      .map((cell) => cell.trim())
    const path = file.slice(1, -1)
    if (!path.endsWith('.ts')) continue
    const source = readFileSync(path, 'utf8')
    for (const [, wanted = ''] of number.matchAll(/`([^`]+)`/g))
      t.ok(source.includes(wanted), `${format}: ${wanted} stands in ${path}`)
  }
  t.ok(rows.length > 30)
  t.end()
})

t.test('files of generations and catalogues', async (t) => {
  const folder = await temporaryFolder(t)
  writeFileSync(join(folder, 'manifest.json'), sealJson({ format: '99.0.0', files: {} }))
  t.throws(() => readManifest(folder), /its format is 99\.0\.0, not \d+\.\d+\.\d+/)

  const { build, dataDir } = await smallCatalogue(t)
  await build()
  const name = readdirSync(join(dataDir, 'catalogues')).find((each) => each.length === 64)!
  const manifest = join(dataDir, 'catalogues', name, 'manifest.json')
  writeFileSync(manifest, sealJson({ ...(readSealedJson(manifest) as object), format: 99 }))
  t.throws(() => readCatalogueFolder(join(manifest, '..')), /its format is 99, not \d/)

  writeLastIcons(folder, '/content', { catalogue: 'a', guides: [] })
  t.strictSame(readLastIcons(folder, '/content'), { catalogue: 'a', guides: [] })
  const last = join(folder, readdirSync(folder).find((each) => each.startsWith('last-')) ?? '')
  writeFileSync(last, sealJson({ catalogue: 'a', siteUrl: 'http://localhost', guides: [] }))
  t.match(readLastIcons(folder, '/content'), { catalogue: 'a' }, 'versions before 0.9.0 wrote no number')
  writeFileSync(last, sealJson({ format: 2, guides: {} }))
  t.throws(() => readLastIcons(folder, '/content'), /its format is 2, not 1/)

  const table = writeRecordTable([{ key: Buffer.from('a'), metaBytes: 1, bodyBytes: 1 }])
  new Uint32Array(table, 0, 4)[1]! += 1
  t.throws(() => openRecordTable(table), /not a record table of this version/)

  // The magic number stands first, and is the same in all formats.
  const [magic] = /MAGIC = (0x[0-9a-f]+)/.exec(readFileSync('src/engine/index/layout.ts', 'utf8'))!.slice(1)
  const index = new SharedArrayBuffer(64)
  new Uint32Array(index).set([Number(magic), FORMAT_VERSION + 1])
  t.throws(() => unpackIndex(index), new RegExp(`search index of format ${FORMAT_VERSION + 1}, this version reads`))
})

t.test('the pointer of an artefact', (t) => {
  const text = JSON.stringify({ format: 2, sites: {} })
  t.throws(() => readPointer(text), /current\.json has format 2, and this Signpost reads 1: update Signpost/)
  t.end()
})

t.test('the embedded database', async (t) => {
  const folder = join(await temporaryFolder(t), 'database')
  mkdirSync(join(folder, 'global'), { recursive: true })
  writeFileSync(join(folder, 'PG_VERSION'), '19\n')
  await t.rejects(openEngine(folder), /was written by PostgreSQL 19, and this version of Signpost has PostgreSQL 18/)
  t.strictSame(readdirSync(folder).toSorted(), ['PG_VERSION', 'global'], 'nothing was written')
})

t.test('counts of searches', async (t) => {
  const dataDir = await temporaryFolder(t)
  mkdirSync(join(dataDir, 'analytics'))
  const name = '2026-11-29.00000000.json'
  writeFileSync(join(dataDir, 'analytics', name), JSON.stringify({ version: 2, day: '2026-11-29' }))
  const faults: string[] = []
  t.strictSame(
    readDays(dataDir, 1, Date.UTC(2026, 10, 29), (file) => faults.push(file)),
    [],
  )
  t.strictSame(faults, [name], 'it is named')
  t.strictSame(readdirSync(join(dataDir, 'analytics')), [name], 'and stays')
})

t.test('the state of a process', async (t) => {
  const dataDir = await temporaryFolder(t)
  new RunFile(dataDir, 'http://localhost').write()
  const [name = ''] = readdirSync(join(dataDir, 'run'))
  const file = join(dataDir, 'run', name)
  t.match(runningProcesses(dataDir), [{ format: 1, pid: process.pid }])
  writeFileSync(file, JSON.stringify({ format: 2, processes: [process.pid] }))
  const newer = /-\d+\.json has format 2, of a newer version of Signpost: use the commands of that version/
  t.strictSame(runningProcesses(dataDir), [], 'a process does not count it')
  const given = { env: { DATA_DIR: dataDir, CONTENT_DIR: dataDir }, options: {}, words: [], misspelt: [], warnings: [] }
  await t.rejects(reindex(given as never), newer)
  await t.rejects(askService(dataDir, 'echo', 1), newer)
  t.strictSame(readdirSync(join(dataDir, 'run')), [name], 'the file stays')
})

t.test('local control', async (t) => {
  const dataDir = await temporaryFolder(t)
  const operated: unknown[] = []
  const control = startControl({ dataDir, log: createLog({ level: 'silent', bindings: {} }) }, async (operation) =>
    operated.push(operation),
  )
  t.teardown(() => control.close())
  for (const request of [
    { version: 2, operation: 'echo', input: 1 },
    { version: 2, wants: ['echo'] },
  ]) {
    const socket = connect(socketPath(dataDir, process.pid))
    await once(socket, 'connect')
    socket.write(`${JSON.stringify(request)}\n`)
    const answer = JSON.parse(await readMessage(socket)) as object
    t.match(answer, { outcome: 'refused', reason: /this process understands version 1 of requests/ })
    socket.destroy()
  }
  t.strictSame(operated, [])
})

t.test('values in Redis', (t) => {
  t.strictSame(readValue('{"userId":"usr_1"}'), { userId: 'usr_1' }, 'versions before 0.9.0 wrote no number')
  t.equal(readValue('"ended"'), 'ended')
  t.throws(() => readValue('{"format":2,"userId":"usr_1"}'), {
    name: 'Unavailable',
    message: 'Redis has a value of format 2, of a newer version of Signpost',
  })
  t.end()
})

t.test('states that travel through clients', (t) => {
  const codec = createStateCodec({ key: new Uint8Array(32), endpoint: 'test', now: () => 0 })
  const scope = { subject: null, method: 'tools/call', name: 'a' }
  const signed = codec.sign('state', scope)
  t.strictSame(codec.verify(signed, scope), { state: 'state' })
  t.equal(codec.verify(signed.replace('v1.', 'v2.'), scope), null)
  t.end()
})
