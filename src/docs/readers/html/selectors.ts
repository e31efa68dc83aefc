import { compile, selectAll, type Options } from 'css-select'
import { HtmlElement, lineOf, type HtmlNode } from './tree.ts'

const adapter: NonNullable<Options<HtmlNode, HtmlElement>['adapter']> = {
  isTag: (node): node is HtmlElement => node instanceof HtmlElement,
  getAttributeValue: ({ attributes }, name) => (Object.hasOwn(attributes, name) ? attributes[name] : undefined),
  hasAttrib: ({ attributes }, name) => Object.hasOwn(attributes, name),
  getChildren: (node) => (node instanceof HtmlElement ? node.children : []),
  getName: ({ name }) => name,
  getParent: ({ parent }) => (parent?.name === '#root' ? null : parent),
  getSiblings: (node) => node.parent?.children ?? [node],
  getText: lineOf,
  removeSubsets: outermost,
}

const options: Options<HtmlNode, HtmlElement> = { adapter, cacheResults: false }

export type Selector = (element: HtmlElement) => boolean

/** @throws Error when the text is no selector of CSS */
export function compileSelector(text: string): Selector {
  return compile<HtmlNode, HtmlElement>(text, options)
}

/** The elements of a page that a selector means, without those that lie in another one. */
export function select(root: HtmlElement, selector: Selector): HtmlElement[] {
  return outermost(selectAll<HtmlNode, HtmlElement>(selector, root.children, options)) as HtmlElement[]
}

function outermost(nodes: readonly HtmlNode[]): HtmlNode[] {
  const all = new Set(nodes)
  return nodes.filter((node) => {
    for (let at = node.parent; at !== null; at = at.parent) if (all.has(at)) return false
    return true
  })
}
