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
function pretendFree(t: Test): (mib: number) => void {
  const { statfsSync } = fs
  let free = 1024
  fs.statfsSync = ((path: string) => ({ ...statfsSync(path), bsize: MIB, bavail: free })) as typeof statfsSync
  syncBuiltinESMExports()
  t.teardown(() => {
    fs.statfsSync = statfsSync
    syncBuiltinESMExports()
  })
  return (mib) => (free = mib)
}

async function ask(engine: Engine, statement: string): Promise<string> {
  return Buffer.from(await engine.execute(queryMessage(statement))).toString('latin1')
}

t.test('while the disk is nearly full, reading goes on and changes are refused, until there is room', async (t) => {
  const setFree = pretendFree(t)
  const reasons: (string | null)[] = []
  const folder = join(await embeddedFolder(t), 'database')
  const engine = await openEngine(folder, { onReadOnly: (reason) => reasons.push(reason) })
  t.teardown(() => engine.close())
  await ask(engine, 'create table a (n integer)')
  await ask(engine, 'begin')
  await ask(engine, 'insert into a values (1)')
  setFree(20)
  t.match(await ask(engine, 'insert into a values (2)'), /INSERT/, 'what has begun may end')
  t.match(await ask(engine, 'commit'), /COMMIT/)
  t.match(await ask(engine, 'insert into a values (3)'), /C25006/)
  t.match(await ask(engine, 'select count(*) from a'), /SELECT 1/)
  await ask(engine, 'begin')
  t.match(await ask(engine, 'insert into a values (4)'), /C25006/, 'in a transaction too')
  await ask(engine, 'rollback')
  t.equal(await engine.maintain(), false)
  setFree(500)
  t.match(await ask(engine, 'insert into a values (5)'), /INSERT/)
  t.match(reasons, [/has 20 MiB free, and the embedded database needs 32$/, null], 'told once, each way')
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
  t.match(await ask(engine, 'insert into a values (2)'), /INSERT/)
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
  t.match(await ask(engine, 'insert into a values (1)'), /INSERT/)
  disk.fill()
  t.match(await ask(engine, 'insert into a values (2)'), /C25006/)
  await engine.maintain()
  t.match(await ask(engine, 'select n from a'), /SELECT 1/)
  disk.free()
  t.match(await ask(engine, 'insert into a values (3)'), /INSERT/)
  disk.fill()
  await engine.close()
  disk.free()
  const again = await openEngine(folder)
  t.match(await ask(again, 'select n from a order by n'), /SELECT 2/)
  await again.close()
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
