import { readConfigModule, type ReadText } from '../config/config-module.ts'
import type { SourceFolder } from '../source.ts'
import { moduleRanges } from './module-ranges.ts'

/** Finds the path below the content directory of what a file imports; null: it names a package, or leads out. */
export type PathOf = (written: string, file: string) => string | null

/** A page, or a part of one, whose module code is read. */
export interface ModulePage {
  /** Its imports and exports. */
  readonly code: string
  readonly file: string
  readonly folder: SourceFolder
  readonly pathOf: PathOf
  readonly budget: ProgramBudget
}

/** Characters of programs that may still be read for one page. */
export interface ProgramBudget {
  left: number
}

/** What a page may have at first. Each of its parts and groups of tabs reads the programs that it names again. */
export const PROGRAM_LIMIT_CHARS = 4_000_000

/** Names of expressions that are evaluated for one page. */
const NAME_LIMIT = 1000

/** Values of names that module code of a page declares or imports, as far as they can be told without running it. */
export function moduleValues(
  names: readonly string[],
  { budget, code, file, folder, pathOf }: ModulePage,
): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>()
  const known = new Set(code.match(/[\w$]+/g))
  const declared = [...new Set(names)].filter((name) => known.has(name)).slice(0, NAME_LIMIT)
  if (declared.length === 0) return values
  const exported = declared.map((name, at) => `${name} as value${at}`).join(', ')
  const read = (path: string): string | null => {
    if (path === file) return `${code}\nexport { ${exported} }`
    const text = folder.readText(path)
    return text !== null && /\.mdx?$/.test(path) ? moduleCode(text) : text
  }
  const module = readConfigModule(file, within(budget, read), pathOf)
  for (const [at, name] of declared.entries()) values.set(name, module[`value${at}`])
  return values
}

/** The value of an expression of a page, as far as it can be told without running it. */
export function valueOfExpression(expression: string, { budget, code, file, folder, pathOf }: ModulePage): unknown {
  const read = (path: string): string | null =>
    path === file ? `${code}\nexport const value = (${expression})` : folder.readText(path)
  return readConfigModule(file, within(budget, read), pathOf)['value']
}

function within(budget: ProgramBudget, read: ReadText): ReadText {
  return (path) => {
    const text = read(path)
    budget.left -= text?.length ?? 0
    return budget.left < 0 ? null : text
  }
}

/** The imports and exports of a page, one after another. */
export function moduleCode(text: string): string {
  return moduleRanges(text)
    .map(({ end, start }) => text.slice(start, end))
    .join('\n\n')
}
