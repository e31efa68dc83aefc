import { beginning } from '../../shared/words.ts'
import { QUERY_LIMIT_CHARACTERS, QUERY_LIMIT_WORDS } from './limits.ts'

/**
 * Normalises names and descriptions for storage. They are composed (NFC), so that a name typed on one system is found from
 * another. NUL is removed, since PostgreSQL's text cannot hold it.
 */
export function toKeptText(text: string): string {
  return text.replaceAll('\0', '').normalize('NFC')
}

/** Splits a query into words. Only `QUERY_LIMIT_CHARACTERS` and `QUERY_LIMIT_WORDS` of it count. */
export function toQueryWords(query: string): readonly string[] {
  const start = toKeptText(query.slice(0, 2 * QUERY_LIMIT_CHARACTERS))
  const text = [...start].slice(0, QUERY_LIMIT_CHARACTERS).join('')
  return [...new Set(text.split(/\s+/u).filter(Boolean))].slice(0, QUERY_LIMIT_WORDS)
}

/** Makes the operand of `LIKE` that matches texts with the word. `\` is PostgreSQL's escape character. */
export function toLikePattern(word: string): string {
  return `%${word.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`
}

const COPY = ' (copy)'

/**
 * Makes the default name of a copy.
 *
 * @param limit Longest name in UTF-16 units.
 */
export function toCopyName(name: string, limit: number): string {
  if (name.length + COPY.length <= limit) return name + COPY
  return beginning(name, limit - COPY.length) + COPY
}
