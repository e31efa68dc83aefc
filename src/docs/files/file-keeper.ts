import type { ServedFile } from './serve-file.ts'

/** Where the bytes of served files go while content is read. */
export interface FileKeeper {
  /**
   * What was served of a source before, and is kept; null: it must be read.
   * @param state Text that changes when the source does
   */
  recall(state: string): ServedFile | null
  /** Keeps the bytes of a source. False: they cannot be kept, so that nothing may lead to them. */
  keep(state: string, served: ServedFile, bytes: Uint8Array): boolean
  /** Takes what was kept of a source beside this keeper, by another thread or a build before. False or absent: it is not kept. */
  adopt?(state: string, served: ServedFile): boolean
}

/** Keeps nothing, for checks of content. */
export const KEEPS_NOTHING: FileKeeper = { recall: () => null, keep: () => true }
