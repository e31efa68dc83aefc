import type { MessagePort } from 'node:worker_threads'
import type { Counted } from '../analytics/counted.ts'
import type { Config } from '../config/config.ts'
import type { HostName } from '../config/env.ts'
import type { Generation } from '../generation/generation.ts'
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

/** Initial state that a listener serves. */
export interface ServeInput {
  /** Port of each host that is served; 0 takes any free port, which `ready` reports. */
  readonly ports: HostPorts
  readonly generation: Generation
  /** Key of the icons host; null when that is not served. */
  readonly keys: KeyState | null
  readonly account: AccountInput | null
}

/** Initial state of the account host. */
export interface AccountInput {
  /** Port to the embedded database; null with PostgreSQL. */
  readonly port: MessagePort | null
  /** Whether the tables exist; if not, `database` reports when they do. */
  readonly databaseReady: boolean
}

/** Command from the main thread. The first is `serve`, or `drain` when there is nothing to serve. */
export type ListenerCommand =
  | ({ readonly type: 'serve' } & ServeInput)
  | { readonly type: 'swap'; readonly generation: Generation }
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
  | { readonly type: 'ready'; readonly ports: HostPorts; readonly metrics: readonly SharedMetrics[] }
  /** Reports a failed start; the thread ends. */
  | { readonly type: 'refused'; readonly reason: string }
  /** Reports that this thread no longer uses the database of the account host. */
  | { readonly type: 'database-left' }
  /** Hands over what readers did since the last one, where that is counted. */
  | { readonly type: 'counted'; readonly counted: readonly Counted[] }
  | { readonly type: 'swapped'; readonly generation: number }
  /** Reports that this thread and its workers no longer use an earlier generation. */
  | { readonly type: 'released'; readonly oldest: number }
