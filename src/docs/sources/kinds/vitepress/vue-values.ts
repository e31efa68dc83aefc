import { openModule } from '../../config/config-module.ts'
import { UNKNOWN } from '../../config/config-values.ts'
import { pathFrom } from '../../expand-lines.ts'
import type { ExpandedPage } from '../../source.ts'

/** Values of names that an element has for what stands in it, as `v-for` gives them. */
export type Names = ReadonlyMap<string, unknown>

/** Tells what the program of a page says of its template. */
export interface VueValues {
  /** The value of an expression; `UNKNOWN`: only running the program would tell. */
  readonly valueOf: (expression: string, names: Names) => unknown
  /** The names that a list gives to one of its members; null: they are written in a way that is not known. */
  readonly namesOf: (parameters: string, values: readonly unknown[]) => Names | null
}

/** The package of VitePress itself, which tells the front matter of a page. */
const PACKAGE = 'vitepress'
/** Characters of programs that are read for one page. */
const PROGRAM_LIMIT_CHARS = 4_000_000
/** Different expressions of one page that are evaluated. */
const EXPRESSION_LIMIT = 2000

/** Evaluates expressions of a page by the program that stands in it, without running anything. */
export function createValues(program: string, { fields, file, folder }: ExpandedPage): VueValues {
  const frontMatter = Object.fromEntries(fields)
  // Pages are built light.
  const own = `export const withBase = (path) => path
    export const useData = () => ({ ...others, frontmatter: ref(${JSON.stringify(frontMatter)}), isDark: ref(false) })`
  // Programs of pages may be TypeScript.
  const path = `${file}.ts`
  const seen = new Set<string>()
  let left = PROGRAM_LIMIT_CHARS

  function read(named: string): string | null {
    const text = named === path ? program : named === PACKAGE ? own : folder.readText(named)
    left -= text?.length ?? 0
    return left < 0 ? null : text
  }

  const { namesOf, valueOf } = openModule(path, read, (from) => {
    if (from === PACKAGE) return PACKAGE
    return from.startsWith('.') ? pathFrom({ file }, from) : null
  })
  return {
    namesOf,
    valueOf(expression, names) {
      seen.add(expression)
      if (seen.size > EXPRESSION_LIMIT) return UNKNOWN
      return valueOf(expression, names.has('$frontmatter') ? names : new Map([['$frontmatter', frontMatter], ...names]))
    },
  }
}
