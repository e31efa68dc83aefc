import type { Node } from '@babel/types'
import { isScalar } from '../values.ts'
import { Markup, type Scope } from './config-values.ts'

/** Writes markup of JSX with literals in place of its expressions; null: only a program tells what it shows. */
export function jsxMarkup(
  node: Extract<Node, { type: 'JSXElement' | 'JSXFragment' }>,
  scope: Scope,
  valueOf: (node: Node) => unknown,
): string | null {
  const source = sourceOf(scope)
  const [opening, closing] =
    node.type === 'JSXElement'
      ? [node.openingElement, node.closingElement]
      : [node.openingFragment, node.closingFragment]
  let text = opening.type === 'JSXOpeningFragment' ? '<>' : `<${written(opening.name)}`
  if (opening.type === 'JSXOpeningElement') {
    for (const attribute of opening.attributes) {
      if (attribute.type === 'JSXAttribute') text += attributeOf(written(attribute.name), attribute.value)
    }
    text += opening.selfClosing ? ' />' : '>'
  }
  for (const child of node.children) {
    const shown = child.type === 'JSXText' ? textOf(child.value, written(child)) : child.type === 'JSXExpressionContainer' ? given(child.expression) : shownInMdx(valueOf(child)) // prettier-ignore
    if (shown === null) return null
    text += shown
  }
  return closing ? text + written(closing) : text

  function given(expression: Node): string | null {
    return expression.type === 'JSXEmptyExpression' ? '' : shownInMdx(valueOf(expression))
  }

  /** An attribute with a value that can be told. Others are left out, as those for programs are. */
  function attributeOf(name: string, value: Node | null | undefined): string {
    if (value?.type !== 'JSXExpressionContainer') return ` ${name}${value ? `=${written(value)}` : ''}`
    const known = valueOf(value.expression)
    return isScalar(known) ? ` ${name}={${JSON.stringify(known)}}` : ''
  }

  function written({ end, start }: Node): string {
    return source.slice(start ?? 0, end ?? 0)
  }
}

/** A text of JSX, which is no Markdown: as it is written, or as a literal where Markdown would read its signs. */
function textOf(text: string, written: string): string {
  if (!/[\\`*_[\]~$|#>:+.-]/.test(text)) return written
  const lines = text.split('\n').map((line, at, all) => {
    const end = at < all.length - 1 ? line.trimEnd() : line
    return at > 0 ? end.trimStart() : end
  })
  const line = lines.filter((each) => each !== '').join(' ')
  return `{${JSON.stringify(line)}}`
}

/** Values that one expression may show. Lists that stand in one another often would be without end. */
const SHOWN_LIMIT = 10_000

/** A value as MDX shows it, written in MDX; null: only a program tells it, or MDX cannot show it. */
export function shownInMdx(value: unknown): string | null {
  const left = [value]
  let text = ''
  for (let count = 0; left.length > 0; count++) {
    const each = left.pop()
    if (count + left.length > SHOWN_LIMIT) return null
    if (each instanceof Markup) text += each.text
    else if (Array.isArray(each)) for (const member of each.toReversed()) left.push(member)
    else if (typeof each === 'string' || typeof each === 'number') text += `{${JSON.stringify(String(each))}}`
    else if (each !== null && each !== undefined && typeof each !== 'boolean') return null
  }
  return text
}

function sourceOf(scope: Scope): string {
  for (let at: Scope | null = scope; at !== null; at = at.parent) if (at.source !== undefined) return at.source
  return ''
}
