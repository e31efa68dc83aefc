import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbedded, startEmbeddedDatabase } from '../src/store/embedded/embedded-database.ts'
import { openDatabase } from '../src/store/postgres/open-database.ts'
import { generateSigningKey, type SigningKey } from '../src/tokens/signing-key.ts'
import { beginSessions, checkCalls, composeCall, ERAS, type Era } from './account-calls.ts'
import { createClient, type Client } from './account-client.ts'
import { measureFlow, type Step, type StepMeasure } from './account-flow.ts'
import { inventPeople, ISSUER, storePeople, signTokens, type People } from './account-people.ts'
import { startBenchPostgres, type BenchPostgres } from './account-postgres.ts'
import { accountCharts, accountFigures } from './account-figures.ts'
import {
  formatAccountReport,
  type AccountResult,
  type CallMeasure,
  type ContestantName,
  type Round,
} from './account-report.ts'
import type { QuestionResult } from './figures.ts'
import { cpuTimeUs, measureLoad, writeMessages, type Measure } from './load/messages.ts'
import { forkServer, startService, type Server } from './load/service.ts'
import type { BenchOptions } from './options.ts'
import { startRedisProcess } from './redis-process.ts'
import { progress } from './report.ts'
import { median } from './timing.ts'

const PEOPLE = 1_000
const CONNECTIONS = 48
/** Mean pause of a connection before a call, in loads below saturation. */
const PACED_QUIET_MS = 20
const PACED_ROUND_TRIP_MS = 1
const ATTEMPTS = 3
const PAUSE_MS = 2000

const FULL = { rounds: 5, seconds: 4, warmUpSeconds: 3, pacedSeconds: 10, flows: 3, persons: 182, codesEach: 7 }
const QUICK = { rounds: 1, seconds: 2, warmUpSeconds: 1, pacedSeconds: 3, flows: 1, persons: 34, codesEach: 7 }

/** A server, a client for it, and the sessions that it has issued. */
interface Contestant extends Server {
  readonly name: ContestantName
  readonly client: Client
  sessions: readonly string[]
}

/**
 * Measures the cost of a tool call in the built service on both kinds of stores. A server of the SDK runs beside it on the
 * same stores.
 */
export async function benchAccount({ entry, quick }: BenchOptions): Promise<QuestionResult> {
  const { codesEach, flows, pacedSeconds, persons, rounds, seconds, warmUpSeconds } = quick ? QUICK : FULL
  const teardown: (() => Promise<void>)[] = []
  try {
    progress('making accounts')
    const key = await generateSigningKey()
    const people = inventPeople(PEOPLE)
    const redis = await startRedisProcess()
    teardown.push(redis.stop)
    const postgres = await startBenchPostgres(teardown)
    const stores = { redisPid: redis.pid, postgres }
    const contestants = await startContestants({ entry, key, people, postgres, redisUrl: redis.url, teardown })

    const calls: Round[] = []
    for (let number = 0; number <= rounds; number++) {
      progress(number === 0 ? 'warm-up' : `calls, round ${number} of ${rounds}`)
      const tokens = await renewTokens(contestants, people, key)
      const length = number === 0 ? warmUpSeconds : seconds
      const round = await runRound(contestants, people, tokens, { ...stores, seconds: length })
      if (number > 0) calls.push(round)
    }

    progress('calls at half of that')
    const tokens = await renewTokens(contestants, people, key)
    const paced: Partial<Record<ContestantName, Measure>> = {}
    for (const contestant of contestants) {
      const most = median(calls.map((round) => round.legacy[contestant.name].requestsPerSecond))
      const connections = Math.max(1, Math.round((most / 2000) * (PACED_QUIET_MS + PACED_ROUND_TRIP_MS)))
      const load = { seconds: pacedSeconds, connections, quietMs: PACED_QUIET_MS }
      paced[contestant.name] = await loadCalls(contestant, people, tokens, 'legacy', load)
    }

    const steps: Partial<Record<ContestantName, Record<Step, StepMeasure>[]>> = {}
    for (let number = 0; number < flows; number++) {
      progress(`ways to tokens, round ${number + 1} of ${flows}`)
      const some = people.all.slice(number * persons, (number + 1) * persons)
      for (const { client, name, pid } of contestants) {
        if (name === 'sdk') continue
        const flow = await measureFlow({ client, people, persons: some, codesEach, cpuTimeUs: () => cpuTimeUs(pid) })
        ;(steps[name] ??= []).push(flow)
      }
    }
    const result: AccountResult = {
      people: PEOPLE,
      connections: CONNECTIONS,
      calls,
      paced: paced as Record<ContestantName, Measure>,
      steps: steps as Record<'shared' | 'embedded', Record<Step, StepMeasure>[]>,
      flowLength: { persons, codesEach },
    }
    return { report: formatAccountReport(result), figures: accountFigures(result), charts: accountCharts(result) }
  } finally {
    for (const stop of teardown.toReversed()) await stop()
  }
}

