import type { Node } from '@babel/types'
import { membersUnknown } from './unknown-members.ts'
import { Pattern } from './text-function.ts'

/** A value that only running the program would tell. */
export const UNKNOWN = Symbol('a value that only running the program would tell')

/** A function of the program, whose result is told by what it returns. */
export class Program {
  readonly node: FunctionNode
  readonly scope: Scope
  constructor(node: FunctionNode, scope: Scope) {
    this.node = node
    this.scope = scope
  }
}

/** A value of Vue that changes while the page is shown, by what it is at first. */
export class Ref {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
}

/** Markup of JSX, in which all expressions are literals. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type FunctionNode = Extract<
  Node,
  { type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression' }
>

export interface Scope {
  readonly names: Map<string, () => unknown>
  readonly parent: Scope | null
  /** What is read, for markup in it. */
  readonly source?: string
  /** Whether names from around it stand for what their `Ref` holds, as in a template of Vue. */
  readonly unwraps?: boolean
}

/** A value that is told when it is asked for, once. While it is told, it is not known. */
export function lazily(value: () => unknown): () => unknown {
  let isAsked = false
  let known: unknown = UNKNOWN
  return () => {
    if (!isAsked) {
      isAsked = true
      known = value()
    }
    return known
  }
}

/** A member of an object, a list or a text, or undefined. */
export function member(value: unknown, key: string): unknown {
  if (value === UNKNOWN) return UNKNOWN
  if (value instanceof Ref) return key === 'value' ? value.value : undefined
  if (Array.isArray(value)) return key === 'length' ? value.length : (value as unknown[])[Number(key)]
  if (typeof value === 'string') return key === 'length' ? value.length : value[Number(key)]
  if (!isRecord(value)) return undefined
  return Object.hasOwn(value, key) ? value[key] : membersUnknown(value).has('...') ? UNKNOWN : undefined
}

/** Whether a value is an object that the program writes out. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isPlain && ![Markup, Pattern, Program, Ref].some((type) => value instanceof type)
}

/** Values that one text may show. Lists that stand in one another often would be without end. */
const SHOWN_LIMIT = 10_000

/** Whether a value is made of texts, numbers and the like alone, and of so few that it can be shown. */
export function isShowable(value: unknown): boolean {
  const left = [value]
  for (let count = 0; left.length > 0; count++) {
    const each = left.pop()
    const isHolder = Array.isArray(each) || isRecord(each)
    if (count + left.length > SHOWN_LIMIT || (!isHolder && typeof each === 'object' && each !== null)) return false
    if (typeof each === 'symbol' || typeof each === 'function') return false
    if (isHolder && !Array.isArray(each) && membersUnknown(each).size > 0) return false
    if (isHolder) for (const member of Object.values(each)) left.push(member)
  }
  return true
}
