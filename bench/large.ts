import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listFamilies } from './corpus.ts'
import type { QuestionResult } from './figures.ts'
import type { Built, LargeJob, LargeRequest, Loaded } from './large-child.ts'
import { formatLargeReport, largeCharts, largeFigures, type LargeSize } from './large-report.ts'
import type { BenchOptions } from './options.ts'
import type { Quality } from './quality.ts'
import { untilQuiet } from './quiet.ts'
import { progress } from './report.ts'
import type { Round } from './timing.ts'
import { nextMessage } from './next-message.ts'

const FULL = { pages: [15_000, 60_000, 250_000, 1_000_000], rounds: 5, minimumMs: 2_000 }
const QUICK = { pages: [15_000, 60_000], rounds: 1, minimumMs: 500 }
const QUERIES = 2_000
const BUILD_HEAP_MIB = 4096

const CHILD = fileURLToPath(new URL('large-child.ts', import.meta.url))

/**
 * Measures how build, memory and the cost of a query grow with the pages. One process builds each size, and another process
 * loads it from its file and searches it. All sizes are timed in turns, so that ratios compare the same period.
 */
export async function benchLarge({ corpus, pages, quick }: BenchOptions): Promise<QuestionResult> {
  const { minimumMs, pages: allPages, rounds } = quick ? QUICK : FULL
  const family = listFamilies(corpus)[0]!
  const folder = await mkdtemp(join(tmpdir(), 'signpost-bench-large-'))
  const searchers: Child[] = []
  try {
    const sizes: LargeSize[] = []
    for (const count of pages ?? allPages) {
      progress(`building ${count} pages`)
      const file = join(folder, String(count))
      const builder = start({ step: 'build', corpus, family, pages: count, queries: QUERIES, file })
      const built = (await builder.next()) as Built
      await builder.ended
      progress(`  ${built.buildSeconds.toFixed(1)} s, ${(built.indexBytes / 2 ** 20).toFixed(0)} MiB`)
      const searcher = start({ step: 'search', file, record: built.record })
      searchers.push(searcher)
      const loaded = (await searcher.next()) as Loaded
      await rm(file)
      const rounds = loaded.kernels.map((kernel) => ({ kernel, rounds: [] }))
      sizes.push({ built, loaded, quality: (await ask(searcher, built)) as Quality, timed: rounds })
    }
    for (let round = 0; round <= rounds; round++) {
      progress(round === 0 ? 'warm-up' : `round ${round} of ${rounds}`)
      for (const [i, size] of sizes.entries()) {
        const queries = size.built.queries.map(({ query }) => query)
        for (const { kernel, rounds: done } of size.timed) {
          if (round > 0) await untilQuiet()
          searchers[i]!.send({ ask: 'round', kernel, queries, minimumMs })
          const timed = (await searchers[i]!.next()) as Round
          if (round > 0) done.push(timed)
        }
      }
    }
    return { report: formatLargeReport(sizes), figures: largeFigures(sizes), charts: largeCharts(sizes) }
  } finally {
    for (const { stop } of searchers) await stop()
    await rm(folder, { recursive: true })
  }
}

function ask(searcher: Child, built: Built): Promise<unknown> {
  searcher.send({ ask: 'quality', items: built.queries })
  return searcher.next()
}

interface Child {
  send(request: LargeRequest): void
  next(): Promise<unknown>
  readonly ended: Promise<unknown>
  readonly stop: () => Promise<void>
}

function start(job: LargeJob): Child {
  const execArgv = [...process.execArgv, '--expose-gc']
  if (job.step === 'build') execArgv.push(`--max-old-space-size=${BUILD_HEAP_MIB}`)
  const child = fork(CHILD, [JSON.stringify(job)], { execArgv, serialization: 'advanced' })
  const ended = once(child, 'exit')
  return {
    send: (request) => void child.send(request),
    next: () => nextMessage(child),
    ended,
    stop: async () => {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