async function startContestants(options: {
  readonly entry: string
  readonly key: SigningKey
  readonly people: People
  readonly postgres: BenchPostgres
  readonly redisUrl: string
  readonly teardown: (() => Promise<void>)[]
}): Promise<readonly Contestant[]> {
  const { entry, key, people, postgres, redisUrl, teardown } = options
  const database = openDatabase({ url: postgres.url, connections: 1, name: 'bench' })
  await storePeople(database, people, key)
  await database.close()
  const dataDir = await mkdtemp(join(tmpdir(), 'signpost-bench-embedded-'))
  teardown.push(() => rm(dataDir, { recursive: true }))
  // The compiled worker is used, because the TypeScript loader does not reach worker threads.
  const workerFile = join(dirname(resolve(entry)), 'store/embedded/worker.js')
  const engine = await startEmbeddedDatabase({ dataDir, onDeath: console.error, workerFile })
  const embedded = openEmbedded(engine.connect())
  await storePeople(embedded, people, key)
  await embedded.close()
  await engine.close()

  const contestants: Contestant[] = []
  const add = (name: ContestantName, server: Server): void => {
    const client = createClient(server.origin)
    contestants.push({ ...server, name, client, sessions: [] })
    teardown.push(async () => {
      client.close()
      await server.stop()
    })
  }
  const common = { ACCOUNT_URL: ISSUER, TRUSTED_PROXIES: '127.0.0.1/32' }
  const service = (env: Readonly<Record<string, string>>, kept?: string): Promise<Server> =>
    startService({
      host: 'account',
      contentDir: 'content',
      entry,
      env: { ...common, ...env },
      ...(kept === undefined ? {} : { dataDir: kept }),
    })
  add('shared', await service({ DATABASE_URL: postgres.url, REDIS_URL: redisUrl }))
  add('embedded', await service({}, dataDir))
  const entryOfSdk = new URL('peers/account-sdk-child.ts', import.meta.url)
  const { publicJwk } = key
  add('sdk', await forkServer(entryOfSdk, [postgres.url, redisUrl, ISSUER, JSON.stringify(publicJwk)]))
  return contestants
}

/**
 * Signs new tokens, because tokens expire after ten minutes, and begins sessions the first time. Every server has cached
 * the tokens when this returns.
 */
async function renewTokens(
  contestants: readonly Contestant[],
  people: People,
  key: SigningKey,
): Promise<readonly string[]> {
  const tokens = await signTokens(people, key)
  for (const contestant of contestants) {
    const { client, name } = contestant
    if (contestant.sessions.length === 0) {
      // The SDK's server reads the sessions that the service has written.
      const shared = contestants.find((other) => other.name === 'shared')
      contestant.sessions = name === 'sdk' ? (shared?.sessions ?? []) : await beginSessions(client, tokens)
    }
    for (const era of ERAS) await checkCalls(client, people, composeCalls(contestant, people, tokens, era))
  }
  return tokens
}

function composeCalls({ sessions }: Contestant, { all }: People, tokens: readonly string[], era: Era) {
  return all.map((person, position) => composeCall(era, person, tokens[position]!, sessions[position]!))
}

interface Load {
  readonly seconds: number
  readonly connections: number
  readonly quietMs?: number
}

/**
 * Makes the calls of all people in turns, so that nobody comes near the limit of 60 calls in a second. A run in which a
 * call is refused does not count.
 */
async function loadCalls(
  contestant: Contestant,
  people: People,
  tokens: readonly string[],
  era: Era,
  load: Load,
): Promise<Measure> {
  const messages = await writeMessages(composeCalls(contestant, people, tokens, era))
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await measureLoad(contestant, { ...load, messages, addresses: 1 })
      } catch (error) {
        if (attempt === ATTEMPTS) throw error
        // If the machine stalls for a moment, the service gives up on Redis and answers 503.
        progress(`again, since ${String(error)}`)
        await sleep(PAUSE_MS)
      }
    }
  } finally {
    await messages.remove()
  }
}

interface Stores {
  readonly redisPid: number
  readonly postgres: BenchPostgres
}

/** Measures all contestants in turns, so that a busy moment of the machine affects all of them. */
async function runRound(
  contestants: readonly Contestant[],
  people: People,
  tokens: readonly string[],
  { postgres, redisPid, seconds }: Stores & { readonly seconds: number },
): Promise<Round> {
  const round: Record<Era, Partial<Record<ContestantName, CallMeasure>>> = { legacy: {}, modern: {} }
  for (const era of ERAS) {
    for (const contestant of contestants) {
      const before = { redis: cpuTimeUs(redisPid), postgres: postgres.cpuTimeUs() }
      const measure = await loadCalls(contestant, people, tokens, era, { seconds, connections: CONNECTIONS })
      round[era][contestant.name] = {
        ...measure,
        redisCpuUs: (cpuTimeUs(redisPid) - before.redis) / measure.sent,
        postgresCpuUs: (postgres.cpuTimeUs() - before.postgres) / measure.sent,
      }
    }
  }
  return round as Round
}
