import type { AddedLines, HeaderBlock } from './header-block.ts'

/** A whole answer in the form in which it goes out. */
export interface Message {
  readonly status: number
  /** `404 Not Found`; empty for 200. */
  readonly statusLine: string
  readonly head: HeaderBlock
  /** Digest for the entity tag; empty where the head has none. */
  readonly digest: string
  /** Fields that only this answer has. */
  readonly added: AddedLines
  /** Null where no body may follow: 204, 304. */
  readonly body: Uint8Array | string | null
}
