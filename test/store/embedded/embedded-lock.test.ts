import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { takeFolderLock } from '../../../src/store/embedded/folder-lock.ts'
import { makeZombie } from '../../support/zombie.ts'

const MINUTE_S = 60

/** Writes a lock as another process would have left it, with some differences. */
async function leaveLock(t: Test, differences: Record<string, unknown>): Promise<string> {
  const path = join(t.testdir(), 'database.lock')
  const lock = await takeFolderLock(path)
  const holder = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
  lock.release()
  writeFileSync(path, JSON.stringify({ ...holder, ...differences }))
  return path
}

t.test('a process takes a lock once, and again when it has given it back', async (t) => {
  const folder = t.testdir()
  const path = join(folder, 'deep', 'database.lock')
  const lock = await takeFolderLock(path)
  await t.rejects(takeFolderLock(path), { name: 'FolderInUseError' })
  lock.release()
  t.notOk(existsSync(path))
  const again = await takeFolderLock(path)
  again.release()
  lock.release()
  t.strictSame(readdirSync(join(folder, 'deep')), [], 'nothing is left')
})

t.test('the lock of a process that lives is respected, and taken over when it has died', async (t) => {
  const child = spawn('sleep', ['1000'])
  t.teardown(() => child.kill('SIGKILL'))
  const path = await leaveLock(t, { pid: child.pid, startedAt: null })
  await t.rejects(takeFolderLock(path), { name: 'FolderInUseError', message: new RegExp(`process ${child.pid} on`) })
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  const lock = await takeFolderLock(path)
  t.equal((JSON.parse(readFileSync(path, 'utf8')) as { pid: number }).pid, process.pid)
  lock.release()
})

t.test('the lock of a killed process is taken over while its parent leaves it a zombie', async (t) => {
  const { pid, startedAt } = await makeZombie(t)
  const lock = await takeFolderLock(await leaveLock(t, { pid, startedAt }))
  lock.release()
})

for (const [title, differences] of [
  ['whose process has given its id to another', { pid: process.ppid, startedAt: 'long ago' }],
  ['of a process that had the id of this one', { startedAt: 'long ago' }],
  ['of a process that is gone', { pid: 2 ** 22 + 1 }],
] as const) {
  t.test(`a lock ${title} is taken over`, async (t) => {
    const lock = await takeFolderLock(await leaveLock(t, differences))
    lock.release()
  })
}

t.test('the lock of another machine is taken over when it has not been touched for a while', async (t) => {
  const path = await leaveLock(t, { place: 'elsewhere', pid: process.ppid })
  const before = Date.now() / 1000 - MINUTE_S
  utimesSync(path, before, before)
  const lock = await takeFolderLock(path)
  lock.release()
})

t.test('the lock of another machine that is touched again and again is respected', async (t) => {
  const path = await leaveLock(t, { place: 'elsewhere', pid: 1 })
  const touching = setInterval(() => utimesSync(path, Date.now() / 1000, Date.now() / 1000), 500)
  t.teardown(() => clearInterval(touching))
  await t.rejects(takeFolderLock(path), { name: 'FolderInUseError', message: /process 1 on elsewhere/ })
})

t.test('what is no lock at all is taken over when it is old', async (t) => {
  const path = join(t.testdir({ 'database.lock': 'not {json' }), 'database.lock')
  const before = Date.now() / 1000 - MINUTE_S
  utimesSync(path, before, before)
  const lock = await takeFolderLock(path)
  lock.release()
})
