/** A whole small file, with what tells later whether it has changed. */
export interface SmallFile {
  readonly text: string
  /** Entity tag, or the state of a file on disk; null where there is none. */
  readonly state: string | null
}

/** Bytes of a file from an offset on. */
export interface Piece {
  /** Where the bytes begin: the offset that was asked for, or 0 where the other side gives whole files alone. */
  readonly from: number
  readonly chunks: AsyncIterable<Uint8Array>
}

/** Reads an artefact where it was published. Paths are those of `layout.ts`, below the address of the artefact. */
export interface Carrier {
  /**
   * Resolves to null when the file is as it was in the state `known`. Rejects with `RefusedGenerationError` when it is not there
   * or is larger than the limit.
   */
  readSmall(path: string, limitBytes: number, known: string | null): Promise<SmallFile | null>
  /** Rejects with `RefusedGenerationError` when the file is not there. */
  read(path: string, from: number): Promise<Piece>
}
