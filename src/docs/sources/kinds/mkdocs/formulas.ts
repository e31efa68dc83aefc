import type { Construct } from '../../../readers/markdown/constructs.ts'
import { aloneIn } from '../../expansion/formula-blocks.ts'
import { isFalse, isTrue, texts } from '../../values.ts'

type Extensions = ReadonlyMap<string, Readonly<Record<string, unknown>>>

/** Code is found before formulas. */
const DOLLAR = /(?<![\\$])\$(?![\s$])((?:\\[^$\n]|[^\\$`\n]){1,2000}?)(?<!\s)\$(?!\$)/y
const LOOSE_DOLLAR = /(?<![\\$])\$(?!\$)((?:\\[^$\n]|[^\\$`\n]){1,2000}?)\$(?!\$)/y
const ROUND = /\\\(((?:\\[^()$\n]|[^\\$\n]){1,2000}?)\\\)/y
/** A formula that has lines to itself, none of which is blank. No formula begins within it. */
const SQUARE = /\\\[((?:\\[^[\]\n]|[^\\\n]|\\?\n(?![ \t]*\n)){1,5000}?)\\\][ \t]*$/my
const ENVIRONMENT = /(\\begin\{([a-z]{1,20}\*?)\}(?:[^\n]|\n(?![ \t]*\n)){1,2000}?\\end\{\2\})[ \t]*$/my

/** What is a formula on every page. It may have several lines where they are its own, and no mark is meant within it. */
const DOUBLE: Construct = {
  opening: '$$',
  pattern: /(?<!\\)\$\$(?:\\[^\n]|[^\\$\n]|\$(?!\$)|\\?\n(?![ \t]*\n)){1,5000}?\$\$/y,
  part: ([text], _line, { isAlone }) => ({
    text: isAlone ? `$$\n${text.slice(2, -2).trim()}\n$$` : text,
    constructs: [],
  }),
}

/** Formulas as pymdownx.arithmatex and mdx_math have them, beside `$$…$$`. */
export function formulasOf(extensions: Extensions): readonly Construct[] {
  const arithmatex = extensions.get('pymdownx.arithmatex')
  const other = extensions.get('mdx_math')
  if (arithmatex === undefined && other === undefined) return [DOUBLE]
  const inline = texts(arithmatex?.['inline_syntax'])
  const block = texts(arithmatex?.['block_syntax'])
  const has = (syntax: readonly string[], name: string): boolean => syntax.length === 0 || syntax.includes(name)
  const hasDollars = arithmatex === undefined ? isTrue(other?.['enable_dollar_delimiter']) : has(inline, 'dollar')
  const dollar = isFalse(arithmatex?.['smart_dollar']) ? LOOSE_DOLLAR : DOLLAR
  return [
    DOUBLE,
    ...(hasDollars ? [within('$', dollar)] : []),
    ...(has(inline, 'round') ? [within('\\(', ROUND)] : []),
    ...(has(block, 'square') ? [aloneIn('\\[', SQUARE)] : []),
    ...(arithmatex !== undefined && has(block, 'begin') ? [aloneIn('\\begin{', ENVIRONMENT)] : []),
  ]
}

function within(opening: string, pattern: RegExp): Construct {
  return { opening, pattern, part: ([, tex = '']) => ({ text: `$$${tex}$$`, constructs: [] }) }
}
