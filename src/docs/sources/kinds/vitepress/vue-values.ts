import { placeOf } from '../../../places-of.ts'
import { UNKNOWN } from '../../config/config-values.ts'
import { pathFrom } from '../../expand-lines.ts'
import { PROGRAM_LIMIT_CHARS, valueOfExpression } from '../../mdx/module-values.ts'
import type { ExpandedPage } from '../../source.ts'

/** Values of names that an element has for what stands in it, as `v-for` gives them. */
export type Names = ReadonlyMap<string, unknown>

/** Tells the value of an expression; `UNKNOWN`: only running the program of the page would tell. */
export type ValueOf = (expression: string, names: Names) => unknown

/** A name, or a member of what it stands for. */
const PATH = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*|\[\d{1,6}\]){0,8}$/
const WITH_BASE = /^\$?withBase\(([^()]*)\)$/
/** Expressions of one page that are evaluated. */
const EXPRESSION_LIMIT = 2000

/** Evaluates expressions of a page by the program that stands in it, without running anything. */
export function createValues(script: string, { fields, folder }: ExpandedPage, file: string): ValueOf {
  const budget = { left: PROGRAM_LIMIT_CHARS }
  const known = new Map<string, unknown>()
  const frontMatter = Object.fromEntries(fields)
  let evaluated = 0

  function evaluate(expression: string, names: Names): unknown {
    // What is given to expressions is written out for each of them, and counts as program.
    if (++evaluated > EXPRESSION_LIMIT || budget.left < 0) return UNKNOWN
    const given = [...names, ['$frontmatter', frontMatter] as const]
      .filter(([name, value]) => value !== UNKNOWN && value !== undefined && placeOf(expression, name) >= 0)
      .map(([name, value]) => `const ${name} = ${JSON.stringify(value)}`)
    const code = [script, ...given].join('\n')
    const pathOf = (from: string): string | null => (from.startsWith('.') ? pathFrom({ file }, from) : null)
    // Programs of pages may be TypeScript.
    const value = valueOfExpression(expression, { budget, code, file: `${file}.ts`, folder, pathOf })
    return value === undefined ? UNKNOWN : value
  }

  function valueAt(path: string, names: Names): unknown {
    const [first = '', ...keys] = path.split(/[.[\]]+/).filter(Boolean)
    let value: unknown = first === '$frontmatter' ? frontMatter : names.get(first)
    if (first !== '$frontmatter' && !names.has(first)) {
      if (!known.has(first)) known.set(first, evaluate(first, new Map()))
      value = known.get(first)
    }
    for (const key of keys) value = memberOf(value, key)
    return value
  }

  return (written, names) => {
    const expression = written.trim().replace(WITH_BASE, '$1')
    return PATH.test(expression) ? valueAt(expression, names) : evaluate(expression, names)
  }
}

/** A member of a known value, which may have none of this name. */
function memberOf(value: unknown, key: string): unknown {
  if (Array.isArray(value) && key === 'length') return value.length
  if (typeof value !== 'object' || value === null) return UNKNOWN
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
}
