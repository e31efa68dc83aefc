import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../timing.ts'
import type { Service } from './service.ts'

/** Metrics that the service reported under load. */
export interface MetricsReport {
  readonly cacheHits: number
  /** Largest value during the load. */
  readonly eventLoopDelayP99Ms: number
  /** Median value during the load, which a single stall of the machine does not affect. */
  readonly usualEventLoopDelayP99Ms: number
}

const CACHE_HITS = 'signpost_cache_hits_total'
const EVENT_LOOP_DELAY_P99 = 'signpost_event_loop_delay_p99_seconds'
const SCRAPE_INTERVAL_MS = 500

/** Reads the metrics during the load, because the delay covers only the last seconds. */
export async function watchMetrics<T>(service: Service, load: Promise<T>): Promise<[T, MetricsReport]> {
  const before = sumOf(await service.metrics(), CACHE_HITS)
  const ended = load.then(() => true)
  const delays: number[] = []
  while (!(await Promise.race([ended, sleep(SCRAPE_INTERVAL_MS, false)]))) {
    delays.push(maxOf(await service.metrics(), EVENT_LOOP_DELAY_P99) * 1000)
  }
  const cacheHits = sumOf(await service.metrics(), CACHE_HITS) - before
  const eventLoopDelay = { eventLoopDelayP99Ms: Math.max(0, ...delays), usualEventLoopDelayP99Ms: median(delays) }
  return [await load, { cacheHits, ...eventLoopDelay }]
}

function sumOf(text: string, name: string): number {
  return valuesOf(text, name).reduce((sum, value) => sum + value, 0)
}

function maxOf(text: string, name: string): number {
  return Math.max(...valuesOf(text, name))
}

/** @returns the values of one metric in Prometheus text, with any labels */
function valuesOf(text: string, name: string): number[] {
  const values = text.split('\n').flatMap((line) => {
    const match = /^([\w:]+)(?:\{.*\})? (\S+)$/.exec(line)
    return match?.[1] === name ? [Number(match[2])] : []
  })
  if (values.length === 0) throw new Error(`the service has no metric ${name}`)
  return values
}
