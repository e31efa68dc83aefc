import type { MessagePort } from 'node:worker_threads'
import type { Config } from '../config/config.ts'
import type { HostName } from '../config/env.ts'
import type { Generation } from '../generation/generation.ts'
import type { SharedMetrics } from '../http/observe/metrics.ts'
import type { KeyState } from '../tokens/key-keeper.ts'

/** Port of each host that is served. */
export type HostPorts = Readonly<Partial<Record<HostName, number>>>

/** What a listener thread is started with. */
export interface ListenerInput {
  /** From 0; names the thread in the log. */
  readonly position: number
  readonly config: Config
  readonly searchThreads: number
  readonly tokenThreads: number
}

/** What a listener serves to begin with. */
export interface ServeInput {
  /** Of each host that is served; 0 takes any free port, `ready` tells which. */
  readonly ports: HostPorts
  readonly generation: Generation
  /** Of the icons host; null where it is not served. */
  readonly keys: KeyState | null
  readonly account: AccountInput | null
}

/** Of the account host. */
export interface AccountInput {
  /** To the embedded database; null: PostgreSQL. */
  readonly port: MessagePort | null
  /** Whether the tables are there; if not, `database` tells when. */
  readonly databaseReady: boolean
}

/** From the main thread. The first is `serve`, or `drain` when there is nothing to serve. */
export type ListenerCommand =
  | ({ readonly type: 'serve' } & ServeInput)
  | { readonly type: 'swap'; readonly generation: Generation }
  /** The key that signs the credentials of the icons host is another one. */
  | { readonly type: 'keys'; readonly keys: KeyState }
  /** The database of the account host has its tables now. */
  | { readonly type: 'database' }
  /** The database of the account host goes to another process: what is noted is to be written now, and nothing asked of it after. */
  | { readonly type: 'database-leaves' }
  /** Other keys may sign the tokens of the account host. */
  | { readonly type: 'account-keys' }
  /** Finish what is under way and end. */
  | { readonly type: 'drain' }

/** To the main thread. */
export type ListenerEvent =
  | { readonly type: 'ready'; readonly ports: HostPorts; readonly metrics: readonly SharedMetrics[] }
  /** It could not start; the thread ends. */
  | { readonly type: 'refused'; readonly reason: string }
  /** Nothing will be asked of the database of the account host any more. */
  | { readonly type: 'database-left' }
  | { readonly type: 'swapped'; readonly generation: number }
  /** Nothing in this thread or its workers uses a generation before this one any more. */
  | { readonly type: 'released'; readonly oldest: number }
