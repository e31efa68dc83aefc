import type { Block, CodeBlock } from '../../../model/page-model.ts'

const WORDS = /^[^\s{}`=]{1,64}[ \t]+(\S[^\n]{0,2000})$/
/** A title that has a name, which the reader knows. */
const NAMED = /(?:^|\s)(?:title|filename)\s*=/
/** An option with a value (`icon="java"`, `highlight={1,2}`), and lines alone (`{1,2}`). */
const OPTION = /(?<!\S)(?:[A-Za-z][\w-]{0,63}=(?:"[^"]*"|'[^']*'|\{[^{}]*\}|[^\s"'{}]*)|\{[^{}]*\})(?!\S)/g
const FLAGS = new Set(['lines', 'wrap', 'expandable', 'twoslash'])

/** Gives code its title, which is the words behind its language: `js hello.js lines`. */
export function titledCode(code: CodeBlock, info: string): Block {
  const [, rest = ''] = WORDS.exec(info) ?? []
  const title = rest === '' || NAMED.test(rest) ? '' : titleIn(rest)
  return title === '' ? code : { ...code, title: title.replaceAll('"', '”') }
}

/** The words of an opening fence that are no options. An option without a value stands before or behind them. */
function titleIn(rest: string): string {
  const words = rest.replace(OPTION, '').trim().split(/\s+/)
  while (FLAGS.has(words[0] ?? '')) words.shift()
  while (FLAGS.has(words.at(-1) ?? '')) words.pop()
  return words.join(' ')
}
