import { median, PERCENTILES } from '../timing.ts'

/** Results of a load generator in one run. */
export interface LoadReport {
  readonly requestsPerSecond: number
  /** Latency that the client sees while every connection is busy. */
  readonly p50Ms: number
  readonly p99Ms: number
  /** Latencies at `PERCENTILES`. */
  readonly percentilesMs: readonly number[]
  readonly maxMs: number
  /** Requests without an answer, and answers other than 2xx and 3xx. */
  readonly failures: number
  /** Requests written, including those that the end of the run interrupted. */
  readonly sent: number
}

/** Joins slices of one load. Rates and latencies are separate medians; the largest latency is that of all slices. */
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

/** Default number of connections of a load. */
export const CONNECTIONS = 64

/** A range of the paths in a file with one path on each line. */
export interface PathRange {
  readonly file: string
  /** Number of paths to skip, and number of paths to use. They repeat from the first after the last. */
  readonly skip: number
  readonly count: number
}
