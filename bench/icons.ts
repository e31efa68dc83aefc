import type { QuestionResult } from './figures.ts'
import { formatIconsReport, iconsCharts, iconsFigures, type IconsLoad, type IconsResult } from './icons-report.ts'
import { sampleAnswers, type Answers } from './load/answers.ts'
import { composeIconQueries } from './load/icon-queries.ts'
import { measureLoad, writeMessages, type Measure, type MessageFile } from './load/messages.ts'
import { startNodeServer, startRawServer, startService, type Server } from './load/service.ts'
import type { BenchOptions } from './options.ts'
import { startIconify } from './peers/iconify.ts'
import { progress } from './report.ts'

const CONNECTIONS = 48
/** The smallest limit that the peer accepts. */
const LIMIT = 32
/** Number of results for which our answers are about as long as the peer's, which contain only the names of icons. */
const FEW = 2
/** Clients behind the load generator, which acts as one proxy. None of them reaches its 120 requests a minute. */
const ADDRESSES = 200_000
/**
 * A smaller number of clients that still keeps the limit. It shows the cost of counting when the table fits better into the
 * processor's caches.
 */
const FEWER_ADDRESSES = 20_000
/** One word with many results. Its repetition is the best case of a server. */
const ONE_QUERY = 'rain'

const FULL = { rounds: 3, seconds: 4, warmUpSeconds: 2 }
const QUICK = { rounds: 1, seconds: 1, warmUpSeconds: 1 }

/** Measures icon search over HTTP beside Iconify's API server with the same sets. */
export async function benchIcons({ entry, quick }: BenchOptions): Promise<QuestionResult> {
  const { rounds, seconds, warmUpSeconds } = quick ? QUICK : FULL
  const teardown: (() => Promise<void>)[] = []
  const open = async (server: Promise<Server>): Promise<Server> => {
    const opened = await server
    teardown.push(opened.stop)
    return opened
  }
  try {
    progress('starting the servers')
    const env = { TRUSTED_PROXIES: '127.0.0.1/32' }
    const own = await open(startService({ host: 'icons', contentDir: 'content', entry, env }))
    const uncached = await open(
      startService({ host: 'icons', contentDir: 'content', entry, env: { ...env, CACHE_MIB: '0' } }),
    )
    const peer = await open(startIconify())
    const queries = await composeIconQueries(own.origin)
    const loads = await composeLoads({ own, uncached, peer }, queries, open)
    teardown.push(...loads.map(({ messages }) => messages.remove))
    const measured: Measure[][] = loads.map(() => [])
    for (let round = 0; round <= rounds; round++) {
      progress(round === 0 ? 'warm-up' : `round ${round} of ${rounds}`)
      for (const [place, { addresses, messages, server }] of loads.entries()) {
        const load = { messages, addresses, connections: CONNECTIONS, seconds: round === 0 ? warmUpSeconds : seconds }
        const measure = await measureLoad(server, load)
        if (round > 0) measured[place]!.push(measure)
      }
    }
    const result: IconsResult = {
      connections: CONNECTIONS,
      queries: queries.length,
      limit: LIMIT,
      addresses: ADDRESSES,
      fewerAddresses: FEWER_ADDRESSES,
      oneQuery: ONE_QUERY,
      few: FEW,
      loads: loads.map(({ answers, key }, place) => ({ key, meanBytes: answers.meanBytes, rounds: measured[place]! })),
    }
    return { report: formatIconsReport(result), figures: iconsFigures(result), charts: iconsCharts(result) }
  } finally {
    for (const stop of teardown.toReversed()) await stop()
  }
}

interface Load {
  readonly key: IconsLoad
  readonly server: Server
  readonly messages: MessageFile
  readonly addresses: number
  readonly answers: Answers
}

async function composeLoads(
  { own, peer, uncached }: Readonly<Record<'own' | 'peer' | 'uncached', Server>>,
  queries: readonly string[],
  open: (server: Promise<Server>) => Promise<Server>,
): Promise<Load[]> {
  const ownPaths = (limit: number, some = queries): string[] =>
    some.map((query) => `/api/v1/icons?limit=${limit}&q=${encodeURIComponent(query)}`)
  const peerPaths = (some = queries): string[] =>
    some.map((query) => `/search?limit=${LIMIT}&query=${encodeURIComponent(query)}`)
  const load = async (
    key: IconsLoad,
    server: Server,
    paths: readonly string[],
    more: { readonly addresses?: number; readonly coding?: string } = {},
  ): Promise<Load> => {
    const { addresses = ADDRESSES, coding } = more
    const fields: Record<string, string> = coding === undefined ? {} : { 'Accept-Encoding': coding }
    const messages = await writeMessages(paths.map((path) => ({ path, fields })))
    return { key, server, messages, addresses, answers: await sampleAnswers(server.origin, paths) }
  }
  const cached = await load('own', own, ownPaths(LIMIT))
  const asked = await load('peer', peer, peerPaths())
  const yardstick = async (key: IconsLoad, start: typeof startNodeServer, { answers }: Load): Promise<Load> =>
    load(key, await open(start(answers.typical)), ['/'])
  return [
    cached,
    asked,
    await load('uncached', uncached, ownPaths(LIMIT)),
    await load('short', own, ownPaths(FEW)),
    await load('coded', own, ownPaths(LIMIT), { coding: 'gzip' }),
    await load('fewer', own, ownPaths(LIMIT), { addresses: FEWER_ADDRESSES }),
    await load('one', own, ownPaths(LIMIT, [ONE_QUERY])),
    await load('peerOne', peer, peerPaths([ONE_QUERY])),
    await yardstick('raw', startRawServer, cached),
    await yardstick('node', startNodeServer, cached),
    await yardstick('nodeShort', startNodeServer, asked),
  ]
}
