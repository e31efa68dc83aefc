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

/** Paths of a file, one a line, of which a run uses a part. */
export interface PathFile {
  readonly file: string
  readonly skip: number
  readonly count: number
}
