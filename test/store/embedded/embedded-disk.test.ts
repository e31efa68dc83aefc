import fs from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { EngineDead, openEngine, type Engine } from '../../../src/store/embedded/engine.ts'
import { queryMessage } from '../../../src/store/embedded/wire.ts'
import { temporaryFolder } from '../../support/content-tree.ts'
import { findMountFault, smallDisk } from '../../support/small-disk.ts'
import { embeddedFolder } from '../../support/start-embedded.ts'

const REAL_DISK = { skip: findMountFault() }
const MIB = 1024 * 1024

/** Makes the system report this amount of free space. */
function pretendFree(t: Test): (mib: number | (() => number)) => void {
  const { statfsSync } = fs
  let free: number | (() => number) = 1024
  fs.statfsSync = ((path: string) => {
    const bavail = typeof free === 'number' ? free : free()
    return { ...statfsSync(path), bsize: MIB, bavail }
  }) as typeof statfsSync
  syncBuiltinESMExports()
  t.teardown(() => {
    fs.statfsSync = statfsSync
    syncBuiltinESMExports()
  })
  return (mib) => (free = mib)
}

/** Size of the write-ahead log on disk. */
function logMib(folder: string): number {
  return fs.readdirSync(join(folder, 'pg_wal')).filter((name) => name.length === 24).length * 16
}

/** A statement that writes 16 MiB of log, and nothing else. */
const WRITE_LOG = `select length(pg_logical_emit_message(true, 'test', repeat('x', ${16 * MIB}))::text)`

async function ask(engine: Engine, statement: string): Promise<string> {
  return Buffer.from(await engine.execute(queryMessage(statement))).toString('latin1')
}

/** Opens a database with one table. `reasons` are those that it tells for being read-only, and null when it is so no more. */
async function openTable(t: Test) {
  const setFree = pretendFree(t)
  const reasons: (string | null)[] = []
  const folder = join(await embeddedFolder(t), 'database')
  const engine = await openEngine(folder, { onReadOnly: (reason) => reasons.push(reason) })
  t.teardown(() => engine.close())
  await ask(engine, 'create table a (n integer)')
  return { engine, folder, reasons, setFree }
}

t.test('while the disk is nearly full, reading goes on and changes are refused, until there is room', async (t) => {
  const { engine, reasons, setFree } = await openTable(t)
  await ask(engine, 'begin')
  await ask(engine, 'insert into a values (1)')
  setFree(20)
  t.match(await ask(engine, 'insert into a values (2)'), /INSERT 0 1/, 'what has begun may end')
  t.match(await ask(engine, 'commit'), /COMMIT/)
  t.match(await ask(engine, 'insert into a values (3)'), /C25006/)
  t.match(await ask(engine, 'select count(*) from a'), /SELECT 1/)
  await ask(engine, 'begin')
  t.match(await ask(engine, 'insert into a values (4)'), /C25006/, 'in a transaction too')
  await ask(engine, 'rollback')
  t.equal(await engine.maintain(), false)
  setFree(500)
  t.match(await ask(engine, 'insert into a values (5)'), /INSERT 0 1/)
  t.match(reasons, [/has 20 MiB free, and the embedded database needs 32$/, null], 'told once, each way')
})

t.test('a disk that only the log of the database has filled gets its space back, and changes go on', async (t) => {
  const { engine, folder, reasons, setFree } = await openTable(t)
  setFree(() => 128 - logMib(folder))
  for (let round = 0; round < 9; round++) await ask(engine, WRITE_LOG)
  t.match(await ask(engine, 'insert into a values (1)'), /INSERT 0 1/)
  t.ok(logMib(folder) <= 112, `${logMib(folder)} MiB of log`)
  t.strictSame(reasons, [])
})

t.test('a database that other files have made read-only frees its log as soon as there is room to do so', async (t) => {
  const { engine, folder, setFree } = await openTable(t)
  for (let round = 0; round < 9; round++) await ask(engine, WRITE_LOG)
  const before = logMib(folder)
  setFree(() => 1)
  t.match(await ask(engine, 'insert into a values (1)'), /C25006/)
  await engine.maintain()
  t.equal(logMib(folder), before, 'a checkpoint needs some room itself')
  setFree(() => 10 + before - logMib(folder))
  await engine.maintain()
  t.ok(logMib(folder) < before, `${before} MiB of log before, ${logMib(folder)} after`)
  t.match(await ask(engine, 'insert into a values (1)'), /INSERT 0 1/)
})

t.test('the log of one long transaction is freed between its statements', async (t) => {
  const { engine, folder, setFree } = await openTable(t)
  setFree(() => 128 - logMib(folder))
  await ask(engine, 'begin')
  for (let round = 0; round < 9; round++) await ask(engine, WRITE_LOG)
  t.ok(logMib(folder) <= 112, `${logMib(folder)} MiB of log`)
  t.match(await ask(engine, 'insert into b values (1)'), /C42P01/)
  t.match(await ask(engine, 'insert into a values (1)'), /C25P02/, 'a failed transaction is left to end')
  await ask(engine, 'rollback')
  t.match(await ask(engine, 'select n from a'), /SELECT 0/)
})

