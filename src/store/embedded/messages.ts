import type { MessagePort } from 'node:worker_threads'

/** To the thread of the embedded database, from the one that started it. */
export type EngineCommand =
  /** Somebody is at the other end of the port, with `ChannelMessage`s. */
  | { readonly type: 'connect'; readonly port: MessagePort }
  | { readonly type: 'ping' }
  /** Finish what runs, close the files and end. */
  | { readonly type: 'close' }

export type EngineEvent =
  | { readonly type: 'ready' }
  | { readonly type: 'pong' }
  /** An operator should know; the thread goes on. */
  | { readonly type: 'fault'; readonly message: string; readonly cause: unknown }
  /** It could not start; the thread ends. */
  | { readonly type: 'refused'; readonly reason: string }

/** What the thread is started with. */
export interface EngineInput {
  /** Absolute; made when it is missing. */
  readonly folder: string
}

/**
 * Bytes of one connection of the wire protocol of PostgreSQL (version 3, from after its start), either way: all that a client
 * writes at once is one message, and so is all that answers it. Null: the connection has ended.
 */
export interface ChannelMessage {
  /** Picked by the client; unique on its port. */
  readonly channel: number
  readonly bytes: Uint8Array<ArrayBuffer> | null
}
