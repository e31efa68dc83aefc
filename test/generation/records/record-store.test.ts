import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { packRecords, type NewRecord } from '../../../src/generation/records/pack-records.ts'
import { openRecordStore, type RecordStoreParts } from '../../../src/generation/records/record-store.ts'
import { temporaryFolder } from '../../support/content-tree.ts'

const KEYS = ['', 'a', 'a/b', 'ab', 'Ä', '한국어/시작', '中文', 'z\u{1F600}', 'z\uFFFD', 'with space', '%41', '(*:)']
const records: NewRecord[] = KEYS.map((key) => ({
  key,
  meta: JSON.stringify({ key }),
  body: `body of ${key} 中文 ${'x'.repeat(key.length * 300_000)}`,
}))

function store(parts: RecordStoreParts) {
  const opened = openRecordStore(parts)
  return async (key: string) => {
    const index = opened.find(key)
    if (index === -1) return null
    const { meta, body } = await opened.read(index)
    t.equal(await opened.readMeta(index), meta)
    const { meta: metaAgain, body: bodyAgain } = opened.readSync(index)
    t.equal(metaAgain, meta)
    t.strictSame(bodyAgain, body)
    return { key: (JSON.parse(meta) as { key: string }).key, body: Buffer.from(body).toString() }
  }
}

t.test('every record is found by its own key, from a file and from memory', async (t) => {
  const packed = packRecords(records)
  const bytes = Buffer.concat(Array.from(packed.chunks(), (chunk) => Buffer.from(chunk)))
  t.equal(bytes.length, packed.byteLength)
  const buffer = new SharedArrayBuffer(bytes.length)
  new Uint8Array(buffer).set(bytes)
  const file = join(await temporaryFolder(t), 'data')
  writeFileSync(file, bytes)
  const fd = openSync(file, 'r')
  t.teardown(() => closeSync(fd))
  for (const data of [{ fd }, { buffer }]) {
    const read = store({ table: packed.table, data })
    for (const { key, body } of records) t.strictSame(await read(key), { key, body })
    for (const missing of ['b', 'a/', 'A', '한국어', '\uFFFF']) t.equal(await read(missing), null, missing)
  }
})

t.test('a data file that is shorter than its table says is an error, not half a page', async (t) => {
  const packed = packRecords([{ key: 'a', meta: '{}', body: 'the whole body' }])
  const file = join(await temporaryFolder(t), 'data')
  writeFileSync(file, '{}the')
  const fd = openSync(file, 'r')
  t.teardown(() => closeSync(fd))
  const opened = openRecordStore({ table: packed.table, data: { fd } })
  await t.rejects(opened.read(0), /shorter/)
  t.throws(() => opened.readSync(0), /shorter/)
})

t.test('an empty store finds nothing', (t) => {
  const packed = packRecords([])
  t.equal(openRecordStore({ table: packed.table, data: { buffer: new SharedArrayBuffer(0) } }).find(''), -1)
  t.end()
})

t.test('other bytes are not taken for a table', (t) => {
  const data = { buffer: new SharedArrayBuffer(0) }
  t.throws(() => openRecordStore({ table: new SharedArrayBuffer(3), data }), /table/)
  t.throws(() => openRecordStore({ table: new SharedArrayBuffer(64), data }), /table/)
  t.end()
})
