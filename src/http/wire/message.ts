import type { AddedLines, HeaderBlock } from './header-block.ts'

/** An answer in the form in which it goes out. */
export interface Message {
  readonly status: number
  /** Empty for 200. */
  readonly statusLine: string
  readonly head: HeaderBlock
  /** For the entity tag; empty where the head has none. */
  readonly digest: string
  /** Fields of this answer alone. */
  readonly added: AddedLines
  /** Null where no body may follow: 204, 304. */
  readonly body: Uint8Array | string | null
}
