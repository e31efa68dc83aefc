import type { ScanBudget } from './scan-budget.ts'

const STATEMENT =
  /(?:import[ \t]+(?:type[ \t]+)?(?:['"{*]|[\w$]+[ \t]*,|[\w$]+[ \t]+from[ \t])|export[ \t]+(?:default|const|let|var|function|async|class|type|interface|\{|\*))/y
const LIMIT_CHARS = 16_384

/**
 * Finds the end of the `import` or `export` statement of MDX at the line start `position`. It is the start of the line
 * after the one that closes its last bracket. Null: no statement starts there. No statement is run.
 */
export function endOfModuleCode(source: string, position: number, budget: ScanBudget): number | null {
  STATEMENT.lastIndex = position
  if (budget.leftChars <= 0 || !STATEMENT.test(source)) return null
  const limit = Math.min(source.length, position + LIMIT_CHARS)
  let depth = 0
  for (let index = position; index < limit; index++) {
    const char = source.charAt(index)
    if (char === '{' || char === '(' || char === '[') depth++
    else if (char === '}' || char === ')' || char === ']') depth--
    else if (char === '\n' && depth <= 0) return index + 1
  }
  budget.leftChars -= limit - position
  return depth <= 0 && limit === source.length ? limit : null
}
