export interface ContentFault {
  /** Relative to the content directory, with `/`: `docs/en/guides/start.mdx`. */
  readonly file: string
  /** From 1; 1 also where the whole file is meant. */
  readonly line: number
  /** From 1, in UTF-16 code units. */
  readonly column?: number
  readonly code: FaultCode
  readonly message: string
}

export type FaultCode =
  | 'bad_yaml'
  | 'bad_date'
  | 'no_title'
  | 'stray_brace'
  | 'unclosed_tag'
  | 'invalid_utf8'
  | 'duplicate_path'
  | 'bad_name'
  | 'symlink_outside'
  | 'symlink_loop'
  | 'bad_meta'
  | 'bad_synonyms'
  | 'unreadable'
  | 'too_large'
  | 'too_many'
  | 'unknown_locale'
