import { performance } from 'node:perf_hooks'
import type { MessagePort } from 'node:worker_threads'
import type { Generation } from '../generation/generation.ts'
import type { KernelChoice } from '../engine/native/kernel-choice.ts'
import type { AssertionJob } from '../tokens/client-assertion.ts'
import type { SignJob, VerifyJob } from '../tokens/token-workers.ts'
import type { AssetUrls } from '../web/static-files.ts'
import type { Locale } from '../shared/locale.ts'
import { machineMs } from '../shared/processes.ts'
import type { RingMemory } from './ring/ring-memory.ts'

/** The one task of a search worker, which lasts as long as it does. */
export interface ServeTask {
  readonly memory: RingMemory
  /** For what has no place in the ring, in both directions; a message of `null` says that there are answers in the ring. */
  readonly port: MessagePort
  readonly habits: WorkerHabits
}

/** When a worker wakes its listener, and when it lets itself be woken. */
export interface WorkerHabits {
  /** Answers that wait for a sleeping listener before it is woken. */
  readonly announceAfter: number
  /** Milliseconds for which a worker that was busy looks for more, before it sleeps. */
  readonly lookoutMs: number
}

/** What comes by the port, in the order of the slots that announce it. */
export type MessageTask = OpenTask | HtmlTask | LongSearchTask

/** Answered by an empty record. */
export interface OpenTask {
  readonly kind: 'open'
  /** A generation that the worker was not given before. */
  readonly share: Generation | null
  /** The worker forgets every generation before this one: nothing in flight names them any more. */
  readonly oldest: number
}

/** Answered with a whole HTML document. */
export interface HtmlTask {
  readonly kind: 'html'
  readonly generation: number
  readonly locale: Locale
  readonly path: string
}

/** A query that no slot has room for. */
export interface LongSearchTask {
  readonly kind: 'search'
  readonly generation: number
  readonly query: string
  readonly shape: number
  readonly deadlineMs: number
}

export type TokenJob =
  | { readonly type: 'sign'; readonly job: SignJob }
  | { readonly type: 'verify'; readonly job: VerifyJob }
  | { readonly type: 'assertion'; readonly job: AssertionJob }

/** One message to a token thread. */
export interface TokenTask {
  readonly jobs: readonly TokenJob[]
}

/** What a search worker is started with. */
export interface WorkerSettings {
  readonly assets: AssetUrls
  readonly kernel: KernelChoice
  /** Origins of other sites whose images pages show. */
  readonly imageOrigins: readonly string[]
  /** Whether pages ask for feedback and report clicks, which are counted; default false. */
  readonly counted?: boolean
}

const clockOffsetMs = machineMs() - performance.now()

/** The same moment by `performance.now()` of this thread. */
export function threadMs(ms: number): number {
  return ms - clockOffsetMs
}

/** Milliseconds on a clock that all threads of the process share and that never goes back. */
export function monotonicMs(): number {
  return performance.now() + clockOffsetMs
}
