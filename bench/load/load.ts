import { median, PERCENTILES } from '../timing.ts'

/** What a load generator found in one run. */
export interface LoadReport {
  readonly requestsPerSecond: number
  /** As the client sees it with every connection busy. */
  readonly p50Ms: number
  readonly p99Ms: number
  /** Latencies at `PERCENTILES`. */
  readonly percentilesMs: readonly number[]
  readonly maxMs: number
  /** Requests without an answer and answers other than 2xx and 3xx. */
  readonly failures: number
  /** Requests written, those that the end of the run cut off included. */
  readonly sent: number
}

/** Of slices of one load: rates and latencies are medians, each by itself; the largest latency is that of all. */
export function joinSlices(slices: readonly LoadReport[]): LoadReport {
  const middle = (of: (slice: LoadReport) => number): number => median(slices.map(of))
  const sum = (of: (slice: LoadReport) => number): number => slices.reduce((total, slice) => total + of(slice), 0)
  return {
    requestsPerSecond: middle((slice) => slice.requestsPerSecond),
    p50Ms: middle((slice) => slice.p50Ms),
    p99Ms: middle((slice) => slice.p99Ms),
    percentilesMs: PERCENTILES.map((_, place) => middle((slice) => slice.percentilesMs[place]!)),
    maxMs: Math.max(...slices.map((slice) => slice.maxMs)),
    failures: sum((slice) => slice.failures),
    sent: sum((slice) => slice.sent),
  }
}

/** Unless a load says otherwise. */
export const CONNECTIONS = 64

/** A part of many paths that lie in a file, one a line. */
export interface PathRange {
  readonly file: string
  /** How many to pass over, and how many to use, from the first again after the last. */
  readonly skip: number
  readonly count: number
}
