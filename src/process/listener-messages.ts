import type { MessagePort } from 'node:worker_threads'
import type { Counted } from '../analytics/counted.ts'
import type { Config } from '../config/config.ts'
import type { HostName } from '../config/env.ts'
import type { DegradedCode, Generation } from '../generation/generation.ts'
import type { FollowState } from '../generation/follow/follow-state.ts'
import type { SharedMetrics } from '../http/observe/metrics.ts'
import type { KeyState } from '../tokens/key-keeper.ts'

/** Port of each host that is served. */
export type HostPorts = Readonly<Partial<Record<HostName, number>>>

/** Start parameters of a listener thread. */
export interface ListenerInput {
  /** Number of the thread, from 0; it names the thread in the log. */
  readonly position: number
  readonly config: Config
  readonly searchThreads: number
  readonly tokenThreads: number
}

/**
 * A host that a listener is to serve from now on, on its port; 0 takes any free port, which `serves` reports. Where the
 * generation has nothing for the host, it listens and answers 503, until the command comes again.
 */
export type ServeInput = { readonly port: number } & (
  | { readonly host: 'docs' }
  | { readonly host: 'icons'; readonly keys: KeyState }
  | { readonly host: 'account'; readonly account: AccountInput }
)

/** Initial state of the account host. */
export interface AccountInput {
  /** Port to the embedded database; null with PostgreSQL. */
  readonly port: MessagePort | null
  /** Whether the tables exist; if not, `database` reports when they do. */
  readonly databaseReady: boolean
}

/** Command from the main thread. */
export type ListenerCommand =
  | ({ readonly type: 'serve' } & ServeInput)
  | { readonly type: 'swap'; readonly generation: Generation }
  /** Announces what the generation lacks, where that has changed without a new generation. */
  | { readonly type: 'degraded'; readonly degraded: readonly DegradedCode[] }
  /** Tells how far the node follows what is published. */
  | { readonly type: 'followed'; readonly state: FollowState }
  /** Ends a generation of documentation for those who name it. */
  | { readonly type: 'withdraw'; readonly content: string }
  /** Replaces the key that signs the credentials of the icons host. */
  | { readonly type: 'keys'; readonly keys: KeyState }
  /** Reports that the tables of the account host exist. */
  | { readonly type: 'database' }
  /** Hands the account database to another process: write pending records now, and use it no more. */
  | { readonly type: 'database-leaves' }
  /** Announces other signing keys for the tokens of the account host. */
  | { readonly type: 'account-keys' }
  /** Asks to finish the work under way and end. */
  | { readonly type: 'drain' }

/** Event to the main thread. */
export type ListenerEvent =
  | { readonly type: 'serves'; readonly host: HostName; readonly port: number; readonly metrics: SharedMetrics }
  /** Reports a host that could not be served; the thread ends. */
  | { readonly type: 'refused'; readonly reason: string }
  /** Reports that this thread no longer uses the database of the account host. */
  | { readonly type: 'database-left' }
  /** Hands over what readers did since the last one, where that is counted. */
  | { readonly type: 'counted'; readonly counted: readonly Counted[] }
  | { readonly type: 'swapped'; readonly generation: number }
  /** Asks to look at the pointer, since a client named a generation that this node has never served. */
  | { readonly type: 'wake' }
  /** Reports that this thread and its workers no longer use an earlier generation. */
  | { readonly type: 'released'; readonly oldest: number }
