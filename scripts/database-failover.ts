// `npm run ts scripts/database-failover.ts -- 5`: kills the primary of PostgreSQL under writes and promotes its standby, again and
// again, with a standby that must confirm writes and with one that need not. It counts what was acknowledged and is not there. It
// runs `dist`, and writes its report to `bench/results/failover.md`.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import { connectNew } from '../test/support/account-client.ts'
import { createWriter, startWrites } from '../test/support/account-load.ts'
import { startAccount } from '../test/support/account-service.ts'
import { startPostgres, type TestPostgres } from '../test/support/start-postgres.ts'

type Kind = 'synchronous' | 'asynchronous'

/** How long the standby receives nothing before the primary dies. What is written meanwhile is on the primary alone. */
const STANDSTILL_MS = 500
const rounds = Number(process.argv.at(-1)) || 5

async function play(kind: Kind): Promise<{
  acknowledged: number
  refused: number
  wrong: string[]
  lost: number
  gapMs: number
  promotedMs: number
}> {
  const teardowns: (() => unknown)[] = []
  const t = { teardown: (work: () => unknown) => void teardowns.unshift(work) } as unknown as Test
  try {
    const first = await startPostgres(t)
    const url = await first.createDatabase()
    const second = await first.startStandby('second')
    if (kind === 'synchronous') await confirm(first)
    const DATABASE_URL = url.replace(`:${first.port}/`, `:${first.port},127.0.0.1:${second.port}/`)
    const node = await startAccount(t, { DATABASE_URL })
    const writers = []
    for (let n = 0; n < 4; n++) writers.push(await createWriter(node, await connectNew(node)))
    const writes = startWrites([node], writers)
    const until = async (count: number): Promise<void> => {
      while (writes.acknowledged.length < count) await sleep(5)
    }
    await until(40)
    const senders = await first.query('select pid from pg_stat_replication')
    for (const { pid } of senders) process.kill(Number(pid), 'SIGSTOP')
    await sleep(STANDSTILL_MS)
    await first.kill()
    const killedAtMs = performance.now()
    const before = writes.acknowledged.length
    await second.promote()
    const promotedMs = performance.now() - killedAtMs
    await until(before + 1)
    const gapMs = performance.now() - killedAtMs
    await until(before + 40)
    const { acknowledged, refused, wrong } = await writes.stop()
    const rows = await second.query('select name from projects', url.replace(`:${first.port}/`, `:${second.port}/`))
    const there = new Set(rows.map(({ name }) => name))
    const lost = acknowledged.filter((name) => !there.has(name)).length
    return { acknowledged: acknowledged.length, refused, wrong: [...wrong], lost, gapMs, promotedMs }
  } finally {
    for (const teardown of teardowns) await teardown()
  }
}

async function confirm(primary: TestPostgres): Promise<void> {
  await primary.query(`alter system set synchronous_standby_names = 'second'`)
  await primary.query('select pg_reload_conf()')
  while ((await primary.query(`select 1 from pg_stat_replication where sync_state = 'sync'`)).length === 0)
    await sleep(20)
}

const lines: string[] = []
let lostOfSynchronous = 0
for (const kind of ['synchronous', 'asynchronous'] as const) {
  const total = { acknowledged: 0, refused: 0, lost: 0, gaps: [] as number[] }
  for (let round = 1; round <= rounds; round++) {
    const { acknowledged, gapMs, lost, promotedMs, refused, wrong } = await play(kind)
    if (wrong.length > 0) throw new Error(wrong.join('\n'))
    total.acknowledged += acknowledged
    total.refused += refused
    total.lost += lost
    total.gaps.push(gapMs / 1000)
    process.stdout.write(
      `${kind} ${round}: ${acknowledged} acknowledged, ${refused} refused, ${lost} lost, promoted after ${(promotedMs / 1000).toFixed(1)} s, written after ${(gapMs / 1000).toFixed(1)} s\n`,
    )
  }
  if (kind === 'synchronous') lostOfSynchronous = total.lost
  const gaps = total.gaps.toSorted((a, b) => a - b)
  const [median = 0, longest = 0] = [gaps[gaps.length >> 1], gaps.at(-1)]
  lines.push(
    `| ${kind} | ${rounds} | ${total.acknowledged} | ${total.refused} | ${total.lost} | ${median.toFixed(1)} | ${longest.toFixed(1)} |`,
  )
}
writeFileSync(
  'bench/results/failover.md',
  `# Fail-over of PostgreSQL

\`npm run ts scripts/database-failover.ts -- ${rounds}\`

${cpus()[0]?.model.trim()}, ${cpus().length} cores; Node ${process.version}; ${new Date().toISOString().slice(0, 10)}

Four applications write to one node, whose \`DATABASE_URL\` names a primary and its standby. The standby receives nothing for
${STANDSTILL_MS} ms, the primary is killed, and the standby is promoted. Seconds are those from the kill to the next write that is
acknowledged, the promotion included.

| Standby | Rounds | Acknowledged | Refused with 503 | Lost | Median s | Longest s |
| ------- | -----: | -----------: | ---------------: | ---: | -------: | --------: |
${lines.join('\n')}
`,
)
process.exitCode = lostOfSynchronous === 0 ? 0 : 1
