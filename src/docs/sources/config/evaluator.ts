import type { Node, Statement } from '@babel/types'
import { normalize } from 'node:path/posix'
import { isScalar } from '../values.ts'
import { isYear, writtenName } from './config-syntax.ts'
import { isRecord, lazily, Markup, member, Program, Ref, UNKNOWN, type Scope } from './config-values.ts'
import { jsxMarkup } from './jsx-markup.ts'
import { globalOf, methodOf, type Work } from './methods.ts'
import { isPrimitive, ofOne, ofTwo } from './operators.ts'
import { Pattern, textFunction, type TextFunction } from './text-function.ts'
import { copyUnknown, noteUnknown } from './unknown-members.ts'

/** Limits of the whole evaluation: a configuration of a real site takes some thousand steps. */
const STEP_LIMIT = 200_000
/** Limit for a page, whose lists have the same expressions for each of their members. */
const PAGE_STEP_LIMIT = 2_000_000
const DEPTH_LIMIT = 200
/** Characters of texts and members of lists that the evaluation may look at or put together. */
const SIZE_LIMIT = 4_000_000
/** Functions of Vue and Docusaurus that give what they are given, and those that make something of it whose value may change. */
const KEEPS = /^(?:(?:shallow)?(?:Reactive|Readonly)|reactive|readonly|markRaw|toRaw|useBaseUrl)$/
const MAKES_REF = /^(?:ref|shallowRef|computed)$/

/** Evaluates expressions without running anything. All that is not understood is `UNKNOWN`. */
export class Evaluator {
  /**
   * Whether a value must be told by the program itself, as a page shows it. For a configuration, the branch that can be told
   * is taken, and a call that is not understood gives its first argument, as `defineConfig` does.
   */
  readonly isExact: boolean
  readonly imported: (from: string, file: string) => Readonly<Record<string, unknown>>
  readonly work: Work = {
    apply: (callback, values) => (callback instanceof Program ? this.call(callback, values) : UNKNOWN),
    mayGrow: (by) => this.mayGrow(by),
  }
  readonly #stepLimit: number
  #steps = 0
  #depth = 0
  #size = 0

  constructor(isExact: boolean, imported: Evaluator['imported']) {
    this.isExact = isExact
    this.#stepLimit = isExact ? PAGE_STEP_LIMIT : STEP_LIMIT
    this.imported = imported
  }

  /** Whether something of this size may be put together. Texts and lists that double would fill the memory. */
  mayGrow(by: number): boolean {
    this.#size += by
    return this.#size <= SIZE_LIMIT
  }

  /** A configuration may be a function, which the generator calls. */
  result(value: unknown): unknown {
    return value instanceof Program ? this.call(value, []) : value
  }

