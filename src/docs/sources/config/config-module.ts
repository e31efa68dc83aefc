import type { File, Node, Statement } from '@babel/types'
import { dirname, normalize } from 'node:path/posix'
import { isScalar } from '../values.ts'
import { declaredNames, isYear, nameOf, parseModule, writtenName } from './config-syntax.ts'
import { isRecord, lazily, member, Program, UNKNOWN, type Scope } from './config-values.ts'
import { moduleFiles, relativePath } from './module-files.ts'
import { Pattern, textFunction, type TextFunction } from './text-function.ts'
import { copyUnknown, noteUnknown } from './unknown-members.ts'

/** Gives the text of a file of the content by its path; null if there is none that may be read. */
export type ReadText = (path: string) => string | null

/** Limits of the whole evaluation: a configuration of a real site takes some thousand steps. */
const STEP_LIMIT = 200_000
const DEPTH_LIMIT = 200
const MODULE_LIMIT = 100
const IMPORT_LIMIT = 2000
/** Characters of texts and members of lists that the evaluation may put together. */
const SIZE_LIMIT = 4_000_000
/** What a program sees of its environment: sites are built for production. */
const ENVIRONMENT = { env: { NODE_ENV: 'production' } }

/**
 * Tells what a module of configuration exports, without running it: literals, names, what it imports from files beside it,
 * and functions by what they return. A call that is not understood gives its first argument, as `defineConfig` does.
 * A member that is a chain of methods of a text is a `TextFunction`. All else is `UNKNOWN`.
 * @param path path of the module below the content directory
 * @param pathOf gives the path of what a module imports, which may lack its extension; null: it is a package
 */
