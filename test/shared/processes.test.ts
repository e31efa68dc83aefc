import { spawn } from 'node:child_process'
import { once } from 'node:events'
import t from 'tap'
import { isAlive, processStart } from '../../src/shared/processes.ts'

t.test('a process is alive until it has ended', async (t) => {
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'])
  const pid = child.pid ?? 0
  t.equal(isAlive(process.pid), true)
  t.equal(isAlive(pid), true)
  const ended = once(child, 'exit')
  child.kill()
  await ended
  t.equal(isAlive(pid), false)
})

t.test(
  'the start of a process is the same each time, later for a later one, and unknown for one that has ended',
  async (t) => {
    // Between two that begin within one tick it could not tell.
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
