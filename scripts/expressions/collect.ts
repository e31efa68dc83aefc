import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from '@babel/parser'
import { traverseFast } from '@babel/types'

/** A regular expression, and the files of `src` in which it is written, as `file:line`. */
export interface Found {
  readonly expression: RegExp
  readonly places: string[]
}

export interface Collected {
  /** By the expression as it is written: `/a+/g`. */
  readonly found: ReadonlyMap<string, Found>
  /** Where functions make expressions, which nobody knows before they are called. */
  readonly unknown: readonly string[]
}

const PROGRAM = /\.(?:ts|js)$/
/** Without one of these, no expression takes more than linear time. */
const REPETITION = /[*+]|\{\d+,/

/**
 * Collects the regular expressions of `src` that repeat something: those that are written as such, and those that modules
 * build when they are loaded.
 */
export async function collectExpressions(): Promise<Collected> {
  const found = new Map<string, Found>()
  const built = new Map<string, string>()

  function add(expression: RegExp, place: string): void {
    if (!REPETITION.test(expression.source)) return
    const { places } = found.get(String(expression)) ?? { places: [] }
    found.set(String(expression), { expression, places: [...places, place] })
  }

  for (const name of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
    if (!PROGRAM.test(name)) continue
    const file = join('src', name)
    traverseFast(parse(readFileSync(file, 'utf8'), { sourceType: 'module', plugins: ['typescript'] }), (node) => {
      const place = `${file}:${node.loc?.start.line}`
      if (node.type === 'RegExpLiteral') add(new RegExp(node.pattern, node.flags), place)
      const isCall = node.type === 'NewExpression' || node.type === 'CallExpression'
      if (isCall && node.callee.type === 'Identifier' && node.callee.name === 'RegExp') built.set(place, file)
    })
  }
  const unknown = new Set(built.keys())
  for (const { expression, place } of await builtExpressions(new Set(built.values()))) {
    unknown.delete(place)
    add(expression, place)
  }
  return { found, unknown: [...unknown] }
}

/** The expressions that modules build when they are loaded. */
async function builtExpressions(files: Iterable<string>): Promise<{ expression: RegExp; place: string }[]> {
  const seen: { expression: RegExp; place: string }[] = []
  const original = RegExp
  globalThis.RegExp = new Proxy(original, {
    construct(target, args: [string, string?]) {
      const expression = new target(...args)
      const [, file, line] = /(\/src\/[^:]+\.ts):(\d+)/.exec(new Error('where').stack?.split('\n')[2] ?? '') ?? []
      if (file !== undefined) seen.push({ expression, place: `${file.slice(1)}:${line}` })
      return expression
    },
  })
  for (const file of files) await import(resolve(file))
  globalThis.RegExp = original
  return seen
}
