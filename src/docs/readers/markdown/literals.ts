import type { Node } from '@babel/types'
import { babel } from '../babel.ts'

/** Longest expression of an attribute that is read. */
const LIMIT_CHARS = 100_000
const DEPTH_LIMIT = 20

/** The value of an expression, as far as it is literals: texts, numbers, lists and records. Null stands for all else. */
export function literalOf(expression: string): unknown {
  if (expression.length > LIMIT_CHARS) return null
  try {
    return valueOf(babel().parseExpression(expression, { plugins: ['jsx', 'typescript'] }), 0)
  } catch {
    return null
  }
}

function valueOf(node: Node | null, depth: number): unknown {
  if (node === null || depth > DEPTH_LIMIT) return null
  switch (node.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return node.value
    case 'JSXText':
      return node.value.replace(/\s+/g, ' ')
    case 'TemplateLiteral':
      return node.expressions.length > 0 ? null : (node.quasis[0]?.value.cooked ?? null)
    case 'ArrayExpression':
      return node.elements.map((element) => valueOf(element, depth + 1))
    case 'ObjectExpression': {
      const record: Record<string, unknown> = {}
      for (const property of node.properties) {
        if (property.type !== 'ObjectProperty') continue
        const { key } = property
        const name = key.type === 'Identifier' ? key.name : key.type === 'StringLiteral' ? key.value : null
        if (name !== null && name !== '__proto__') record[name] = valueOf(property.value, depth + 1)
      }
      return record
    }
    case 'JSXElement':
    case 'JSXFragment': {
      const parts = node.children.map((child) => valueOf(child, depth + 1))
      return parts.filter((part) => typeof part === 'string' || typeof part === 'number').join('')
    }
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
    case 'ParenthesizedExpression':
      return valueOf(node.expression, depth + 1)
    default:
      return null
  }
}
