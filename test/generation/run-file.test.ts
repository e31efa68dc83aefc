import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { readRunState, runningProcesses, RunFile } from '../../src/generation/run-file.ts'
import { processStart } from '../../src/shared/processes.ts'
import { temporaryFolder } from '../support/content-tree.ts'

/** Greater than any id that Linux gives. */
const NO_PID = 99_999_999

t.test('processes of this machine are listed, and files of those that have ended are removed', async (t) => {
  const dataDir = await temporaryFolder(t)
  const own = new RunFile(dataDir, 'http://127.0.0.1')
  own.write()
  const running = runningProcesses(dataDir)
  t.match(running, [{ pid: process.pid, hostname: hostname(), rebuilds: 0 }])
  own.report({ outcome: 'failed', reason: 'it was asked to', ms: 1 }, 5)
  t.match(readRunState(dataDir, running[0]!), { rebuilds: 1, lastRebuild: { outcome: 'failed' }, lastBegunAtMs: 5 })

  const [name = ''] = readdirSync(join(dataDir, 'run'))
  const ended = join(dataDir, 'run', name.replace(`${process.pid}.json`, `${NO_PID}.json`))
  writeFileSync(ended, JSON.stringify({ pid: NO_PID, processStart: null, hostname: hostname() }))
  t.equal(runningProcesses(dataDir).length, 1)
  t.notOk(existsSync(ended))
  own.remove()
  t.strictSame(readdirSync(join(dataDir, 'run')), [])
})

t.test('processes of other machines are neither listed nor removed', async (t) => {
  const dataDir = await temporaryFolder(t)
  const own = new RunFile(dataDir, 'http://127.0.0.1')
  own.write()
  const folder = join(dataDir, 'run')
  const [name = ''] = readdirSync(folder)
  // Its name is what this process would have there, with another pid and another machine.
  for (const pid of [process.pid, NO_PID]) {
    const other = name
      .replace(`${process.pid}.json`, `${pid}.json`)
      .replace(encodeURIComponent(hostname()), 'other-host')
    t.not(other, name)
    writeFileSync(join(folder, other), JSON.stringify({ pid, processStart: null, hostname: 'other-host' }))
  }
  const names = readdirSync(folder)
  t.match(runningProcesses(dataDir), [{ pid: process.pid, hostname: hostname() }])
  t.strictSame(readdirSync(folder), names)
})

t.test('files of earlier versions, which name no machine, are read and removed as well', async (t) => {
  const dataDir = await temporaryFolder(t)
  const folder = join(dataDir, 'run')
  mkdirSync(folder)
  for (const pid of [process.pid, NO_PID]) {
    const state = { pid, processStart: processStart(pid), url: '', rebuilds: 2, lastRebuild: null }
    writeFileSync(join(folder, `${pid}.json`), JSON.stringify(state))
  }
  const running = runningProcesses(dataDir)
  t.match(running, [{ pid: process.pid }])
  t.match(readRunState(dataDir, running[0]!), { rebuilds: 2 })
  t.strictSame(readdirSync(folder), [`${process.pid}.json`])
})
