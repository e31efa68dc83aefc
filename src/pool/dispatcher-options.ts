import type { Generation } from '../generation/generation.ts'
import type { WorkerSettings } from './tasks.ts'

export interface DispatcherOptions {
  /** Worker threads. */
  readonly workers: number
  /** Queries that may wait for a worker; the next is refused. */
  readonly queueLimit: number
  /** Pages that may wait to be rendered. */
  readonly htmlQueueLimit: number
  /** Time from the turn of the event loop in which a query arrives to its answer. */
  readonly timeoutMs: number
  /** Time past the deadline of a query from which its worker is stuck. Default: as `WorkerOptions`. */
  readonly stuckAfterMs?: number
  /** Whether each thread of the process has a core, so that one may look out for work without taking another's. Default: no. */
  readonly ownCores?: boolean
  /** Null if there is none yet. The workers start all the same; `swap` brings it, and then `ready` has them open it. */
  readonly generation: Generation | null
  readonly settings: WorkerSettings
  /** Bytes of the ring of answers of each worker, a power of two. Default: as `createRingMemory`. */
  readonly ringBytes?: number
  /** Module that exports `serve`. Default: `src/threads/search-worker.ts`. */
  readonly workerFile?: string
  /** Receives what an operator should know: dead and stuck workers, failed queries. */
  readonly onFault: (message: string, cause: unknown) => void
  /** Receives the oldest generation that this thread or its workers still use. */
  readonly onReleased: (oldest: number) => void
}

/** For metrics. Counters grow from the start; the rest is the state now. */
export interface DispatcherStats {
  readonly queued: number
  readonly workers: number
  readonly workersUp: number
  /** Milliseconds that all workers together have had something to do. */
  readonly busyMs: number
  readonly restarts: number
}
