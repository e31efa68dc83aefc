import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import t from 'tap'
import { isRunning, processStart } from '../../src/shared/processes.ts'
import { makeZombie } from '../support/zombie.ts'

t.test('a process runs until it has ended, and a later one with its id is another', async (t) => {
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'])
  const pid = child.pid ?? 0
  t.equal(isRunning(process.pid, processStart(process.pid)), true)
  t.equal(isRunning(pid, null), true)
  t.equal(isRunning(pid, processStart(pid)), true)
  t.equal(isRunning(pid, 'long ago'), false)
  const ended = once(child, 'exit')
  child.kill()
  await ended
  t.equal(isRunning(pid, null), false)
})

t.test(
  'a process that was killed does not run while its parent leaves it a zombie',
  { skip: existsSync('/proc/self/stat') ? false : 'only Linux shows how to wait for a zombie' },
  async (t) => {
    const { pid, startedAt } = await makeZombie(t)
    t.doesNotThrow(() => process.kill(pid, 0), 'the system still knows it')
    t.equal(isRunning(pid, startedAt), false)
    t.equal(isRunning(pid, null), false)
  },
)

t.test(
  'the start of a process is the same each time, later for a later one, and unknown for one that has ended',
  async (t) => {
    // Two processes that begin within one tick cannot be distinguished.
    const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'])
    const pid = child.pid ?? 0
    const start = processStart(process.pid)
    t.match(start, /^\d+$/)
    t.equal(processStart(process.pid), start)
    t.ok(Number(processStart(pid)) > Number(start))
    const ended = once(child, 'exit')
    child.kill()
    await ended
    t.equal(processStart(pid), null)
  },
)
