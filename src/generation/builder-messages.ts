import type { Generation } from './generation.ts'
import type { PrepareRequest } from './prepare.ts'

/** Input of the builder thread. */
export type BuilderInput = PrepareRequest

/** Message of the builder thread; `done` or `failed` is the last. */
export type BuilderMessage =
  | { readonly type: 'progress'; readonly stage: string; readonly done: number; readonly total: number }
  | {
      readonly type: 'log'
      readonly level: 'info' | 'warn'
      readonly message: string
      readonly details: Readonly<Record<string, unknown>>
    }
  | { readonly type: 'faults'; readonly first: readonly string[]; readonly count: number }
  | { readonly type: 'done'; readonly outcome: 'unchanged' }
  | {
      readonly type: 'done'
      readonly outcome: 'built' | 'loaded'
      readonly generation: Generation
      readonly fingerprint: string
      /** Descriptors opened by the builder thread and closed by the main thread. */
      readonly descriptors: readonly number[]
    }
  /** Only the text is sent, because errors lose their class between threads. */
  | { readonly type: 'failed'; readonly reason: string }
