import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../timing.ts'
import type { Service } from './service.ts'

/** What the service said of itself while it was under load. */
export interface MetricsReport {
  readonly cacheHits: number
  /** The largest that was seen. */
  readonly eventLoopDelayP99Ms: number
  /** The median of what was seen: one pause of the machine is not in it. */
  readonly usualEventLoopDelayP99Ms: number
}

const CACHE_HITS = 'signpost_cache_hits_total'
const EVENT_LOOP_DELAY_P99 = 'signpost_event_loop_delay_p99_seconds'
const SCRAPE_INTERVAL_MS = 500

/** Reads the metrics while the load lasts, since the delay is of the last seconds only. */
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

/** The values of one metric in Prometheus text, whatever their labels. */
function valuesOf(text: string, name: string): number[] {
  const values = text.split('\n').flatMap((line) => {
    const match = /^([\w:]+)(?:\{.*\})? (\S+)$/.exec(line)
    return match?.[1] === name ? [Number(match[2])] : []
  })
  if (values.length === 0) throw new Error(`the service has no metric ${name}`)
  return values
}
