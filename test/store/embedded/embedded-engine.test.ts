import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import t from 'tap'
import { ENGINE_VERSION, openEngine } from '../../../src/store/embedded/engine.ts'
import { embeddedFolder } from '../../support/start-embedded.ts'

/** Encodes the query message of the wire protocol. */
function query(statement: string): Uint8Array {
  const text = Buffer.from(`${statement}\0`)
  const head = Buffer.from([0x51, 0, 0, 0, 0])
  head.writeInt32BE(text.length + 4, 1)
  return Buffer.concat([head, text])
}

t.test('each commit waits for the disk, and reading does not', async (t) => {
  const { fsyncSync } = fs
  let syncs = 0
  fs.fsyncSync = (fd) => {
    syncs += 1
    fsyncSync(fd)
  }
  syncBuiltinESMExports()
  t.teardown(() => {
    fs.fsyncSync = fsyncSync
    syncBuiltinESMExports()
  })
  const engine = await openEngine(join(await embeddedFolder(t), 'database'))
  t.teardown(() => engine.close())
  const ask = async (statement: string): Promise<string> =>
    Buffer.from(await engine.execute(query(statement))).toString('latin1')

  t.match(await ask('show fsync'), /on/)
  t.match(await ask('show synchronous_commit'), /on/)
  t.match(await ask('show full_page_writes'), /on/)
  t.ok((await ask('show server_version')).includes(`${ENGINE_VERSION}.`))
  await ask('create table a (n integer)')
  const before = syncs
  for (let n = 0; n < 10; n++) await ask(`insert into a values (${n})`)
  t.ok(syncs >= before + 10, `${syncs - before} for 10 commits`)
  const written = syncs
  for (let n = 0; n < 10; n++) await ask('select * from a')
  t.equal(syncs, written)
})

t.test('upkeep keeps the log short, however much is written', async (t) => {
  const folder = join(await embeddedFolder(t), 'database')
  const engine = await openEngine(folder)
  t.teardown(() => engine.close())
  const logMib = (): number => fs.readdirSync(join(folder, 'pg_wal')).filter((name) => name.length === 24).length * 16
  await engine.execute(query('create table a (text text)'))
  for (let round = 0; round < 10; round++) {
    await engine.execute(query(`insert into a select repeat('x', 1000) from generate_series(1, 15000)`))
    while (await engine.maintain());
  }
  t.ok(logMib() <= 128, `${logMib()} MiB after more than 150 MiB of writes`)
})
