import fs, { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { hostname } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { takeBuildLock } from '../../../src/generation/disk/build-lock.ts'
import { temporaryFolder } from '../../support/content-tree.ts'

/** A lock of a process on another machine. */
const FOREIGN = JSON.stringify({ hostname: `not-${hostname()}`, pid: 1, threadId: 0, startedAt: null, token: 'other' })

async function lockPath(t: Test): Promise<string> {
  return join(await temporaryFolder(t), 'lock')
}

/** Makes the clock show a later time until the test ends. */
function passTime(t: Test, ms: number): void {
  const { now } = Date
  Date.now = () => now() + ms
  t.teardown(() => (Date.now = now))
}

t.test('a holder that stood still leaves the lock to its successor', async (t) => {
  const path = await lockPath(t)
  const unwaited = (): void => void t.fail('it seems alive')
  const first = await takeBuildLock(path, unwaited)
  t.ok(first.isHeld())
  utimesSync(path, 1, 1)
  const second = await takeBuildLock(path, unwaited)
  t.notOk(first.isHeld())
  t.ok(second.isHeld())

  utimesSync(path, 2, 2)
  passTime(t, 2000)
  first.touch()
  t.equal(statSync(path).mtimeMs, 2000, 'which it does not keep alive')
  first.release()
  t.ok(existsSync(path), 'nor remove')
  second.touch()
  t.ok(statSync(path).mtimeMs > 2000)
  second.release()
  t.strictSame(readdirSync(join(path, '..')), [], 'nothing stays')
})

t.test('a stale lock that another process takes first is left to it', async (t) => {
  const path = await lockPath(t)
  writeFileSync(path, 'of a process that is gone')
  utimesSync(path, 1, 1)
  const { statSync: stat } = fs
  const restore = (): void => {
    Object.assign(fs, { statSync: stat })
    syncBuiltinESMExports()
  }
  t.teardown(restore)
  const statSlowly = (...args: Parameters<typeof stat>): ReturnType<typeof stat> => {
    const found = stat(...args)
    restore()
    fs.rmSync(path)
    writeFileSync(path, FOREIGN)
    return found
  }
  Object.assign(fs, { statSync: statSlowly })
  syncBuiltinESMExports()
  let waits = 0
  const lock = await takeBuildLock(path, () => {
    waits++
    t.equal(readFileSync(path, 'utf8'), FOREIGN)
    fs.rmSync(path)
  })
  t.equal(waits, 1, 'it is waited for')
  t.ok(lock.isHeld())
  lock.release()
  t.strictSame(readdirSync(join(path, '..')), [], 'nothing stays')
})