  call({ node, scope }: Program, values: readonly unknown[]): unknown {
    if (this.#steps > this.#stepLimit || this.#depth > DEPTH_LIMIT) return UNKNOWN
    const inner: Scope = { names: new Map<string, () => unknown>(), parent: scope }
    this.#steps += node.params.length
    for (const [at, parameter] of node.params.entries()) {
      const leftOut = this.isExact || parameter.type === 'AssignmentPattern' ? undefined : UNKNOWN
      this.bind(parameter, () => (at < values.length ? values[at] : leftOut), inner)
    }
    if (node.body.type !== 'BlockStatement') return this.valueOf(node.body, inner)
    return (this.#run(node.body.body, inner) ?? { value: this.isExact ? undefined : UNKNOWN }).value
  }

  /** What statements return; null: they return nothing. */
  #run(statements: readonly Statement[], scope: Scope): { readonly value: unknown } | null {
    this.declare(statements, scope)
    for (const statement of statements) {
      if (statement.type === 'ReturnStatement') {
        return { value: statement.argument ? this.valueOf(statement.argument, scope) : undefined }
      }
      if (statement.type === 'IfStatement') {
        const test = this.valueOf(statement.test, scope)
        if (test === UNKNOWN && this.isExact) return { value: UNKNOWN }
        const branch = test === UNKNOWN ? null : test ? statement.consequent : statement.alternate
        const within = branch?.type === 'BlockStatement' ? branch.body : branch ? [branch] : []
        const returned = this.#run(within, { names: new Map(), parent: scope })
        if (returned !== null) return returned
      } else if (this.isExact && !/^(?:Function|Variable|TS).*Declaration$/.test(statement.type)) {
        return { value: UNKNOWN }
      }
    }
    return null
  }

  /** Names what statements declare. Each name is a step, as each call of a function declares its names again. */
  declare(statements: readonly (Statement | Node)[], scope: Scope, assigned: ReadonlySet<string> = new Set()): void {
    this.#steps += statements.length
    for (const statement of statements) {
      if (statement.type === 'FunctionDeclaration' && statement.id) {
        scope.names.set(statement.id.name, () => new Program(statement, scope))
      } else if (statement.type === 'VariableDeclaration') {
        this.#steps += statement.declarations.length
        for (const { id, init } of statement.declarations) {
          const isAssigned = statement.declare === true || (id.type === 'Identifier' && assigned.has(id.name))
          const value = lazily(() => (isAssigned ? UNKNOWN : init ? this.valueOf(init, scope) : undefined))
          this.bind(id, value, scope)
        }
      }
    }
  }

  /** Names a value, or its members, as a declaration or a parameter does. */
  bind(pattern: Node, value: () => unknown, scope: Scope): void {
    if (pattern.type === 'Identifier') scope.names.set(pattern.name, value)
    else if (pattern.type === 'AssignmentPattern') {
      const given = lazily(value)
      this.bind(pattern.left, () => (given() === undefined ? this.valueOf(pattern.right, scope) : given()), scope)
    } else if (pattern.type === 'ObjectPattern') {
      this.#steps += pattern.properties.length
      for (const property of pattern.properties) {
        if (property.type !== 'ObjectProperty') this.bind(property.argument, () => UNKNOWN, scope)
        else {
          const key = this.#keyOf(property.key, scope, property.computed)
          this.bind(property.value, () => (key === null ? UNKNOWN : member(value(), key)), scope)
        }
      }
    } else if (pattern.type === 'ArrayPattern') {
      this.#steps += pattern.elements.length
      for (const [at, element] of pattern.elements.entries()) {
        if (element?.type === 'RestElement') this.bind(element.argument, () => UNKNOWN, scope)
        else if (element) this.bind(element, () => member(value(), String(at)), scope)
      }
    } else if (pattern.type === 'RestElement') this.bind(pattern.argument, () => UNKNOWN, scope)
  }

  look(name: string, scope: Scope): unknown {
    let unwraps = false
    for (let at: Scope | null = scope; at !== null; at = at.parent) {
      const value = at.names.get(name)?.()
      if (at.names.has(name)) return unwraps && value instanceof Ref ? value.value : value
      unwraps ||= at.unwraps === true
    }
    return UNKNOWN
  }

  valueOf(node: Node, scope: Scope): unknown {
    if (++this.#steps > this.#stepLimit || this.#depth > DEPTH_LIMIT) return UNKNOWN
    this.#depth += 1
    try {
      return this.#evaluate(node, scope)
    } finally {
      this.#depth -= 1
    }
  }

  #evaluate(node: Node, scope: Scope): unknown {
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
        const values = node.expressions.map((expression) => this.valueOf(expression, scope))
        if (!values.every(this.isExact ? isPrimitive : isScalar)) return UNKNOWN
        return this.#joined(
          node.quasis.flatMap(({ value }, at) => [value.cooked ?? '', at < values.length ? String(values[at]) : '']),
        )
      }
      case 'ArrayExpression':
        return this.#arrayOf(node, scope)
      case 'ObjectExpression':
        return this.#objectOf(node, scope)
      case 'Identifier':
        return this.look(node.name, scope)
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TSTypeAssertion':
      case 'ParenthesizedExpression':
        return this.valueOf(node.expression, scope)
      case 'AwaitExpression':
        return this.valueOf(node.argument, scope)
      case 'UnaryExpression':
        return ofOne(node.operator, this.valueOf(node.argument, scope))
      case 'LogicalExpression': {
        const left = this.valueOf(node.left, scope)
        const right = (): unknown => this.valueOf(node.right, scope)
        if (left === UNKNOWN) return this.isExact || node.operator === '&&' ? UNKNOWN : right()
        if (node.operator === '??') return left ?? right()
        return node.operator === '||' ? left || right() : left && right()
      }
      case 'ConditionalExpression': {
        const test = this.valueOf(node.test, scope)
        if (test !== UNKNOWN) return this.valueOf(test ? node.consequent : node.alternate, scope)
        if (this.isExact) return UNKNOWN
        const first = this.valueOf(node.consequent, scope)
        return first === UNKNOWN ? this.valueOf(node.alternate, scope) : first
      }
      case 'BinaryExpression': {
        const [left, right] = [this.valueOf(node.left, scope), this.valueOf(node.right, scope)]
        return ofTwo(node.operator, left, right, (parts) => this.#joined(parts))
      }
      case 'MemberExpression':
      case 'OptionalMemberExpression': {
        const value = this.valueOf(node.object, scope)
        const key = this.#keyOf(node.property, scope, node.computed)
        // Without a mark of its own, a member of nothing ends the program.
        if (value == null && this.isExact) return node.type === 'MemberExpression' ? UNKNOWN : undefined
        // The address of an image is that of its module, and of the object that some bundlers make of it.
        if (typeof value === 'string' && (key === 'default' || key === 'src')) return value
        return key === null ? UNKNOWN : member(value, key)
      }
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        return new Program(node, scope)
      case 'CallExpression':
      case 'OptionalCallExpression':
        return this.#callOf(node, scope)
      case 'JSXElement':
      case 'JSXFragment': {
        const part = this.#partOf(node, scope)
        if (part !== null) return part
        const text = jsxMarkup(node, scope, (each) => this.valueOf(each, scope))
        return text !== null && this.mayGrow(text.length) ? new Markup(text) : UNKNOWN
      }
      default:
        return UNKNOWN
    }
  }

  /** What an element without content stands for, where its name is that of an imported page; null: it stands for itself. */
  #partOf(node: Extract<Node, { type: 'JSXElement' | 'JSXFragment' }>, scope: Scope): unknown {
    if (node.type === 'JSXFragment' || node.children.length > 0) return null
    const { name } = node.openingElement
    const value = name.type === 'JSXIdentifier' ? this.look(name.name, scope) : null
    return isRecord(value) ? value : null
  }

  #arrayOf(node: Extract<Node, { type: 'ArrayExpression' }>, scope: Scope): unknown {
    const values: unknown[] = []
    for (const element of node.elements) {
      const isSpread = element?.type === 'SpreadElement'
      const value = element === null ? undefined : this.valueOf(isSpread ? element.argument : element, scope)
      const spread = isSpread && Array.isArray(value) && this.mayGrow(value.length) ? (value as unknown[]) : null
      // How many members it has is not known either.
      if (this.isExact && isSpread && spread === null) return UNKNOWN
      for (const each of spread ?? [isSpread ? UNKNOWN : value]) values.push(each)
      if (element !== null && values.at(-1) === UNKNOWN) noteUnknown(values, String(values.length - 1), element)
    }
    return values
  }

  #objectOf(node: Extract<Node, { type: 'ObjectExpression' }>, scope: Scope): Record<string, unknown> {
    const object: Record<string, unknown> = {}
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        const spread = this.valueOf(property.argument, scope)
        if (isRecord(spread) && this.#size <= SIZE_LIMIT && this.mayGrow(Object.keys(spread).length)) {
          Object.assign(object, spread)
          copyUnknown(spread, object)
        } else if (spread === UNKNOWN || isRecord(spread)) noteUnknown(object, '...', property)
        continue
      }
      const key = this.#keyOf(property.key, scope, property.computed)
      if (key === null && this.isExact) noteUnknown(object, '...', property)
      if (key === null || key === '__proto__') continue
      const value = property.type === 'ObjectMethod' ? UNKNOWN : this.valueOf(property.value, scope)
      const isFunction = value instanceof Program && !this.isExact
      object[key] = isFunction ? (this.#textFunctionOf(value) ?? UNKNOWN) : value
      if (object[key] === UNKNOWN) noteUnknown(object, key, property)
    }
    return object
  }

  #textFunctionOf({ node, scope }: Program): TextFunction | null {
    const [parameter] = node.params
    const returned = node.body.type === 'BlockStatement' ? node.body.body[0] : null
    const body = node.body.type === 'BlockStatement' ? null : node.body
    const made = body ?? (returned?.type === 'ReturnStatement' ? returned.argument : null)
    if (parameter?.type !== 'Identifier' || !made || node.params.length > 1) return null
    return textFunction(made, parameter.name, (argument) => this.valueOf(argument, scope))
  }

  #callOf(node: Extract<Node, { type: 'CallExpression' | 'OptionalCallExpression' }>, scope: Scope): unknown {
    const name = writtenName(node.callee)
    const values = node.arguments.flatMap((argument) => {
      const isSpread = argument.type === 'SpreadElement'
      const value = this.valueOf(isSpread ? argument.argument : argument, scope)
      if (!isSpread) return [value]
      return Array.isArray(value) && this.mayGrow(value.length) ? (value as unknown[]) : [UNKNOWN]
    })
    if (name === 'require' || name === 'import') {
      const [from] = values
      const folder = this.look('__dirname', scope)
      const isKnown = typeof from === 'string' && typeof folder === 'string'
      return isKnown ? this.imported(from, `${folder}/_`)['default'] : UNKNOWN
    }
    if (name === 'require.resolve') return values[0]
    if (isYear(node.callee)) return new Date().getFullYear()
    if (/^(?:path\.(?:posix\.)?)?(?:join|resolve)$/.test(name)) {
      if (!values.every((value) => typeof value === 'string')) return UNKNOWN
      const path = this.#joined(values.flatMap((value, at) => (at === 0 ? [value] : ['/', value])))
      return typeof path === 'string' ? normalize(path) : UNKNOWN
    }
    const { callee } = node
    const known = callee.type === 'Identifier' ? this.look(callee.name, scope) : UNKNOWN
    if (known instanceof Program) return this.call(known, values)
    const made = this.#methodOf(callee, values, scope)
    if (made !== UNKNOWN) return made
    if (this.isExact) return this.#vueOf(name, values) ?? globalOf(name, values, this.work)
    return isRecord(values[0]) || values[0] instanceof Program || Array.isArray(values[0])
      ? this.result(values[0])
      : UNKNOWN
  }

  #methodOf(callee: Node, values: readonly unknown[], scope: Scope): unknown {
    if (callee.type !== 'MemberExpression' && callee.type !== 'OptionalMemberExpression') return UNKNOWN
    const key = this.#keyOf(callee.property, scope, callee.computed)
    const value = this.valueOf(callee.object, scope)
    if (key === null || value === UNKNOWN) return UNKNOWN
    if (value == null) return callee.type === 'OptionalMemberExpression' ? undefined : UNKNOWN
    const own = isRecord(value) ? member(value, key) : UNKNOWN
    if (own instanceof Program) return this.call(own, values)
    return own === UNKNOWN ? methodOf(value, key, values, this.work) : UNKNOWN
  }

  /** What a function of Vue gives, or undefined if it is not one. */
  #vueOf(name: string, [value]: readonly unknown[]): unknown {
    if (KEEPS.test(name)) return value
    if (name === 'unref' || name === 'toValue') return value instanceof Ref ? value.value : value
    return MAKES_REF.test(name) ? new Ref(name === 'computed' ? this.result(value) : value) : undefined
  }

  #joined(parts: readonly string[]): unknown {
    return this.mayGrow(parts.reduce((sum, { length }) => sum + length, 0)) ? parts.join('') : UNKNOWN
  }

  #keyOf(node: Node, scope: Scope, computed: boolean): string | null {
    if (!computed && node.type === 'Identifier') return node.name
    const value = this.valueOf(node, scope)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null
  }
}
