export interface ContentFault {
  /** Path relative to the content directory, with `/`: `docs/en/guides/start.mdx`. */
  readonly file: string
  /** Line from 1; also 1 when the whole file is meant. */
  readonly line: number
  /** Column from 1, in UTF-16 code units. */
  readonly column?: number
  readonly code: FaultCode
  readonly message: string
  /** The one correction that it can have: `from`, a target of a link on the line, becomes `to`. */
  readonly fix?: { readonly from: string; readonly to: string }
}

export type FaultCode =
  | 'bad_yaml'
  | 'bad_toml'
  | 'bad_json'
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
  | 'failed_reader'
  | 'slow_page'
  | 'too_large'
  | 'too_many'
  | 'unknown_locale'
  | 'not_html'
  | 'bad_encoding'
  | 'too_many_tags'
  | 'no_content'
  | 'dead_link'
  | 'dead_anchor'
  | 'unresolved_include'
  | 'unknown_shortcode'
  | 'unread_config'
  | 'unread_format'
  | 'unread_template'
  | 'missing_image'
  | 'bad_file'
  | 'unknown_component'
  | 'unknown_alert'
  | 'raw_directive'
  | 'no_home'
  | 'not_published'
  | 'not_listed'
  | 'not_searched'
  | 'missing_translation'
  | 'orphan_page'
  | 'bad_site'
  | 'dead_redirect'
  | 'empty_version'
  | 'empty_locale'
