/** What a load generator found in one run. */
export interface LoadReport {
  readonly requestsPerSecond: number
  /** As the client sees it with every connection busy. */
  readonly p50Ms: number
  readonly p99Ms: number
  /** Requests without an answer and answers other than 2xx and 3xx. */
  readonly failures: number
  /** Requests written, those that the end of the run cut off included. */
  readonly sent: number
}

export const CONNECTIONS = 64

/** A part of many paths that also lie in a file, one a line, in the same order. */
export interface PathRange {
  readonly all: readonly string[]
  readonly file: string
  readonly skip: number
  readonly count: number
}

export interface LoadGenerator {
  readonly name: string
  /** The same request over and over. */
  readonly loadOne: (origin: string, path: string, seconds: number) => Promise<LoadReport>
  /** One path of the range after another, from the first again after the last. */
  readonly loadEach: (origin: string, range: PathRange, seconds: number) => Promise<LoadReport>
}
