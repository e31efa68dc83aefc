import { BLOCK_ELEMENTS } from './element-names.ts'
import { furnitureKind } from './furniture.ts'
import { HtmlElement, HtmlText } from './tree.ts'

/** Share of the text in one child from which on the rest around it is taken for the frame of the page. */
const MOST = 0.9

/**
 * The innermost element that holds nearly all text outside of links. Each element is weighed once, so the time is linear.
 */
export function densestPart(body: HtmlElement): HtmlElement {
  const weights = new Map<HtmlElement, number>()
  weigh(body, false, weights)
  let at = body
  for (;;) {
    const whole = weights.get(at) ?? 0
    const next = at.elements.find((child) => isPart(child) && (weights.get(child) ?? 0) >= whole * MOST && whole > 0)
    if (next === undefined) return at
    at = next
  }
}

function isPart(element: HtmlElement): boolean {
  return (
    (BLOCK_ELEMENTS.has(element.name) || element.name.includes('-')) &&
    !['p', 'pre', 'ul', 'ol', 'dl', 'table', 'blockquote'].includes(element.name)
  )
}

function weigh(element: HtmlElement, inLink: boolean, weights: Map<HtmlElement, number>): number {
  let weight = 0
  for (const child of element.children) {
    if (child instanceof HtmlText) {
      if (!inLink) weight += child.text.trim().length
    } else if (furnitureKind(child, false) === null) weight += weigh(child, inLink || child.name === 'a', weights)
  }
  weights.set(element, weight)
  return weight
}
