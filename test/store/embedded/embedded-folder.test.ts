import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { openEmbedded, startEmbeddedDatabase } from '../../../src/store/embedded/embedded-database.ts'
import { standStill } from '../../support/stand-still.ts'
import { EMBEDDED_WORKER } from '../../support/start-embedded.ts'

const DYING = fileURLToPath(new URL('../../support/dying-embedded-worker.mjs', import.meta.url))
const ANSWERING = fileURLToPath(new URL('../../support/answering-embedded-worker.mjs', import.meta.url))

function start(dataDir: string) {
  return startEmbeddedDatabase({ dataDir, onDeath: () => {}, workerFile: EMBEDDED_WORKER })
}

t.test('a start that was broken off while the database was made is made good by the next', async (t) => {
  const folder = t.testdir({ 'database.new': { PG_VERSION: '18\n', base: {} } })
  const embedded = await start(folder)
  const database = openEmbedded(embedded.connect())
  t.equal(await database.ping(), 'reachable')
  await database.close()
  await embedded.close()
  t.notOk(existsSync(join(folder, 'database.new')))
  t.ok(existsSync(join(folder, 'database', 'PG_VERSION')))
})

t.test('a folder that holds something else is left alone, with a reason', async (t) => {
  const folder = t.testdir({ database: { 'letter.txt': 'dear' } })
  await t.rejects(start(folder), { message: /is not an embedded database/ })
  writeFileSync(join(folder, 'database', 'PG_VERSION'), '17\n')
  await t.rejects(start(folder), { message: /was written by PostgreSQL 17/ })
  t.notOk(existsSync(join(folder, 'database.lock')))
  mkdirSync(join(folder, 'deep'))
  writeFileSync(join(folder, 'deep', 'database'), '')
  await t.rejects(start(join(folder, 'deep')))
})

t.test('a thread that breaks is told of once, with its reason, and leaves the folder to the next', async (t) => {
  const folder = t.testdir({})
  const reasons: string[] = []
  const died = new Promise<void>((resolve) => {
    const onDeath = (reason: string): void => {
      reasons.push(reason)
      resolve()
    }
    void startEmbeddedDatabase({ dataDir: folder, onDeath, workerFile: DYING }).then(async (dying) => {
      const database = openEmbedded(dying.connect())
      t.teardown(() => database.close())
      t.equal(await database.ping(), 'unreachable')
      await died
      await dying.close()
    })
  })
  await died
  t.match(reasons, [/the engine broke/])
  const embedded = await start(folder)
  await embedded.close()
  t.equal(reasons.length, 1)
})

/** Starts a thread that answers pings at most. */
function startStandIn(dataDir: string, workerFile: string, onDeath: (reason: string) => void) {
  return startEmbeddedDatabase({ dataDir, onDeath, workerFile, pingIntervalMs: 150 })
}

t.test('a thread that answers no pings is ended, and one whose process stood still is not', async (t) => {
  const reasons: string[] = []
  const onDeath = (reason: string): void => void reasons.push(reason)
  const answering = await startStandIn(t.testdir({}), ANSWERING, onDeath)
  await sleep(200)
  standStill(2000)
  await sleep(500)
  t.strictSame(reasons, [])
  await answering.close()
  await startStandIn(t.testdir({}), DYING, onDeath)
  while (reasons.length === 0) await sleep(5)
  t.strictSame(reasons, ['it did not answer for 1.8 s'])
})

t.test('the database is ended when another process has taken its folder', async (t) => {
  const folder = t.testdir({})
  const reason = new Promise<string>((resolve) => void startStandIn(folder, ANSWERING, resolve))
  const lock = join(folder, 'database.lock')
  while (!existsSync(lock)) await sleep(5)
  writeFileSync(lock, '{"place":"elsewhere","pid":1}')
  t.match(await reason, /another one has taken the folder/)
  t.ok(existsSync(lock))
})
