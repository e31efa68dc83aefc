// `npm run ts scripts/database-rounds.ts -- 20`: moves accounts from the embedded database to PostgreSQL and back, again and
// again, with backups under writes, and counts what was acknowledged and is not there. It runs `dist`.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { connect, signUp, type Application } from '../test/support/account-client.ts'
import { allNames, createWriter, startWrites } from '../test/support/account-load.ts'
import { startAccount } from '../test/support/account-service.ts'
import { freePort } from '../test/support/free-port.ts'
import { runCommand } from '../test/support/run-command.ts'
import { embeddedFolder } from '../test/support/start-embedded.ts'
import { startPostgres } from '../test/support/start-postgres.ts'

const rounds = Number(process.argv.at(-1)) || 20
const teardowns: (() => unknown)[] = []
const t = { teardown: (work: () => unknown) => void teardowns.unshift(work) } as unknown as Test

async function run(name: string, env: Readonly<Record<string, string>>, ...args: string[]): Promise<void> {
  const { code, error } = await runCommand(name, env, ...args)
  if (code !== 0) throw new Error(`${name}: ${error}`)
}

try {
  const postgres = await startPostgres(t)
  const DATA_DIR = await embeddedFolder(t, { tables: true })
  const DATABASE_URL = await postgres.createDatabase()
  const backups = mkdtempSync(join(tmpdir(), 'signpost-rounds-'))
  const port = String(await freePort())
  const same = { ACCOUNT_PORT: port, ACCOUNT_URL: `http://localhost:${port}` }
  const kinds = { embedded: { DATA_DIR }, postgres: { DATABASE_URL } }
  const acknowledged: string[] = []
  let application: Application | null = null
  let lost = 0
  let refused = 0
  for (let round = 0; round < rounds; round++) {
    const [from, to] = round % 2 === 0 ? (['embedded', 'postgres'] as const) : (['postgres', 'embedded'] as const)
    const node = await startAccount(t, { ...same, ...kinds[from] })
    application ??= await connect(node, await signUp(node))
    await application.renew(node)
    // A workspace has room for the writes of one round.
    const writers = [await createWriter(node, application)]
    const writes = startWrites([node], writers)
    const file = join(backups, `${round}.backup`)
    while (writes.acknowledged.length < 10) await new Promise((resolve) => setImmediate(resolve))
    const before = [...acknowledged, ...writes.acknowledged]
    await run('db backup', { DATA_DIR: node.dataDir, ...kinds[from] }, file)
    const result = await writes.stop()
    acknowledged.push(...result.acknowledged)
    if (result.wrong.length > 0) throw new Error(result.wrong.join('\n'))
    refused += result.refused
    const served = await allNames(node, writers)
    await node.stop()
    const restored = await postgres.createDatabase()
    await run('db restore', { DATA_DIR: backups, DATABASE_URL: restored }, file)
    const rows = await postgres.query('select name from projects', restored)
    const inBackup = new Set(rows.map(({ name }) => name))
    await run('db copy', { DATA_DIR, DATABASE_URL }, '--from', from, '--to', to, '--replace')
    const missing = [
      before.filter((name) => !inBackup.has(name)),
      result.acknowledged.filter((name) => !served.has(name)),
    ]
    lost += missing.flat().length
    process.stdout.write(
      `round ${round + 1}: ${from}, ${acknowledged.length} acknowledged, ${result.refused} refused (slowest ${Math.round(result.slowestMs)} ms); missing in the backup ${missing[0]?.length}, in the service ${missing[1]?.length}\n`,
    )
  }
  process.stdout.write(
    `${rounds} rounds: ${acknowledged.length} writes acknowledged, ${refused} refused with 503, ${lost} lost\n`,
  )
  process.exitCode = lost === 0 ? 0 : 1
} finally {
  for (const teardown of teardowns) await teardown()
}
