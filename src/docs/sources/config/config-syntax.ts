import type { File, Node } from '@babel/types'
import { babel } from '../../readers/babel.ts'

/** Names in the name of a function that is called: `path.posix.join`. */
const NAME_LIMIT = 4

/** The tree of a module of a configuration, whose nodes know their file; null: it is no program. */
export function parseModule(source: string, file: string): File | null {
  try {
    return babel().parse(source, {
      sourceType: 'unambiguous',
      sourceFilename: file,
      errorRecovery: true,
      allowReturnOutsideFunction: true,
      plugins: pluginsFor(file),
    })
  } catch {
    return null
  }
}

/** What the language of a file, by its name, adds to JavaScript. */
export function pluginsFor(file: string): ('typescript' | 'jsx')[] {
  return /\.[cm]?ts$/.test(file) ? ['typescript'] : file.endsWith('.tsx') ? ['typescript', 'jsx'] : ['jsx']
}

export function declaredNames(node: Node | null | undefined): string[] {
  if (node?.type === 'FunctionDeclaration') return node.id ? [node.id.name] : []
  if (node?.type !== 'VariableDeclaration') return []
  return node.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
}

export function nameOf(node: Extract<Node, { type: 'Identifier' | 'StringLiteral' }>): string {
  return node.type === 'Identifier' ? node.name : node.value
}

/** A name as it is written: `path.join`; `''`: it is another expression, or too long. */
export function writtenName(node: Node, depth = 0): string {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'Import') return 'import'
  if (node.type !== 'MemberExpression' || node.computed || depth >= NAME_LIMIT) return ''
  return `${writtenName(node.object, depth + 1)}.${writtenName(node.property, depth + 1)}`
}

/** Whether a call asks for the present year, as footers do: `new Date().getFullYear()`. */
export function isYear(callee: Node): boolean {
  if (callee.type !== 'MemberExpression' || callee.computed) return false
  const { object, property } = callee
  const isNow =
    object.type === 'NewExpression' && object.arguments.length === 0 && writtenName(object.callee) === 'Date'
  return isNow && writtenName(property) === 'getFullYear'
}
