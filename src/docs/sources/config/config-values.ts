import type { Node } from '@babel/types'
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

type FunctionNode = Extract<Node, { type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression' }>

export interface Scope {
  readonly names: Map<string, () => unknown>
  readonly parent: Scope | null
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

/** A member of an object or a list, or undefined. */
export function member(value: unknown, key: string): unknown {
  if (value === UNKNOWN) return UNKNOWN
  if (Array.isArray(value)) return key === 'length' ? value.length : (value as unknown[])[Number(key)]
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** Whether a value is an object that the program writes out. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isPlain && !(value instanceof Program) && !(value instanceof Pattern)
}
