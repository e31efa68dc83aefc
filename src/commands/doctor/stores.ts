import type { Config } from '../../config/config.ts'
import { connectionDemand } from '../../config/connection-demand.ts'
import { runningProcesses } from '../../generation/run-file.ts'
import { parseDatabaseUrl } from '../../shared/urls/database-url.ts'
import { reasonOf } from '../../shared/reason.ts'
import { refuseLeft } from '../../store/embedded/left-database.ts'
import { openDatabase } from '../../store/postgres/open-database.ts'
import { readServerState, type ServerState } from '../../store/postgres/server-state.ts'
import { connectRedis } from '../../store/redis/redis.ts'
import type { Finding } from './finding.ts'

const ANSWER_LIMIT_MS = 5000
/** Codes and tokens live for minutes, so clocks must agree within seconds. */
const CLOCK_GOOD_MS = 2000
const CLOCK_LIMIT_MS = 30_000
const RELEASE_LEAST = 15

/** The database of the account host: each server, its clock, and its room for connections. */
export async function examineDatabase(config: Config): Promise<Finding[]> {
  const subject = 'database'
  const { databaseUrl } = config.account
  if (!config.hosts.includes('account')) return []
  if (databaseUrl === null) {
    refuseLeft(config.dataDir)
    return [{ subject, state: 'ok', says: `embedded, under ${config.dataDir}, for one process` }]
  }
  const servers = parseDatabaseUrl(databaseUrl)
  const urls = servers.ok ? servers.value : [databaseUrl]
  const found: ServerState[] = []
  const findings = await Promise.all(
    urls.map((url) => {
      const name = urls.length === 1 ? subject : `${subject} ${new URL(url).host}`
      return examineServer(config, name, url, (state) => found.push(state))
    }),
  )
  return [...findings.flat(), ...(urls.length === 1 ? [] : compareServers(found))]
}

async function examineServer(
  config: Config,
  subject: string,
  url: string,
  onState: (state: ServerState) => void,
): Promise<Finding[]> {
  const name = 'signpost-doctor'
  const database = openDatabase({ url, connections: 1, name, statementLimitMs: ANSWER_LIMIT_MS })
  const advice = 'Look at DATABASE_URL and at the server. The other hosts serve meanwhile.'
  return ask(subject, advice, database, async () => {
    const askedAtMs = Date.now()
    const state = await readServerState(database)
    onState(state)
    const { isStandby, nowMs, release } = state
    const version: Finding =
      release >= RELEASE_LEAST
        ? { subject, state: 'ok', says: `PostgreSQL ${release} answers${isStandby ? ' as a standby' : ''}` }
        : {
            subject,
            state: 'fault',
            says: `PostgreSQL ${release} is too old`,
            advice: `Use ${RELEASE_LEAST} or later.`,
          }
    const room = database.load().pooled ? pooler(config, state) : connections(config, state)
    return [version, clock(subject, nowMs, askedAtMs), ...(isStandby ? [] : [room])]
  })
}

/** Judges several servers together. */
function compareServers(servers: readonly ServerState[]): Finding[] {
  const subject = 'primary'
  const primaries = servers.filter(({ isStandby }) => !isStandby)
  const [primary] = primaries
  if (primary === undefined)
    return [{ subject, state: 'fault', says: 'no server takes writes', advice: 'Promote a standby.' }]
  if (primaries.length > 1)
    return [
      {
        subject,
        state: 'fault',
        says: 'more than one server takes writes',
        advice: 'Stop the one that was replaced, and make it a standby of the other one: pg_rewind.',
      },
    ]
  if (primary.synchronousStandbys === '')
    return [
      {
        subject,
        state: 'warning',
        says: 'no standby has to confirm a write, so a fail-over may lose the last ones',
        advice: 'Set synchronous_standby_names.',
      },
    ]
  return [{ subject, state: 'ok', says: `writes wait for ${primary.synchronousStandbys}` }]
}

/** Behind a pooler its own limits count, which no client sees. */
function pooler({ account, dataDir, threads }: Config, { statementLimitMs }: ServerState): Finding {
  const subject = 'pooler'
  const needed = processesOf(dataDir) * connectionDemand({ account, threads })
  const says = `a pooler such as PgBouncer is in front of it; it must take ${needed} clients of this machine`
  return statementLimitMs > 0
    ? { subject, state: 'ok', says }
    : {
        subject,
        state: 'warning',
        says: `${says}, and statements have no time limit`,
        advice: "On the server: alter role <user> set statement_timeout = '4s'.",
      }
}

function connections(
  { account, dataDir, threads }: Config,
  { connectionLimit, freeConnections }: ServerState,
): Finding {
  const subject = 'connections'
  const needed = processesOf(dataDir) * connectionDemand({ account, threads })
  const says = `this machine needs up to ${needed} of ${connectionLimit}, and ${freeConnections} are free`
  if (needed > connectionLimit)
    return {
      subject,
      state: 'fault',
      says,
      advice: 'Raise max_connections, or lower DATABASE_CONNECTIONS or LISTENERS.',
    }
  if (needed * 2 > connectionLimit)
    return {
      subject,
      state: 'warning',
      says,
      advice: 'Another node like this one would not fit: raise max_connections first.',
    }
  return { subject, state: 'ok', says }
}

function processesOf(dataDir: string): number {
  return Math.max(1, runningProcesses(dataDir).length)
}

/** Redis: whether it answers, and its clock. */
export async function examineRedis({ hosts, redisUrl, threads }: Config): Promise<Finding[]> {
  const subject = 'redis'
  if (redisUrl === null) {
    const isNeedless = hosts.includes('docs') && hosts.length === 1
    const says = isNeedless ? 'not needed' : 'not used: one process with one listener keeps its state'
    return [{ subject, state: 'ok', says }]
  }
  const onFault = (): void => undefined
  const link = connectRedis({ url: redisUrl, name: 'signpost-doctor', answerLimitMs: ANSWER_LIMIT_MS, onFault })
  return ask(subject, 'Look at REDIS_URL and at the server. Without it accounts answer 503.', link, async () => {
    if (!(await link.ready(ANSWER_LIMIT_MS))) throw new Error('no connection')
    const askedAtMs = Date.now()
    const [seconds = 0, micros = 0] = (await link.client.time()).map(Number)
    return [
      { subject, state: 'ok', says: `it answers; listeners: ${threads.listeners}` },
      clock(subject, seconds * 1000 + micros / 1000, askedAtMs),
    ]
  })
}

/** Examines a store and closes it. That it does not answer is a fault. */
async function ask(
  subject: string,
  advice: string,
  store: { close(): unknown },
  examine: () => Promise<Finding[]>,
): Promise<Finding[]> {
  try {
    return await examine()
  } catch (error) {
    return [{ subject, state: 'fault', says: `it does not answer: ${reasonOf(error)}`, advice }]
  } finally {
    await store.close()
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
