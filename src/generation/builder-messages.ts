import type { Generation } from './generation.ts'
import type { PrepareRequest } from './prepare.ts'

/** What the builder thread is started with. */
export type BuilderInput = PrepareRequest

/** What the builder thread posts; `done` or `failed` is the last. */
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
      /** Opened by the builder thread, closed by the main thread. */
      readonly descriptors: readonly number[]
    }
  /** Errors lose their class between threads, so the text is all that is sent. */
  | { readonly type: 'failed'; readonly reason: string }
