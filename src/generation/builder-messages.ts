import type { PreparedPart, PrepareRequest } from './prepare.ts'

/** Input of the builder thread. */
export type BuilderInput = PrepareRequest & {
  /** Where it says what it is at (`work-board.ts`). */
  readonly board: SharedArrayBuffer
}

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
  /** The builder thread opened the descriptors, and the main thread closes them. */
  | ({ readonly type: 'done' } & PreparedPart)
  /**
   * Only the text is sent, because errors lose their class between threads. `refused`: what was published is at fault, and not
   * this node.
   */
  | { readonly type: 'failed'; readonly reason: string; readonly refused?: boolean }
