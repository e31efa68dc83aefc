import type { Inline } from './model/page-model.ts'

/** Beginnings of what dialects add to Markdown: directives, shortcodes, admonitions, tabs, inclusions, templates. */
const RAW =
  /^(?::{3,}\s*[\w{[]|\{\{[<%]|!!!\+?\s+\w|\?{3}\+?\s+\w|={3}[!+]?\s+["']|\[\[_?toc_?\]\]|\{%-?\s*\w|<<<\s*[@./]|--8<--)/i
const SHOWN_CHARS = 60

/** What of a paragraph is syntax that no reader took away, so that people see it; null: nothing is. */
export function rawDirective(content: readonly Inline[]): string | null {
  const [first] = content
  return typeof first === 'string' && RAW.test(first) ? first.slice(0, SHOWN_CHARS) : null
}