export function readConfigModule(
  path: string,
  readText: ReadText,
  pathOf: (from: string, file: string) => string | null = relativePath,
): Readonly<Record<string, unknown>> {
  const modules = new Map<string, Record<string, unknown>>()
  let steps = 0
  let depth = 0
  let size = 0
  let imports = 0

  /** Whether something of this size may be put together. Texts and lists that double would fill the memory. */
  function mayGrow(by: number): boolean {
    size += by
    return size <= SIZE_LIMIT
  }

  function readModule(file: string): Record<string, unknown> {
    const known = modules.get(file)
    if (known !== undefined) return known
    const exported: Record<string, unknown> = {}
    modules.set(file, exported)
    const text = modules.size > MODULE_LIMIT ? null : readText(file)
    if (text === null) return exported
    if (file.endsWith('.json')) exported['default'] = jsonOf(text, file)
    else {
      const tree = parseModule(text, file)
      if (tree !== null) runModule(tree, file, exported)
    }
    return exported
  }

  /** A value of JSON, which may have comments, as configurations of TypeScript do. */
  function jsonOf(source: string, file: string): unknown {
    try {
      return JSON.parse(source)
    } catch {
      const tree = parseModule(`export default ${source}`, file)
      const statement = tree?.program.body[0]
      const scope: Scope = { names: new Map<string, () => unknown>(), parent: null }
      return statement?.type === 'ExportDefaultDeclaration' ? valueOf(statement.declaration, scope) : UNKNOWN
    }
  }

  function runModule(tree: File, file: string, exported: Record<string, unknown>): void {
    const scope: Scope = { names: new Map<string, () => unknown>(), parent: null }
    const name = (key: string, value: () => unknown): void => void scope.names.set(key, lazily(value))
    name('process', () => ENVIRONMENT)
    name('__dirname', () => dirname(file))
    name('undefined', () => undefined)
    declare(tree.program.body, scope)
    for (const statement of tree.program.body) {
      if (statement.type === 'ImportDeclaration') {
        const from = statement.source.value
        for (const specifier of statement.specifiers) {
          if (specifier.type === 'ImportDefaultSpecifier')
            name(specifier.local.name, () => exportOf(from, file, 'default'))
          else if (specifier.type === 'ImportNamespaceSpecifier') name(specifier.local.name, () => imported(from, file))
          else name(specifier.local.name, () => exportOf(from, file, nameOf(specifier.imported)))
        }
      } else if (statement.type === 'ExportNamedDeclaration' && statement.declaration) {
        declare([statement.declaration], scope)
      }
    }
    for (const statement of tree.program.body) {
      if (statement.type === 'ExportDefaultDeclaration') {
        exported['default'] = result(valueOf(statement.declaration, scope))
      } else if (statement.type === 'ExportNamedDeclaration') {
        for (const declared of declaredNames(statement.declaration)) exported[declared] = look(declared, scope)
        for (const specifier of statement.specifiers) {
          if (specifier.type !== 'ExportSpecifier') continue
          const local = nameOf(specifier.local)
          const value = statement.source ? exportOf(statement.source.value, file, local) : look(local, scope)
          exported[nameOf(specifier.exported)] = value
        }
      } else if (statement.type === 'ExpressionStatement' && statement.expression.type === 'AssignmentExpression') {
        const { left, right } = statement.expression
        if (left.type === 'MemberExpression' && writtenName(left) === 'module.exports') {
          exported['default'] = result(valueOf(right, scope))
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

  /** A configuration may be a function, which the generator calls. */
  function result(value: unknown): unknown {
    return value instanceof Program ? call(value, []) : value
  }

  function call({ node, scope }: Program, values: readonly unknown[]): unknown {
    if (steps > STEP_LIMIT) return UNKNOWN
    const inner: Scope = { names: new Map<string, () => unknown>(), parent: scope }
    steps += node.params.length
    for (const [at, parameter] of node.params.entries()) {
      const leftOut = parameter.type === 'AssignmentPattern' ? undefined : UNKNOWN
      bind(parameter, () => (at < values.length ? values[at] : leftOut), inner)
    }
    if (node.body.type !== 'BlockStatement') return valueOf(node.body, inner)
    declare(node.body.body, inner)
    const returned = node.body.body.find((statement) => statement.type === 'ReturnStatement')
    return returned?.argument ? valueOf(returned.argument, inner) : UNKNOWN
  }

  /** Names what statements declare. Each name is a step, as each call of a function declares its names again. */
  function declare(statements: readonly (Statement | Node)[], scope: Scope): void {
    steps += statements.length
    for (const statement of statements) {
      if (statement.type === 'FunctionDeclaration' && statement.id) {
        scope.names.set(statement.id.name, () => new Program(statement, scope))
      } else if (statement.type === 'VariableDeclaration') {
        steps += statement.declarations.length
        for (const { id, init } of statement.declarations) {
          const value = lazily(() => (init ? valueOf(init, scope) : undefined))
          bind(id, value, scope)
        }
      }
    }
  }

  /** Names a value, or its members, as a declaration or a parameter does. */
  function bind(pattern: Node, value: () => unknown, scope: Scope): void {
    if (pattern.type === 'Identifier') scope.names.set(pattern.name, value)
    else if (pattern.type === 'AssignmentPattern') {
      const given = lazily(value)
      bind(pattern.left, () => (given() === undefined ? valueOf(pattern.right, scope) : given()), scope)
    } else if (pattern.type === 'ObjectPattern') {
      steps += pattern.properties.length
      for (const property of pattern.properties) {
        if (property.type !== 'ObjectProperty') continue
        const key = keyOf(property.key, scope, property.computed)
        bind(property.value, () => (key === null ? UNKNOWN : member(value(), key)), scope)
      }
    }
  }

  function look(name: string, scope: Scope): unknown {
    for (let at: Scope | null = scope; at !== null; at = at.parent) {
      const found = at.names.get(name)
      if (found !== undefined) return found()
    }
    return UNKNOWN
  }

  function valueOf(node: Node, scope: Scope): unknown {
    if (++steps > STEP_LIMIT || depth > DEPTH_LIMIT) return UNKNOWN
    depth += 1
    try {
      return evaluate(node, scope)
    } finally {
      depth -= 1
    }
  }

  function evaluate(node: Node, scope: Scope): unknown {
    switch (node.type) {
      case 'StringLiteral':
      case 'NumericLiteral':
      case 'BooleanLiteral':
        return node.value
      case 'NullLiteral':
        return null
      case 'RegExpLiteral':
        return new Pattern(node.pattern, node.flags)
      case 'TemplateLiteral': {
        const values = node.expressions.map((expression) => valueOf(expression, scope))
        if (!values.every((value) => typeof value === 'string' || typeof value === 'number')) return UNKNOWN
        return joined(node.quasis.flatMap(({ value }, at) => [value.cooked ?? '', String(values[at] ?? '')]))
      }
      case 'ArrayExpression':
        return arrayOf(node, scope)
      case 'ObjectExpression':
        return objectOf(node, scope)
      case 'Identifier':
        return look(node.name, scope)
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TSTypeAssertion':
      case 'ParenthesizedExpression':
        return valueOf(node.expression, scope)
      case 'AwaitExpression':
        return valueOf(node.argument, scope)
      case 'UnaryExpression': {
        const value = valueOf(node.argument, scope)
        if (value === UNKNOWN) return UNKNOWN
        if (node.operator === '!') return !value
        return node.operator === '-' && typeof value === 'number' ? -value : UNKNOWN
      }
      case 'LogicalExpression': {
        const left = valueOf(node.left, scope)
        const right = (): unknown => valueOf(node.right, scope)
        if (left === UNKNOWN) return node.operator === '&&' ? UNKNOWN : right()
        if (node.operator === '??') return left ?? right()
        return node.operator === '||' ? left || right() : left && right()
      }
      case 'ConditionalExpression': {
        const test = valueOf(node.test, scope)
        if (test !== UNKNOWN) return valueOf(test ? node.consequent : node.alternate, scope)
        const first = valueOf(node.consequent, scope)
        return first === UNKNOWN ? valueOf(node.alternate, scope) : first
      }
      case 'BinaryExpression': {
        const left = valueOf(node.left, scope)
        const right = valueOf(node.right, scope)
        if (left === UNKNOWN || right === UNKNOWN) return UNKNOWN
        if (node.operator === '+') {
          if (typeof left === 'number' && typeof right === 'number') return left + right
          return isScalar(left) && isScalar(right) ? joined([String(left), String(right)]) : UNKNOWN
        }
        if (node.operator === '===') return left === right
        return node.operator === '!==' ? left !== right : UNKNOWN
      }
      case 'MemberExpression':
      case 'OptionalMemberExpression': {
        const key = keyOf(node.property, scope, node.computed)
        return key === null ? UNKNOWN : member(valueOf(node.object, scope), key)
      }
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        return new Program(node, scope)
      case 'CallExpression':
        return callOf(node, scope)
      default:
        return UNKNOWN
    }
  }

  function arrayOf(node: Extract<Node, { type: 'ArrayExpression' }>, scope: Scope): unknown[] {
    const values: unknown[] = []
    for (const element of node.elements) {
      const isSpread = element?.type === 'SpreadElement'
      const value = element === null ? undefined : valueOf(isSpread ? element.argument : element, scope)
      const spread = isSpread && Array.isArray(value) && mayGrow(value.length) ? (value as unknown[]) : null
      for (const each of spread ?? [isSpread ? UNKNOWN : value]) values.push(each)
      if (element !== null && values.at(-1) === UNKNOWN) noteUnknown(values, String(values.length - 1), element)
    }
    return values
  }

  function objectOf(node: Extract<Node, { type: 'ObjectExpression' }>, scope: Scope): Record<string, unknown> {
    const object: Record<string, unknown> = {}
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        const spread = valueOf(property.argument, scope)
        if (isRecord(spread) && size <= SIZE_LIMIT && mayGrow(Object.keys(spread).length)) {
          Object.assign(object, spread)
          copyUnknown(spread, object)
        } else if (spread === UNKNOWN || isRecord(spread)) noteUnknown(object, '...', property)
        continue
      }
      const key = keyOf(property.key, scope, property.computed)
      if (key === null || key === '__proto__') continue
      const value = property.type === 'ObjectMethod' ? UNKNOWN : valueOf(property.value, scope)
      object[key] = value instanceof Program ? (textFunctionOf(value) ?? UNKNOWN) : value
      if (object[key] === UNKNOWN) noteUnknown(object, key, property)
    }
    return object
  }

  function textFunctionOf({ node, scope }: Program): TextFunction | null {
    const [parameter] = node.params
    const returned = node.body.type === 'BlockStatement' ? node.body.body[0] : null
    const body = node.body.type === 'BlockStatement' ? null : node.body
    const made = body ?? (returned?.type === 'ReturnStatement' ? returned.argument : null)
    if (parameter?.type !== 'Identifier' || !made || node.params.length > 1) return null
    return textFunction(made, parameter.name, (argument) => valueOf(argument, scope))
  }

  function callOf(node: Extract<Node, { type: 'CallExpression' }>, scope: Scope): unknown {
    const name = writtenName(node.callee)
    const values = node.arguments.map((argument) => valueOf(argument, scope))
    if (name === 'require' || name === 'import') {
      const [from] = values
      const folder = look('__dirname', scope)
      return typeof from === 'string' && typeof folder === 'string' ? imported(from, `${folder}/_`)['default'] : UNKNOWN
    }
    if (name === 'require.resolve') return values[0]
    if (isYear(node)) return new Date().getFullYear()
    if (/^(?:path\.(?:posix\.)?)?(?:join|resolve)$/.test(name)) {
      if (!values.every((value) => typeof value === 'string')) return UNKNOWN
      const path = joined(values.flatMap((value, at) => (at === 0 ? [value] : ['/', value])))
      return path === UNKNOWN ? UNKNOWN : normalize(path)
    }
    const mapped = /\.(?:map|flatMap)$/.test(name) ? mappedBy(node, values[0], scope) : UNKNOWN
    if (mapped !== UNKNOWN) return mapped
    const callee = node.callee.type === 'Identifier' ? look(node.callee.name, scope) : UNKNOWN
    if (callee instanceof Program) return call(callee, values)
    if (/^(?:ref|shallowRef)$/.test(name) && isScalar(values[0])) return values[0]
    return values.length > 0 && (isRecord(values[0]) || values[0] instanceof Program || Array.isArray(values[0]))
      ? result(values[0])
      : UNKNOWN
  }

  /** What `map` and `flatMap` make of a list whose members are known. */
  function mappedBy(node: Extract<Node, { type: 'CallExpression' }>, by: unknown, scope: Scope): unknown {
    const { callee } = node
    const list = callee.type === 'MemberExpression' ? valueOf(callee.object, scope) : UNKNOWN
    if (!(by instanceof Program) || !Array.isArray(list) || !mayGrow(list.length)) return UNKNOWN
    const values = (list as unknown[]).map((each, at) => call(by, [each, at]))
    if (!writtenName(callee).endsWith('.flatMap')) return values
    return mayGrow(values.reduce<number>((sum, each) => sum + (Array.isArray(each) ? each.length : 1), 0))
      ? values.flat()
      : UNKNOWN
  }

  function joined(parts: readonly string[]): string | typeof UNKNOWN {
    return mayGrow(parts.reduce((sum, { length }) => sum + length, 0)) ? parts.join('') : UNKNOWN
  }

  function keyOf(node: Node, scope: Scope, computed: boolean): string | null {
    if (!computed && node.type === 'Identifier') return node.name
    const value = valueOf(node, scope)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null
  }

  return readModule(path)
}
