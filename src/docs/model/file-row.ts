/** What became of one file of a source. Every file of its tree has exactly one row. */
export type FileRow =
  /** `page`: it is served. `asset`: pages may show it or lead to it. `configuration`: it determines what pages say. */
  | { readonly as: 'page' | 'asset' | 'configuration' }
  /** `left out`: by a rule, which `why` names. `not read`: it is documentation that no page shows. */
  | { readonly as: 'left out' | 'not read'; readonly why: string }

/** Rows by the paths of files below the folder of their source. */
export type FileRows = ReadonlyMap<string, FileRow>

/** Documentation of one format that is not read. */
export interface UnreadFormat {
  /** What is counted: `.rst`. */
  readonly name: string
  readonly count: number
  /** The first file. */
  readonly file: string
  /** What to do about it. */
  readonly remedy: string
}

/** What became of all files of one source. */
export interface Census {
  readonly rows: FileRows
  readonly unread: readonly UnreadFormat[]
}
