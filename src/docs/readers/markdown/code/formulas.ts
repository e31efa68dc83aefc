import { createCodeSpanFinder } from './code-span.ts'

/**
 * How formulas within a line are written, beside `$$…$$`, which every page has. `dollars` are runs of `$` as remark-math
 * has them. `tight dollars` are those of Pandoc: no space stands at their ends, and no digit behind.
 */
export type Formulas = 'double dollars' | 'dollars' | 'tight dollars'

interface Formula {
  /** Its TeX on one line; null: what stands up to the end is text. */
  readonly text: string | null
  readonly end: number
}

/** Finds the formula that begins with the `$` at an offset. Offsets are asked for in their order. */
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

/** Null: there is nothing in it. */
function onOneLine(formula: string): string | null {
  return formula.trim().replace(/\s+/g, ' ') || null
}