t.test('a disk that has become read-only is told like one that is full', async (t) => {
  const { accessSync } = fs
  const reasons: (string | null)[] = []
  const folder = join(await embeddedFolder(t), 'database')
  const engine = await openEngine(folder, { onReadOnly: (reason) => reasons.push(reason) })
  t.teardown(() => engine.close())
  await ask(engine, 'create table a (n integer)')
  fs.accessSync = () => {
    throw new Error('EROFS: read-only file system')
  }
  syncBuiltinESMExports()
  const refused = ask(engine, 'insert into a values (1)')
  fs.accessSync = accessSync
  syncBuiltinESMExports()
  t.match(await refused, /C25006/)
  t.match(await ask(engine, 'insert into a values (2)'), /INSERT 0 1/)
  t.match(reasons, [/cannot be written: EROFS/, null])
})

t.test('a database is not begun without room for it, and the message says how much there is', async (t) => {
  const setFree = pretendFree(t)
  const folder = join(await temporaryFolder(t), 'new', 'database')
  setFree(50)
  await t.rejects(openEngine(folder), /new has 50 MiB free, and the embedded database needs 72$/)
  t.notOk(fs.existsSync(`${folder}.new`))
})

t.test('a disk that fills up for a while loses nothing that was acknowledged', REAL_DISK, async (t) => {
  const disk = await smallDisk(t, 220)
  const folder = join(disk.folder, 'database')
  fs.cpSync(join(await embeddedFolder(t), 'database'), folder, { recursive: true })
  const engine = await openEngine(folder)
  await ask(engine, 'create table a (n integer)')
  t.match(await ask(engine, 'insert into a values (1)'), /INSERT 0 1/)
  disk.fill()
  t.match(await ask(engine, 'insert into a values (2)'), /C25006/)
  await engine.maintain()
  t.match(await ask(engine, 'select n from a'), /SELECT 1/)
  disk.free()
  t.match(await ask(engine, 'insert into a values (3)'), /INSERT 0 1/)
  disk.fill()
  await engine.close()
  disk.free()
  const again = await openEngine(folder)
  t.match(await ask(again, 'select n from a order by n'), /SELECT 2/)
  await again.close()
})

/** Opens a database whose next checkpoint needs 16 MiB for another file of the log, and fails with less. */
async function openCrowded(t: Test) {
  const disk = await smallDisk(t, 220)
  const folder = join(disk.folder, 'database')
  fs.cpSync(join(await embeddedFolder(t), 'database'), folder, { recursive: true })
  const engine = await openEngine(folder)
  await ask(engine, 'create table a (n integer)')
  await ask(engine, 'select pg_switch_wal()')
  await ask(engine, 'checkpoint')
  // A checkpoint makes the next file once three quarters of one are written. The spare files are gone here.
  await ask(engine, `select length(pg_logical_emit_message(true, 'test', repeat('x', ${13 * MIB}))::text)`)
  const [current = '', ...spare] = fs.readdirSync(join(folder, 'pg_wal')).filter((name) => name.length === 24)
  for (const name of spare) fs.rmSync(join(folder, 'pg_wal', name))
  t.ok(current)
  return { disk, engine }
}

t.test('a checkpoint that has no room for the next file of the log refuses changes alone', REAL_DISK, async (t) => {
  const { disk, engine } = await openCrowded(t)
  disk.fill(10)
  t.match(await ask(engine, 'insert into a values (1)'), /C25006/)
  disk.free()
  t.match(await ask(engine, 'insert into a values (2)'), /INSERT 0 1/)
  await engine.close()
})

t.test('a checkpoint that fails within a transaction loses nothing of it', REAL_DISK, async (t) => {
  const { disk, engine } = await openCrowded(t)
  await ask(engine, 'begin')
  await ask(engine, 'insert into a values (1)')
  disk.fill(10)
  t.match(await ask(engine, 'insert into a values (2)'), /INSERT 0 1/)
  t.match(await ask(engine, 'commit'), /COMMIT/)
  t.match(await ask(engine, 'select n from a'), /SELECT 2/)
  disk.free()
  await engine.close()
})

t.test('PostgreSQL that gives up ends its thread, rather than answer nothing for ever', REAL_DISK, async (t) => {
  const disk = await smallDisk(t, 220)
  pretendFree(t)
  const folder = join(disk.folder, 'database')
  await mkdir(folder)
  fs.cpSync(join(await embeddedFolder(t), 'database'), folder, { recursive: true })
  const engine = await openEngine(folder)
  await ask(engine, 'create table a (n integer)')
  disk.fill()
  await t.rejects(ask(engine, 'checkpoint'), EngineDead)
  disk.free()
  const again = await openEngine(folder)
  t.match(await ask(again, 'select n from a'), /SELECT 0/, 'the next start recovers')
  await again.close()
})
