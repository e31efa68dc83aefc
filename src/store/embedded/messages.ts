import type { MessagePort } from 'node:worker_threads'

/** Command to the thread of the embedded database, from the thread that started it. */
export type EngineCommand =
  /** A client is at the other end of the port, with `ChannelMessage`s. */
  | { readonly type: 'connect'; readonly port: MessagePort }
  | { readonly type: 'ping' }
  /** The database is copied to a new folder, as it is between two statements. */
  | { readonly type: 'copy'; readonly folder: string }
  /** The thread finishes running work, closes the files and ends. */
  | { readonly type: 'close' }

export type EngineEvent =
  | { readonly type: 'ready' }
  | { readonly type: 'pong' }
  /** A fault for the operator; the thread continues. */
  | { readonly type: 'fault'; readonly message: string; readonly cause: unknown }
  /** Changes are refused for that reason; null: they are possible again. */
  | { readonly type: 'read-only'; readonly reason: string | null }
  /** The copy to that folder is made; with a reason, it failed and was removed. */
  | { readonly type: 'copied'; readonly folder: string; readonly reason: string | null }
  /** The thread could not start, and ends. */
  | { readonly type: 'refused'; readonly reason: string }

/** Input of the thread. */
export interface EngineInput {
  /** Absolute path, created when it is missing. */
  readonly folder: string
  /** Silence after which a transaction ends; absent: 3 s. */
  readonly silenceLimitMs?: number
}

/**
 * Bytes of one connection of the PostgreSQL wire protocol (version 3, after its start-up), in either direction. All bytes that a
 * client writes at once are one message, and so is the whole answer. Null: the connection has ended.
 */
export interface ChannelMessage {
  /** Channel id, chosen by the client and unique on its port. */
  readonly channel: number
  readonly bytes: Uint8Array<ArrayBuffer> | null
}
