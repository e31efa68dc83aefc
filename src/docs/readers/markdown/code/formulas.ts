import { createCodeSpanFinder } from './code-span.ts'

/**
 * How formulas within a line are written, beside `$$…$$`, which every page has. `dollars` are runs of `$` as remark-math
 * has them. `tight dollars` are those of Pandoc: no space stands at their ends, and no digit behind. A list has signs that a
 * configuration names.
 */
export type Formulas = 'double dollars' | 'dollars' | 'tight dollars' | readonly Delimiters[]

/** What a formula stands between. Both begin with a sign that means something in Markdown: a backslash or a dollar. */
export interface Delimiters {
  readonly open: string
  readonly close: string
  /** The TeX of what is written between them; absent: that itself. */
  readonly texOf?: (written: string) => string
}

interface Formula {
  /** Its TeX on one line; null: what stands up to the end is text. */
  readonly text: string | null
  readonly end: number
}

/** Finds the formula that begins with the sign at an offset. Offsets are asked for in their order. */
export type FormulaFinder = (start: number) => Formula

const DOUBLE = /\$\$([^$]{1,2000})\$\$(?!\$)/y
const TIGHT = /\$(?![\s$])((?:[^$\\]|\\[^])+)(?<!\s)\$(?!\d)/y
/** What stands between the signs of two amounts of money, which no author means as a formula. */
const AMOUNT = /^\d[^\\^_{}=+]*\s$/
/** Braces that TeX has, and no expression of MDX. */
const TEX = /(?:\\[A-Za-z]+|[_^])\s*\{/

export function createFormulaFinder(source: string, formulas: Formulas, mdx: boolean): FormulaFinder {
  if (formulas === 'dollars') {
    const spans = createCodeSpanFinder(source, '$')
    return (start) => {
      const { end, text } = spans.at(start)
      if (text !== null && AMOUNT.test(text)) return { text: null, end: start + 1 }
      return { text: text === null ? null : onOneLine(text), end }
    }
  }
  if (typeof formulas !== 'string') return delimitedIn(source, formulas)
  const found = (pattern: RegExp, start: number): Formula => {
    pattern.lastIndex = start
    const match = pattern.exec(source)
    return match === null
      ? { text: null, end: start + 1 }
      : { text: onOneLine(match[1] as string), end: start + match[0].length }
  }
  return (start) => {
    const double = found(DOUBLE, start)
    if (double.text !== null || (formulas === 'double dollars' && !mdx)) return double
    const tight = found(TIGHT, start)
    if (tight.text === null || formulas === 'tight dollars') return tight
    // The braces of TeX hold no expressions, also where it is no formula.
    return { text: null, end: TEX.test(tight.text) ? tight.end : start + 1 }
  }
}

function delimitedIn(source: string, pairs: readonly Delimiters[]): FormulaFinder {
  /** Where each end stands next; infinite: no more. */
  const ends = new Map<string, number>()
  return (start) => {
    for (const { close, open, texOf = String } of pairs) {
      if (!source.startsWith(open, start)) continue
      const from = start + open.length
      let end = ends.get(close) ?? -1
      if (end < from) end = source.indexOf(close, from)
      if (end < 0) end = Number.POSITIVE_INFINITY
      ends.set(close, end)
      const text = end < source.length ? onOneLine(texOf(source.slice(from, end))) : null
      if (text !== null) return { text, end: end + close.length }
    }
    return { text: null, end: start + 1 }
  }
}

/** Null: there is nothing in it. */
function onOneLine(formula: string): string | null {
  return formula.trim().replace(/\s+/g, ' ') || null
}
