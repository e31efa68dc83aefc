import type { ScanBudget } from './scan-budget.ts'

const EXPRESSION_LIMIT_CHARS = 8192

/** Finds the index after the `}` that closes the `{` at `start`, and skips strings; -1: there is none within the limit. */
export function endOfBraces(source: string, start: number, budget: ScanBudget): number {
  if (budget.leftChars <= 0) return -1
  const limit = Math.min(source.length, start + EXPRESSION_LIMIT_CHARS)
  let depth = 0
  for (let index = start; index < limit; index++) {
    const char = source.charAt(index)
    if (char === '{') depth++
    else if (char === '}' && --depth === 0) return index + 1
    else if (char === '"' || char === "'" || char === '`') index = endOfString(source, index, limit)
  }
  budget.leftChars -= limit - start
  return -1
}

/** Gives the text of an expression that is a mere string; `''` for any other, whose value only running it would give. */
export function textOfExpression(expression: string): string {
  const inner = expression.slice(1, -1).trim()
  const quote = inner.charAt(0)
  const isString = inner.length > 1 && (quote === '"' || quote === "'" || quote === '`') && inner.endsWith(quote)
  const text = isString ? inner.slice(1, -1) : ''
  return text.includes(quote) || text.includes('${') ? '' : text
}

/** Finds the index of the quote that ends a string; the start itself if that is a mere apostrophe. */
function endOfString(source: string, start: number, limit: number): number {
  const end = source.slice(start + 1, limit).indexOf(source.charAt(start))
  return end < 0 ? start : start + 1 + end
}
