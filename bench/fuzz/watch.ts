import { setTimeout as sleep } from 'node:timers/promises'
import type { FuzzedService } from './fuzzed-service.ts'

const INTERVAL_MS = 1000

/** Measurements of the service at one time. */
export interface Sample {
  /** Time of the sample in milliseconds, by `performance.now()`. */
  readonly at: number
  readonly residentBytes: number
  /** The listener's delay in a window of up to ten seconds, or null if the metrics did not answer. */
  readonly delay: Delay | null
}

export interface Delay {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

export interface Watch {
  readonly samples: readonly Sample[]
  stop(): Promise<void>
}

/** Takes a sample of the service every second. */
export function watchService(service: FuzzedService): Watch {
  const samples: Sample[] = []
  let stopped = false
  const watching = (async () => {
    while (!stopped && service.ended === null) {
      const sample = await takeSample(service).catch(() => null)
      if (sample !== null) samples.push(sample)
      await sleep(INTERVAL_MS)
    }
  })()
  return {
    samples,
    async stop() {
      stopped = true
      await watching
    },
  }
}

async function takeSample(service: FuzzedService): Promise<Sample> {
  const residentBytes = await service.residentBytes()
  const text = await service.metrics().catch(() => '')
  const delay = { p50Ms: gauge(text, 'p50'), p99Ms: gauge(text, 'p99'), maxMs: gauge(text, 'max') }
  return { at: performance.now(), residentBytes, delay: text === '' ? null : delay }
}

/** @returns the largest value of all hosts, in milliseconds. They share a thread, and each has its own timer. */
function gauge(text: string, name: string): number {
  const lines = text.matchAll(new RegExp(`^signpost_event_loop_delay_${name}_seconds(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))
  return Math.max(0, ...[...lines].map(([, value]) => Number(value) * 1000))
}
