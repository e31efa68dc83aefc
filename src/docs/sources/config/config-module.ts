import type { Expression, File } from '@babel/types'
import { dirname } from 'node:path/posix'
import { babel } from '../../readers/babel.ts'
import { assignedNames } from './assigned-names.ts'
import { declaredNames, nameOf, parseModule, pluginsFor, writtenName } from './config-syntax.ts'
import { lazily, Ref, UNKNOWN, type Scope } from './config-values.ts'
import { Evaluator } from './evaluator.ts'
import { moduleFiles, relativePath } from './module-files.ts'

/** Gives the text of a file of the content by its path; null if there is none that may be read. */
export type ReadText = (path: string) => string | null

/** Gives the path of what a module imports, which may lack its extension; null: it is a package. */
type PathOf = (from: string, file: string) => string | null

const MODULE_LIMIT = 100
const IMPORT_LIMIT = 2000
/** What a program sees of its environment: sites are built for production. */
const ENVIRONMENT = { env: { NODE_ENV: 'production' }, argv: UNKNOWN }

/** A module whose names and expressions have values. */
export interface OpenModule {
  readonly exported: Readonly<Record<string, unknown>>
  /**
   * The value of an expression that stands in the module, or in a template of it.
   * @param names values of names that are given to it, which come before those of the module
   */
  readonly valueOf: (expression: string, names?: ReadonlyMap<string, unknown>) => unknown
  /** The names that parameters of a function give to values; null: they are written in a way that is not known. */
  readonly namesOf: (parameters: string, values: readonly unknown[]) => ReadonlyMap<string, unknown> | null
}

/**
 * Tells what a module of configuration exports, without running it: literals, names, what it imports from files beside it,
 * and functions by what they return. A call that is not understood gives its first argument, as `defineConfig` does.
 * A member that is a chain of methods of a text is a `TextFunction`. All else is `UNKNOWN`.
 * @param path path of the module below the content directory
 */
export function readConfigModule(
  path: string,
  readText: ReadText,
  pathOf: PathOf = relativePath,
): Readonly<Record<string, unknown>> {
  return open(path, readText, pathOf, false).exported
}

/** Opens the program of a page, whose values are told only where it leaves no choice. Nothing is run. */
export function openModule(path: string, readText: ReadText, pathOf: PathOf): OpenModule {
  return open(path, readText, pathOf, true)
}

function open(path: string, readText: ReadText, pathOf: PathOf, isExact: boolean): OpenModule {
  const modules = new Map<string, Record<string, unknown>>()
  const evaluator = new Evaluator(isExact, imported)
  const parsed = new Map<string, Expression | null>()
  let top: Scope = { names: new Map<string, () => unknown>(), parent: null }
  let imports = 0

  function readModule(file: string): Record<string, unknown> {
    const known = modules.get(file)
    if (known !== undefined) return known
    const exported: Record<string, unknown> = {}
    modules.set(file, exported)
    const text = modules.size > MODULE_LIMIT ? null : readText(file)
    if (text === null) return exported
    if (file.endsWith('.json')) exported['default'] = jsonOf(text, file, evaluator)
    else {
      const tree = parseModule(text, file)
      if (tree !== null) runModule(tree, text, file, exported)
    }
    return exported
  }

  function runModule(tree: File, source: string, file: string, exported: Record<string, unknown>): void {
    const scope: Scope = { names: new Map<string, () => unknown>(), parent: null, source }
    if (file === path) top = scope
    const { body } = tree.program
    const assigned = isExact ? assignedNames(body) : new Set<string>()
    const name = (key: string, value: () => unknown): void => void scope.names.set(key, lazily(value))
    name('process', () => ENVIRONMENT)
    name('__dirname', () => dirname(file))
    name('undefined', () => undefined)
    evaluator.declare(body, scope, assigned)
    for (const statement of body) {
      if (statement.type === 'ImportDeclaration') {
        const from = statement.source.value
        for (const specifier of statement.specifiers) {
          if (specifier.type === 'ImportDefaultSpecifier')
            name(specifier.local.name, () => exportOf(from, file, 'default'))
          else if (specifier.type === 'ImportNamespaceSpecifier') name(specifier.local.name, () => imported(from, file))
          else name(specifier.local.name, () => exportOf(from, file, nameOf(specifier.imported)))
        }
      } else if (statement.type === 'ExportNamedDeclaration' && statement.declaration) {
        evaluator.declare([statement.declaration], scope, assigned)
      }
    }
    for (const statement of body) {
      if (statement.type === 'ExportDefaultDeclaration') {
        exported['default'] = evaluator.result(evaluator.valueOf(statement.declaration, scope))
      } else if (statement.type === 'ExportNamedDeclaration') {
        for (const declared of declaredNames(statement.declaration))
          exported[declared] = evaluator.look(declared, scope)
        for (const specifier of statement.specifiers) {
          if (specifier.type !== 'ExportSpecifier') continue
          const local = nameOf(specifier.local)
          const value = statement.source ? exportOf(statement.source.value, file, local) : evaluator.look(local, scope)
          exported[nameOf(specifier.exported)] = value
        }
      } else if (statement.type === 'ExpressionStatement' && statement.expression.type === 'AssignmentExpression') {
        const { left, right } = statement.expression
        if (left.type === 'MemberExpression' && writtenName(left) === 'module.exports') {
          exported['default'] = evaluator.result(evaluator.valueOf(right, scope))
        }
      }
    }
  }

  function exportOf(from: string, file: string, name: string): unknown {
    const exported = imported(from, file)
    return Object.hasOwn(exported, name) ? exported[name] : UNKNOWN
  }

  function imported(from: string, file: string): Record<string, unknown> {
    const target = pathOf(from, file)
    if (target === null || ++imports > IMPORT_LIMIT) return { default: UNKNOWN }
    for (const candidate of moduleFiles(target)) {
      if (modules.has(candidate) || readText(candidate) !== null) return readModule(candidate)
    }
    return { default: UNKNOWN }
  }

  function parse(expression: string): Expression | null {
    let node = parsed.get(expression)
    if (node !== undefined) return node
    try {
      node = babel().parseExpression(expression, { plugins: pluginsFor(path) })
    } catch {
      node = null
    }
    parsed.set(expression, node)
    return node
  }

  const exported = readModule(path)
  return {
    exported,
    valueOf(expression, given = new Map()) {
      const node = parse(expression)
      if (node === null) return UNKNOWN
      const names = new Map([...given].map(([name, value]): [string, () => unknown] => [name, () => value]))
      const value = evaluator.valueOf(node, { names, parent: top, source: expression, unwraps: true })
      return value instanceof Ref ? value.value : value
    },
    namesOf(parameters, values) {
      const node = parse(`(${parameters}) => 0`)
      if (node?.type !== 'ArrowFunctionExpression') return null
      const scope: Scope = { names: new Map(), parent: top }
      for (const [at, parameter] of node.params.entries()) evaluator.bind(parameter, () => values[at], scope)
      return new Map([...scope.names].map(([name, value]) => [name, value()]))
    },
  }
}

/** A value of JSON, which may have comments, as configurations of TypeScript do. */
function jsonOf(source: string, file: string, evaluator: Evaluator): unknown {
  try {
    return JSON.parse(source)
  } catch {
    const tree = parseModule(`export default ${source}`, file)
    const statement = tree?.program.body[0]
    const scope: Scope = { names: new Map<string, () => unknown>(), parent: null }
    return statement?.type === 'ExportDefaultDeclaration' ? evaluator.valueOf(statement.declaration, scope) : UNKNOWN
  }
}
