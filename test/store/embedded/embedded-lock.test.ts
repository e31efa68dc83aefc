import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs, {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { takeFolderLock } from '../../../src/store/embedded/folder-lock.ts'
import { makeZombie } from '../../support/zombie.ts'

const MINUTE_S = 60

// The locks of other machines are watched for ten seconds, all at the same time.
t.jobs = 4

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

t.test('the lock of another machine is taken over when nobody touches it', { buffered: true }, async (t) => {
  const path = await leaveLock(t, { place: 'elsewhere', pid: process.ppid })
  const lock = await takeFolderLock(path)
  lock.release()
})

for (const [clock, differenceS] of [
  ['is right', 0],
  ['is a minute behind', -MINUTE_S],
  ['is a minute ahead', MINUTE_S],
] as const) {
  t.test(
    `the lock of another machine whose clock ${clock} is respected while it is touched`,
    { buffered: true },
    async (t) => {
      const path = await leaveLock(t, { place: 'elsewhere', pid: 1 })
      const touch = (): void => {
        const now = Date.now() / 1000 + differenceS
        utimesSync(path, now, now)
      }
      touch()
      const touching = setInterval(touch, 500)
      await t.rejects(takeFolderLock(path), { name: 'FolderInUseError', message: /process 1 on elsewhere/ })
      // Tap removes the folder before it calls teardowns.
      clearInterval(touching)
    },
  )
}

t.test('what is no lock at all is taken over when nobody touches it', { buffered: true }, async (t) => {
  const path = join(t.testdir({ 'database.lock': 'not {json' }), 'database.lock')
  const lock = await takeFolderLock(path)
  lock.release()
})

t.test('a holder is told that its lock was taken, and leaves it to who has it', { buffered: true }, async (t) => {
  const path = join(t.testdir(), 'database.lock')
  const lock = await takeFolderLock(path)
  const theirs = JSON.stringify({ place: 'elsewhere', pid: 1, startedAt: null, service: null })
  writeFileSync(`${path}.theirs`, theirs)
  renameSync(`${path}.theirs`, path)
  // Looking at the lock keeps no process.
  const awake = setInterval(() => {}, 1000)
  await lock.lost
  clearInterval(awake)
  lock.release()
  t.equal(readFileSync(path, 'utf8'), theirs)
})

/** Makes one function of `node:fs` another until the test ends. */
function replace<K extends 'linkSync' | 'readFileSync' | 'writeFileSync'>(
  t: Test,
  name: K,
  make: (original: (typeof fs)[K]) => unknown,
) {
  const original = fs[name]
  fs[name] = make(original) as (typeof fs)[K]
  syncBuiltinESMExports()
  t.teardown(() => {
    fs[name] = original
    syncBuiltinESMExports()
  })
}

t.test('a request for the lock that cannot be read for a while is found afterwards', async (t) => {
  const child = spawn('sleep', ['1000'])
  t.teardown(() => child.kill('SIGKILL'))
  const path = await leaveLock(t, { pid: child.pid, startedAt: null, service: 'one' })
  let faults = 0
  replace(t, 'readFileSync', (original) => (...parameters: Parameters<typeof fs.readFileSync>) => {
    if (parameters[0] !== `${path}.wanted` || faults === 2) return original(...parameters)
    faults += 1
    throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })
  })
  renameSync(path, `${path}.wanted`)
  const awake = setInterval(() => {}, 1000)
  t.teardown(() => clearInterval(awake))
  let onWanted = (): void => {}
  const wanted = new Promise<void>((resolve) => (onWanted = resolve))
  const lock = await takeFolderLock(path, { service: 'one', onWanted })
  await wanted
  lock.release()
  t.equal(faults, 2)
})

t.test('a lock that cannot be read is left when it is given back', async (t) => {
  const path = join(t.testdir(), 'database.lock')
  const lock = await takeFolderLock(path)
  rmSync(path)
  mkdirSync(path)
  lock.release()
  t.ok(existsSync(path))
})

t.test('processes with one id that come at the same moment do not write into the lock of each other', async (t) => {
  const folder = t.testdir()
  const path = join(folder, 'database.lock')
  const handover = (service: string) => ({ service, onWanted: () => {} })
  let second: Promise<unknown> = Promise.resolve()
  let calls = 0
  replace(t, 'linkSync', (original) => (...parameters: Parameters<typeof fs.linkSync>) => {
    // Other tests run at the same time.
    if (!String(parameters[1]).startsWith(folder)) return original(...parameters)
    if (calls++ > 0) throw new Error('EIO')
    original(...parameters)
    // Another spelling of the path makes this process its own rival. It stops once it has written its draft.
    second = takeFolderLock(`${folder}/./database.lock`, handover('two'))
    second.catch(() => {})
  })
  const lock = await takeFolderLock(path, handover('one'))
  t.equal((JSON.parse(readFileSync(path, 'utf8')) as { service: string }).service, 'one')
  await t.rejects(second, /EIO/)
  t.equal(calls, 2)
  lock.release()
  t.strictSame(readdirSync(folder), [])
})

t.test('what a process has left that ended while it took the lock is removed later', async (t) => {
  const path = join(t.testdir(), 'database.lock')
  const [draft, fresh, away, other] = ['0123456789ab', 'ba9876543210', 'abcdef012345.old', 'wanted'].map(
    (end) => `${path}.${end}`,
  ) as [string, string, string, string]
  for (const left of [draft, fresh, away, other]) writeFileSync(left, '')
  for (const left of [draft, away, other]) utimesSync(left, 1, 1)
  const lock = await takeFolderLock(path)
  t.strictSame(
    [draft, fresh, away, other].filter((left) => existsSync(left)),
    [fresh, other],
  )
  lock.release()
})

t.test('a lock that a full disk does not take leaves nothing', async (t) => {
  const folder = t.testdir()
  replace(t, 'writeFileSync', (write) => (path: string, text: string) => {
    if (!path.startsWith(folder)) return write(path, text)
    write(path, '')
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  })
  await t.rejects(takeFolderLock(join(folder, 'database.lock')), { code: 'ENOSPC' })
  t.strictSame(readdirSync(folder), [])
})
