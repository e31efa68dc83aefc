import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { RunFile } from '../../../src/generation/run-file.ts'
import { askService } from '../../../src/process/control/ask-service.ts'
import { startControl } from '../../../src/process/control/control-server.ts'
import { socketPath, socketPrefix } from '../../../src/process/control/socket-path.ts'
import { createLog } from '../../../src/shared/log.ts'
import { contentTree } from '../../support/content-tree.ts'

async function folderWithRun(t: Test, name = ''): Promise<string> {
  const dataDir = join(await contentTree(t, {}), name)
  mkdirSync(join(dataDir, 'run'), { recursive: true, mode: 0o700 })
  new RunFile(dataDir, 'http://localhost').write()
  return dataDir
}

function start(t: Test, dataDir: string, operate = (_name: string, input: unknown) => Promise.resolve(input)): void {
  const log = createLog({ level: 'silent', bindings: {} })
  const control = startControl({ dataDir, log }, operate)
  t.teardown(() => control.close())
}

t.test('a socket of a killed process is replaced, and those of others are left', async (t) => {
  const dataDir = await folderWithRun(t)
  const killed = spawn(
    process.execPath,
    [
      '-e',
      `require('node:net').createServer().listen(${JSON.stringify(socketPath(dataDir, process.pid))}, () => process.kill(process.pid, 'SIGKILL'))`,
    ],
    { stdio: 'ignore' },
  )
  await once(killed, 'exit')
  const other = createServer().listen(socketPath(dataDir, process.ppid))
  await once(other, 'listening')
  t.teardown(() => other.close())
  const gone = createServer().listen(socketPath(dataDir, killed.pid ?? 0))
  await once(gone, 'listening')
  t.teardown(() => gone.close())
  await t.rejects(askService(dataDir, 'echo', 1), { message: /does not listen to commands \(ECONNREFUSED\)/ })
  start(t, dataDir)
  t.equal(await askService(dataDir, 'echo', 'input'), 'input')
  const sockets = readdirSync(join(dataDir, 'run')).filter((name) => name.startsWith(socketPrefix()))
  t.strictSame(sockets.length, 2, 'those of this process and of one that runs')
  t.equal(statSync(socketPath(dataDir, process.pid)).mode & 0o777, 0o600)
})

t.test('a path that is too long for a socket is refused in words, by the service and by the command', async (t) => {
  const dataDir = await folderWithRun(t, 'x'.repeat(100))
  start(t, dataDir)
  t.notOk(existsSync(socketPath(dataDir, process.pid)))
  await t.rejects(askService(dataDir, 'echo', 1), {
    message: /bytes, and the system allows 107: give DATA_DIR a shorter path/,
  })
})

t.test('a folder that others can write to is refused', async (t) => {
  const dataDir = await folderWithRun(t)
  start(t, dataDir)
  chmodSync(join(dataDir, 'run'), 0o777)
  await t.rejects(askService(dataDir, 'echo', 1), { message: /other users can write to .*run: give it to the user/ })
})

t.test('what fails, is elsewhere or is given up is said', async (t) => {
  const dataDir = await folderWithRun(t)
  await t.rejects(askService(await contentTree(t, {}), 'echo', 1), { message: /stop what uses it/ })
  start(t, dataDir, (name) =>
    name === 'fail' ? Promise.reject(new Error('the disk is full')) : Promise.resolve(undefined),
  )
  await t.rejects(askService(dataDir, 'fail', 1), { name: 'NotCarriedOut', message: /process \d+: the disk is full/ })
  await t.rejects(askService(dataDir, 'elsewhere', 1), { message: /No running process of this machine answers/ })
})

t.test('another user is refused', { skip: process.getuid?.() !== 0 && 'only root can be another user' }, async (t) => {
  const dataDir = await folderWithRun(t)
  start(t, dataDir)
  for (const folder of [join(dataDir, '..'), dataDir, join(dataDir, 'run')]) chmodSync(folder, 0o755)
  const script = `require('node:net').connect(${JSON.stringify(socketPath(dataDir, process.pid))}).on('connect', () => console.log('connected')).on('error', (error) => console.log(error.code))`
  const child = spawn('/usr/bin/env', ['-C', '/', process.execPath, '-e', script], { uid: 65_534, gid: 65_534 })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await once(child, 'close')
  t.equal(output.trim(), 'EACCES')
})
