import { densestPart } from './density.ts'
import { COMMON_CONTENT, type Theme } from './generators.ts'
import type { PageIndex } from './page-index.ts'
import { compileSelector, select, type Selector } from './selectors.ts'
import { HtmlElement, ancestor, find, findAll } from './tree.ts'

export interface ChosenContent {
  readonly elements: readonly HtmlElement[]
  /** `selector …`, `pagefind`, `theme …`, `common …`, or `density`. */
  readonly rule: string
}

interface Page {
  readonly root: HtmlElement
  readonly index: PageIndex
}

const WORD = /\S/

const compiled = new Map<string, Selector>()

function compiledOnce(text: string): Selector {
  let selector = compiled.get(text)
  if (selector === undefined) compiled.set(text, (selector = compileSelector(text)))
  return selector
}

/** The part of a page that is content, by the first rule that finds one. */
export function chooseContent({ root, index }: Page, theme: Theme | null, own: Selector | null): ChosenContent {
  if (own !== null) return { elements: select(root, own), rule: 'selector' }
  const { marked } = index
  if (marked.length > 0) {
    const all = new Set(marked)
    const outer = marked.filter((element) => ancestor(element, (around) => all.has(around)) === null)
    return { elements: outer, rule: 'pagefind' }
  }
  for (const text of theme?.content ?? []) {
    const found = select(root, compiledOnce(text)).filter(hasText)
    if (found.length > 0) return { elements: withTitle(root, found), rule: `theme ${theme?.name}: ${text}` }
  }
  for (const text of COMMON_CONTENT) {
    const found = select(root, compiledOnce(text)).filter(hasText)
    // Several articles are a list of posts, and what holds them is the content.
    if (found.length === 1) return { elements: withTitle(root, found), rule: `common: ${text}` }
  }
  const body = index.first('body') ?? root
  return { elements: [densestPart(body)], rule: 'density' }
}

function hasText(element: HtmlElement): boolean {
  return element.children.some((child) =>
    child instanceof HtmlElement
      ? child.name !== 'script' && child.name !== 'style' && hasText(child)
      : WORD.test(child.text),
  )
}

/** The title of some themes stands in a header before the content, within `main` or `article`. */
function withTitle(root: HtmlElement, found: readonly HtmlElement[]): HtmlElement[] {
  const first = found[0] as HtmlElement
  if (find(first, ({ name }) => name === 'h1') !== null) return [...found]
  const around = outer(first)
  if (around === null) return [...found]
  const title = findAll(around, ({ name }) => name === 'h1')
  const only = title.length === 1 ? (title[0] as HtmlElement) : null
  if (only === null || only.start > first.start || isWithin(only, first)) return [...found]
  const header = ancestor(only, ({ name }) => name === 'header', around)
  // The header of an article tells its author and its date too.
  const isByline = header !== null && find(header, (element) => element.hasClass('avatar')) !== null
  return [header === null || isByline ? titleHolder(only) : header, ...found]
}

/** An element whose only child is the title, so that the title is read as content. */
function titleHolder(title: HtmlElement): HtmlElement {
  const holder = new HtmlElement('div', {}, null, title.start)
  holder.children.push(title)
  holder.holdsBlocks = true
  return holder
}

function outer(element: HtmlElement): HtmlElement | null {
  for (let at = element.parent; at !== null; at = at.parent) if (at.name === 'main' || at.name === 'article') return at
  return null
}

function isWithin(element: HtmlElement, other: HtmlElement): boolean {
  for (let at = element.parent; at !== null; at = at.parent) if (at === other) return true
  return false
}
