import { QUERY_LIMIT_CHARACTERS, QUERY_LIMIT_WORDS } from './limits.ts'

/**
 * Names and descriptions as they are kept: composed (NFC), so that a name typed on one system is found from another, and
 * without NUL, which PostgreSQL's text cannot hold.
 */
export function toKeptText(text: string): string {
  return text.replaceAll('\0', '').normalize('NFC')
}

/** Words of a query, of at most `QUERY_LIMIT_CHARACTERS` and `QUERY_LIMIT_WORDS`; what is past them is not looked at. */
export function toQueryWords(query: string): readonly string[] {
  const start = toKeptText(query.slice(0, 2 * QUERY_LIMIT_CHARACTERS))
  const text = [...start].slice(0, QUERY_LIMIT_CHARACTERS).join('')
  return [...new Set(text.split(/\s+/u).filter(Boolean))].slice(0, QUERY_LIMIT_WORDS)
}

/** The operand of `LIKE` for what holds the word; `\` is the escape sign of PostgreSQL. */
export function toLikePattern(word: string): string {
  return `%${word.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}

const COPY = ' (copy)'

/** The name of a copy that was given none. @param limit Of the whole, in UTF-16 units. */
export function toCopyName(name: string, limit: number): string {
  if (name.length + COPY.length <= limit) return name + COPY
  // Not within a pair of surrogates.
  return name.slice(0, limit - COPY.length).replace(/[\uD800-\uDBFF]$/, '') + COPY
}
