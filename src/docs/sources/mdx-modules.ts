import { joinAddress } from './addresses.ts'
import { readConfigModule } from './config-module.ts'
import { pathFrom } from './expand-lines.ts'
import type { SourceFolder } from './source.ts'

/** What a page of MDX imports by a name. */
export interface MdxImport {
  /** Path of the file below the content directory; null: it is a package, or leads out. */
  readonly path: string | null
  /** The path as the page has it. */
  readonly written: string
  /** Markdown that is a part of pages, the text of a file, or a module of a program. */
  readonly kind: 'part' | 'text' | 'module'
}

const IMPORT = /(?<=^|;)[ \t]*import\s+([\w$]+)\s+from\s+(['"])([^'"\n]+)\2/gm
/** A whole import or a re-export, whose parts may stand on several lines. */
const MODULE_CODE = /(?:^|(?<=;))[ \t]*import\s+(?:[\w$*{][^'";`]{0,2000}?\sfrom\s+)?(['"])[^'"\n]+\1;?[ \t]*/gm
const PART = /\.mdx?$/
const RAW = /^!!raw-loader!|[?&]raw$/

/** The default imports of a text, by their names. `aliases` gives folders for beginnings such as `@site/`. */
export function importsOf(
  text: string,
  file: string,
  aliases: ReadonlyMap<string, string>,
): ReadonlyMap<string, MdxImport> {
  const imports = new Map<string, MdxImport>()
  if (!text.includes('import')) return imports
  for (const [, name = '', , quoted = ''] of text.matchAll(IMPORT)) {
    const isRaw = RAW.test(quoted)
    const written = quoted.replace(RAW, '').replace(/\\(.)/g, '$1')
    const kind = isRaw ? 'text' : PART.test(written) ? 'part' : 'module'
    imports.set(name, { path: pathOf(written, file, aliases), written, kind })
  }
  return imports
}

function pathOf(written: string, file: string, aliases: ReadonlyMap<string, string>): string | null {
  for (const [beginning, folder] of aliases) {
    if (written.startsWith(beginning)) return joinAddress(folder, written.slice(beginning.length))
  }
  return written.startsWith('.') ? pathFrom({ file }, written) : null
}

/** A part of a page without its imports, which have no meaning where it is put. */
export function withoutImports(text: string): string {
  return text.includes('import') ? text.replace(MODULE_CODE, '') : text
}

/** Characters of programs that the expressions of a page may have read. */
export interface ProgramBudget {
  left: number
}

/** The value of an expression of a page, as far as it can be told without running it. */
export function valueOfExpression(
  expression: string,
  file: string,
  imports: ReadonlyMap<string, MdxImport>,
  folder: SourceFolder,
  budget: ProgramBudget,
): unknown {
  const page = `${file}.expression.mjs`
  const up = '../'.repeat(file.split('/').length - 1) || './'
  const lines = [...imports]
    .filter(([name, { kind, path }]) => kind === 'module' && path !== null && expression.includes(name))
    .map(([name, { path }]) => `import ${name} from ${JSON.stringify(up + String(path))}`)
  const source = `${lines.join('\n')}\nexport default (${expression})`
  return readConfigModule(page, (path) => {
    const text = path === page ? source : folder.readText(path)
    budget.left -= text?.length ?? 0
    return budget.left < 0 ? null : text
  })['default']
}
