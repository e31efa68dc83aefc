import type { Node, Statement } from '@babel/types'
import { babel } from '../../readers/babel.ts'
import type { SourceFolder } from '../source.ts'
import type { ProgramBudget } from './module-values.ts'

const EXTENSIONS = ['', '.jsx', '.tsx', '.js', '.ts', '/index.jsx', '/index.tsx', '/index.js', '/index.ts']
/** Longest module that is looked at. */
const MODULE_LIMIT_CHARS = 100_000

/** An import of a module that hands a page on. */
export interface HandedOn {
  /** Path of the module below the content directory. */
  readonly module: string
  /** What the module imports: `./_android.md`. */
  readonly from: string
}

/**
 * What an export of a module shows, where that is a page alone: `export function Android() { return <Page /> }`, with
 * `import Page from './_android.md'`, or `export { default as Android } from './_android.md'`. Null: it shows something else.
 * @param path path of the module, which may lack its extension; null: it names a package
 */
export function handedOn(
  path: string | null,
  exported: string,
  folder: SourceFolder,
  budget: ProgramBudget,
): HandedOn | null {
  const module = path === null ? undefined : EXTENSIONS.map((end) => path + end).find((each) => isModule(each, folder))
  const text = module === undefined ? null : folder.readText(module)
  budget.left -= text?.length ?? 0
  if (module === undefined || text === null || text.length > MODULE_LIMIT_CHARS || budget.left < 0) return null
  const pages = new Map<string, string>()
  const shown = new Map<string, string>()
  for (const statement of bodyOf(text)) {
    if (statement.type === 'ImportDeclaration' && isPage(statement.source.value)) {
      for (const specifier of statement.specifiers) {
        if (specifier.type === 'ImportDefaultSpecifier') pages.set(specifier.local.name, statement.source.value)
      }
    } else if (statement.type === 'ExportNamedDeclaration') {
      const from = statement.source?.value
      for (const specifier of statement.specifiers) {
        if (specifier.type !== 'ExportSpecifier' || specifier.exported.type !== 'Identifier') continue
        const name = specifier.exported.name
        if (from === undefined) shown.set(name, specifier.local.name)
        else if (isPage(from) && specifier.local.name === 'default') pages.set(name, from).set(`export ${name}`, from)
      }
      if (statement.declaration) addShown(statement.declaration, shown)
    } else if (statement.type === 'ExportDefaultDeclaration') {
      const { declaration } = statement
      const own = declaration.type === 'Identifier' ? declaration.name : elementOf(declaration)
      if (own !== null) shown.set('default', own)
    } else addShown(statement, shown)
  }
  let name = exported
  const seen = new Set<string>()
  for (let next = shown.get(name); next !== undefined && !seen.has(name); next = shown.get(name)) {
    seen.add(name)
    name = next
  }
  const from = pages.get(name)
  return from === undefined || (seen.size === 0 && !pages.has(`export ${name}`)) ? null : { module, from }
}

function isModule(path: string, folder: SourceFolder): boolean {
  return /\.[jt]sx?$/.test(path) && folder.files.has(path)
}

function isPage(from: string): boolean {
  return /\.mdx?$/.test(from)
}

/** Adds the functions of a statement that show one element, by their names. */
function addShown(statement: Node, shown: Map<string, string>): void {
  if (statement.type === 'FunctionDeclaration' && statement.id) {
    const element = elementOf(statement)
    if (element !== null) shown.set(statement.id.name, element)
  } else if (statement.type === 'VariableDeclaration') {
    for (const { id, init } of statement.declarations) {
      const element = init ? elementOf(init) : null
      if (id.type === 'Identifier' && element !== null) shown.set(id.name, element)
    }
  }
}

/** Name of the one element that a function returns; null: it does more. */
function elementOf(node: Node): string | null {
  if (
    node.type !== 'FunctionDeclaration' &&
    node.type !== 'FunctionExpression' &&
    node.type !== 'ArrowFunctionExpression'
  )
    return null
  const [statement, ...others] = node.body.type === 'BlockStatement' ? node.body.body : []
  const returned = statement?.type === 'ReturnStatement' && others.length === 0 ? statement.argument : null
  const element = node.body.type === 'BlockStatement' ? returned : node.body
  if (element?.type !== 'JSXElement' || element.children.length > 0) return null
  const { name } = element.openingElement
  return name.type === 'JSXIdentifier' ? name.name : null
}

function bodyOf(code: string): readonly Statement[] {
  try {
    return babel().parse(code, { sourceType: 'module', errorRecovery: true, plugins: ['jsx', 'typescript'] }).program
      .body
  } catch {
    return []
  }
}
