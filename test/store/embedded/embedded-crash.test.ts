import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { openEmbedded, startEmbeddedDatabase } from '../../../src/store/embedded/embedded-database.ts'
import { EMBEDDED_WORKER, embeddedFolder } from '../../support/start-embedded.ts'

const CHILD = fileURLToPath(new URL('../../support/embedded-child.ts', import.meta.url))

function start(dataDir: string) {
  return startEmbeddedDatabase({ dataDir, onDeath: () => {}, workerFile: EMBEDDED_WORKER })
}

/** Starts a process that writes numbers until the test ends. Resolves when it has written some. */
async function startWriter(t: Test, folder: string, from: number) {
  const child = spawn(
    process.execPath,
    ['--import', './scripts/register-typescript.mjs', CHILD, folder, String(from)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  t.teardown(() => child.kill('SIGKILL'))
  let last = -1
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      last = Number(line)
      if (last === from + 50) resolve()
    })
    child.once('exit', () => reject(new Error('the writer ended by itself')))
  })
  return {
    pid: child.pid,
    /** Kills the process. @returns the last number that was acknowledged */
    async kill(): Promise<number> {
      const ended = once(child, 'close')
      child.kill('SIGKILL')
      await ended
      return last
    },
  }
}

t.test('what was acknowledged is there again after the process was killed, time after time', async (t) => {
  const folder = await embeddedFolder(t)
  let from = 0
  for (let round = 0; round < 2; round++) {
    const last = await (await startWriter(t, folder, from)).kill()
    const embedded = await start(folder)
    const database = openEmbedded(embedded.connect())
    const { rows } = await sql<{ numbers: number; halves: number; newest: number }>`
      select count(*) filter (where n >= 0 and n <= ${last}) as numbers, sum(sign(n + 0.5))::integer as halves, max(n) as newest
      from kept`.execute(database.kysely)
    t.equal(rows[0]?.numbers, last + 1)
    t.equal(rows[0]?.halves, 0, 'no transaction is half there')
    await database.close()
    await embedded.close()
    from = (rows[0]?.newest ?? 0) + 1
  }
})

t.test('a second process is refused while the first lives, and takes over when it is dead', async (t) => {
  const folder = await embeddedFolder(t)
  const writer = await startWriter(t, folder, 0)
  await t.rejects(start(folder), { name: 'FolderInUseError', message: new RegExp(`process ${writer.pid} on`) })
  await writer.kill()
  await (await start(folder)).close()
})
