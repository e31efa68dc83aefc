// What `npm run reindex` reports. This process stands for the service that is asked to rebuild.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { RunFile } from '../../src/generation/run-file.ts'
import { machineMs, processStart } from '../../src/shared/processes.ts'
import { temporaryFolder } from '../support/content-tree.ts'
import { runCommand } from '../support/run-command.ts'

const reindex = (dataDir: string) => runCommand('reindex', { DATA_DIR: dataDir })

/** Publishes this process in a new `DATA_DIR`, and rebuilds when the command asks for it. */
async function serve(t: Test, rebuild: (file: RunFile) => Promise<void>): Promise<string> {
  const dataDir = await temporaryFolder(t)
  const file = new RunFile(dataDir, 'http://127.0.0.1')
  file.write()
  const asked = (): void => void rebuild(file)
  process.on('SIGHUP', asked)
  t.teardown(() => process.off('SIGHUP', asked))
  return dataDir
}

t.test('the end of a build that was running already is not reported as that of the one asked for', async (t) => {
  const begunBefore = machineMs()
  const dataDir = await serve(t, async (file) => {
    file.report({ outcome: 'unchanged', generation: 1, ms: 1 }, begunBefore)
    // The command looks several times meanwhile.
    await sleep(500)
    file.report({ outcome: 'built', generation: 2, pageCount: 6, ms: 1 }, machineMs())
  })
  t.match(await reindex(dataDir), { code: 0, out: /serves generation 2: 6 pages, built/, error: '' })
})

t.test('a process that cannot report ends the command with a reason', async (t) => {
  const dataDir = await serve(t, async (file) => file.remove())
  t.match(await reindex(dataDir), { code: 1, out: /has no file in DATA_DIR any more/, error: '' })
})

t.test('a process that ends while another one builds is reported as such', async (t) => {
  const neighbour = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'])
  t.teardown(() => neighbour.kill('SIGKILL'))
  // A neighbour with the lower process id is asked first, and ends by that.
  const ended = once(neighbour, 'exit')
  const dataDir = await serve(t, async (file) => {
    neighbour.kill('SIGKILL')
    await ended
    file.report({ outcome: 'unchanged', generation: 1, ms: 1 }, machineMs())
  })
  const pid = neighbour.pid ?? 0
  const state = { hostname: hostname(), pid, processStart: processStart(pid), url: 'http://next', rebuilds: 0 }
  writeFileSync(
    join(dataDir, 'run', `${encodeURIComponent(hostname())}-${pid}.json`),
    JSON.stringify({ ...state, lastRebuild: null }),
  )
  const { code, error, out } = await reindex(dataDir)
  t.equal(code, 1)
  t.equal(error, '', 'without a stack')
  t.match(out, `Process ${pid} at http://next ended before it was done`)
  t.match(out, 'serves this content already')
})
