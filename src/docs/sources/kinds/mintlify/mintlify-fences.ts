import { trackFences } from '../../expand-lines.ts'

const OPENING = /^([ \t>]*(?:`{3,}|~{3,})[ \t]*)([^\s{}`=]{1,64})[ \t]+(\S[^\n]{0,2000})$/
/** A title that has a name, which the reader knows. */
const NAMED = /(?:^|\s)(?:title|filename)\s*=/
/** An option with a value (`icon="java"`, `highlight={1,2}`), and lines alone (`{1,2}`). */
const OPTION = /(?<!\S)(?:[A-Za-z][\w-]{0,63}=(?:"[^"]*"|'[^']*'|\{[^{}]*\}|[^\s"'{}]*)|\{[^{}]*\})(?!\S)/g
const FLAGS = new Set(['lines', 'wrap', 'expandable', 'twoslash'])

/** Names the titles of code, which are the words behind the language: `js hello.js lines` becomes `js title="hello.js"`. */
export function nameFenceTitles(text: string): string {
  const fence = trackFences()
  return text
    .split('\n')
    .map((line) => {
      const isWithin = fence.open() !== null
      return fence.isCode(line) && !isWithin ? named(line) : line
    })
    .join('\n')
}

function named(line: string): string {
  const [, before = '', language = '', rest = ''] = OPENING.exec(line) ?? []
  if (rest === '' || NAMED.test(rest)) return line
  const title = titleIn(rest)
  return title === '' ? line : `${before}${language} title="${title.replace(/"/g, '”')}"`
}

/** The words of an opening fence that are no options. An option without a value stands before or behind them. */
function titleIn(rest: string): string {
  const words = rest.replace(OPTION, '').trim().split(/\s+/)
  while (FLAGS.has(words[0] ?? '')) words.shift()
  while (FLAGS.has(words.at(-1) ?? '')) words.pop()
  return words.join(' ')
}
