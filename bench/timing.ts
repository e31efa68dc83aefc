/** Percentiles at which latencies are recorded, for plots of their distribution. */
export const PERCENTILES = [0.5, 0.75, 0.9, 0.95, 0.99, 0.995, 0.999] as const

/** Results of one round of queries on one thread. */
export interface Round {
  readonly queriesPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Latencies at `PERCENTILES`. */
  readonly percentilesMs: readonly number[]
  /**
   * Percentiles over the median time of each query in its passes, which excludes occasional effects of the machine. Null
   * for a single pass.
   */
  readonly typical: { readonly p50Ms: number; readonly p99Ms: number } | null
}

/** Results of a round that do not depend on its single queries. */
export type Timings = Omit<Round, 'typical'>

/** Length of the measurement of constant work. */
const EVEN_MS = 300
const CALIBRATION_TURNS = 200_000

/**
 * Runs whole passes over the queries until the round is long enough. Every query is timed on its own. If there are several
 * passes, the first one is not timed, because earlier work has filled the caches with other data.
 *
 * @param minimumMs Shortest length of the round. With 0 there is a single pass.
 * @throws {Error} if there are no queries
 */
export function timeRound(queries: readonly string[], run: (query: string) => void, minimumMs: number): Round {
  if (queries.length === 0) throw new Error('no queries to time')
  if (minimumMs > 0) for (const query of queries) run(query)
  const latencies: number[] = []
  const start = performance.now()
  let before = start
  do {
    for (const query of queries) {
      run(query)
      const after = performance.now()
      latencies.push(after - before)
      before = after
    }
  } while (before - start < minimumMs)
  return { ...summarise(latencies, before - start), typical: typicalOf(latencies, queries.length) }
}

/**
 * Measures the spread that the machine alone causes, by interruptions and by neighbours on virtual machines. The measurement
 * takes 0.3 seconds.
 *
 * @param lengthMs Approximate length of the work.
 * @returns p99 ÷ p50
 */
export function spreadOfEvenWork(lengthMs: number): number {
  work(CALIBRATION_TURNS)
  const calibration = performance.now()
  work(CALIBRATION_TURNS)
  const turns = Math.max(1, Math.round((lengthMs * CALIBRATION_TURNS) / (performance.now() - calibration)))
  const latencies: number[] = []
  const start = performance.now()
  for (let before = start; before - start < EVEN_MS;) {
    work(turns)
    const after = performance.now()
    latencies.push(after - before)
    before = after
  }
  const sorted = Float64Array.from(latencies).sort()
  return percentile(sorted, 0.99) / percentile(sorted, 0.5)
}

let worked = 1

function work(turns: number): void {
  let x = worked
  for (let i = 0; i < turns; i++) x = Math.imul(x ^ i, 0x5bd1e995) ^ (x >>> 15)
  worked = x
}

/** @param latenciesMs Latencies of whole passes over `queryCount` queries, one pass after another. */
export function typicalOf(latenciesMs: readonly number[], queryCount: number): Round['typical'] {
  const passes = latenciesMs.length / queryCount
  if (passes === 1) return null
  const each = Float64Array.from({ length: queryCount }, (_, query) =>
    median(Array.from({ length: passes }, (_, pass) => latenciesMs[pass * queryCount + query]!)),
  ).sort()
  return { p50Ms: percentile(each, 0.5), p99Ms: percentile(each, 0.99) }
}

export function summarise(latenciesMs: readonly number[], elapsedMs: number): Timings {
  const sorted = Float64Array.from(latenciesMs).sort()
  return {
    queriesPerSecond: (latenciesMs.length / elapsedMs) * 1000,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    percentilesMs: PERCENTILES.map((part) => percentile(sorted, part)),
  }
}

/** @returns the nearest-rank percentile of sorted numbers, or NaN if there are none */
export function percentile(sorted: ArrayLike<number>, part: number): number {
  const rank = Math.max(1, Math.ceil(part * sorted.length))
  return sorted[rank - 1] ?? Number.NaN
}

/** @returns the middle value, or the mean of the two middle ones, or NaN if there are none */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  if (sorted.length % 2 === 1) return sorted[middle]!
  return (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Computes a separate median for each figure, because the round with the median rate need not have the median p99. */
export function medianRound(rounds: readonly Timings[]): Timings {
  return {
    queriesPerSecond: median(rounds.map((round) => round.queriesPerSecond)),
    p50Ms: median(rounds.map((round) => round.p50Ms)),
    p99Ms: median(rounds.map((round) => round.p99Ms)),
    percentilesMs: medianPercentiles(rounds),
  }
}

/** Points for a plot of latencies: the median of the rounds at each of `PERCENTILES`. */
export function latencyPoints(rounds: readonly { readonly percentilesMs: readonly number[] }[]): [number, number][] {
  return medianPercentiles(rounds).map((ms, place) => [PERCENTILES[place]!, ms])
}

function medianPercentiles(rounds: readonly { readonly percentilesMs: readonly number[] }[]): number[] {
  return PERCENTILES.map((_, place) => median(rounds.map((round) => round.percentilesMs[place]!)))
}

/**
 * @returns a generator of numbers in [0, 1) that are the same in every run (minimal standard generator of Park and Miller)
 */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return (state - 1) / 2_147_483_646
  }
}

/** @returns a shuffled copy, which is the same for the same seed */
export function shuffle<T>(items: readonly T[], seed: number): T[] {
  const copy = [...items]
  const random = createRandom(seed)
  for (let i = copy.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[copy[i], copy[j]] = [copy[j]!, copy[i]!]
  }
  return copy
}
