import { sql } from 'kysely'
import type { Config } from '../../config/config.ts'
import { runningProcesses } from '../../generation/run-file.ts'
import { reasonOf } from '../../shared/reason.ts'
import { openDatabase } from '../../store/postgres/open-database.ts'
import { connectRedis } from '../../store/redis/redis.ts'
import type { Finding } from './finding.ts'

const ANSWER_LIMIT_MS = 5000
/** Codes and tokens live for minutes, so clocks must agree within seconds. */
const CLOCK_GOOD_MS = 2000
const CLOCK_LIMIT_MS = 30_000
const POSTGRES_LEAST = 150_000

/** The database of the account host: whether it answers, its clock, its version, and its room for connections. */
export async function examineDatabase(config: Config): Promise<Finding[]> {
  const subject = 'database'
  const { databaseConnections, databaseUrl } = config.account
  if (!config.hosts.includes('account')) return []
  if (databaseUrl === null)
    return [{ subject, state: 'ok', says: `embedded, under ${config.dataDir}, for one process` }]
  const database = openDatabase({
    url: databaseUrl,
    connections: 1,
    name: 'signpost-doctor',
    statementLimitMs: ANSWER_LIMIT_MS,
  })
  try {
    const askedAtMs = Date.now()
    const { rows } = await database.run((kysely) =>
      sql<{ now: Date; version: string; most: string; reserved: string; open: string }>`
        select now(), current_setting('server_version_num') as version, current_setting('max_connections') as most,
          current_setting('superuser_reserved_connections') as reserved,
          (select count(*) from pg_stat_activity where backend_type = 'client backend') as open`.execute(kysely),
    )
    const [row] = rows
    if (row === undefined) throw new Error('it answers nothing')
    const version = Number(row.version)
    return [
      version >= POSTGRES_LEAST
        ? { subject, state: 'ok', says: `PostgreSQL ${Math.floor(version / 10_000)} answers` }
        : {
            subject,
            state: 'fault',
            says: `PostgreSQL ${Math.floor(version / 10_000)} is too old`,
            advice: 'Use 15 or later.',
          },
      clock(subject, row.now.getTime(), askedAtMs),
      connections(config, Number(row.most) - Number(row.reserved), Number(row.open), databaseConnections),
    ]
  } catch (error) {
    return [
      {
        subject,
        state: 'fault',
        says: `it does not answer: ${reasonOf(error)}`,
        advice: 'Look at DATABASE_URL and at the server. The other hosts serve meanwhile.',
      },
    ]
  } finally {
    await database.close()
  }
}

/** As the documentation counts: those of each listener with one that looks whether the server lives, and two of each process. */
function connections({ dataDir, threads }: Config, most: number, open: number, perListener: number): Finding {
  const subject = 'connections'
  const processes = Math.max(1, runningProcesses(dataDir).length)
  const needed = processes * (threads.listeners * (perListener + 1) + 2)
  const says = `this machine needs up to ${needed} of ${most}, and ${open} are open`
  if (needed > most)
    return {
      subject,
      state: 'fault',
      says,
      advice: 'Raise max_connections, or lower DATABASE_CONNECTIONS or LISTENERS.',
    }
  if (needed * 2 > most)
    return {
      subject,
      state: 'warning',
      says,
      advice: 'Another node like this one would not fit: raise max_connections first.',
    }
  return { subject, state: 'ok', says }
}

/** Redis: whether it answers, and its clock. */
export async function examineRedis({ hosts, redisUrl, threads }: Config): Promise<Finding[]> {
  const subject = 'redis'
  if (redisUrl === null)
    return [
      {
        subject,
        state: 'ok',
        says:
          hosts.includes('docs') && hosts.length === 1
            ? 'not needed'
            : 'not used: one process with one listener keeps its state',
      },
    ]
  const link = connectRedis({
    url: redisUrl,
    name: 'signpost-doctor',
    answerLimitMs: ANSWER_LIMIT_MS,
    onFault: () => undefined,
  })
  try {
    if (!(await link.ready(ANSWER_LIMIT_MS))) throw new Error('no connection')
    const askedAtMs = Date.now()
    const [seconds = 0, micros = 0] = (await link.client.time()).map(Number)
    return [
      { subject, state: 'ok', says: `it answers; listeners: ${threads.listeners}` },
      clock(subject, seconds * 1000 + micros / 1000, askedAtMs),
    ]
  } catch (error) {
    return [
      {
        subject,
        state: 'fault',
        says: `it does not answer: ${reasonOf(error)}`,
        advice: 'Look at REDIS_URL and at the server. Without it accounts answer 503.',
      },
    ]
  } finally {
    link.close()
  }
}

/** Compares the clock of a store with that of this machine, between the question and its answer. */
function clock(store: string, theirsMs: number, askedAtMs: number): Finding {
  const subject = `clock of the ${store}`
  const nowMs = Date.now()
  const differenceMs = theirsMs < askedAtMs ? askedAtMs - theirsMs : Math.max(0, theirsMs - nowMs)
  const says = `it differs by ${(differenceMs / 1000).toFixed(1)} s from that of this machine`
  if (differenceMs <= CLOCK_GOOD_MS) return { subject, state: 'ok', says }
  const advice = 'Set both by NTP: codes and tokens end by these clocks.'
  return { subject, state: differenceMs > CLOCK_LIMIT_MS ? 'fault' : 'warning', says, advice }
}
