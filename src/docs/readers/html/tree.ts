import { detach } from './detach.ts'

/** A small tree of a page: what its readers ask for, and nothing that a browser would do with it. */
export type HtmlNode = HtmlElement | HtmlText

export type Attributes = Readonly<Record<string, string | undefined>>

const NO_CLASSES: readonly string[] = []

export class HtmlText {
  text: string
  parent: HtmlElement

  constructor(text: string, parent: HtmlElement) {
    this.text = text
    this.parent = parent
  }
}

export class HtmlElement {
  /** In lower case. */
  readonly name: string
  readonly attributes: Attributes
  readonly children: HtmlNode[] = []
  readonly parent: HtmlElement | null
  /** Offset in the text of the page. */
  readonly start: number
  /** Whether an element that browsers show as a block stands in it, at any depth. */
  holdsBlocks = false
  /** Whether a `pre` stands in it, at any depth. */
  holdsCode = false
  #classes: readonly string[] | null = null

  constructor(name: string, attributes: Attributes, parent: HtmlElement | null, start: number) {
    this.name = name
    this.attributes = attributes
    this.parent = parent
    this.start = start
  }

  get id(): string | null {
    return this.attributes['id'] || null
  }

  get classes(): readonly string[] {
    return (this.#classes ??= splitClasses(this.attributes['class']))
  }

  hasClass(...names: readonly string[]): boolean {
    return this.classes.length > 0 && names.some((name) => this.classes.includes(name))
  }

  get elements(): HtmlElement[] {
    return this.children.filter((child) => child instanceof HtmlElement)
  }
}

function splitClasses(text: string | undefined): readonly string[] {
  if (text === undefined || text === '') return NO_CLASSES
  return text.split(/\s+/).filter((name) => name !== '')
}

/** Calls `visit` for each element below `root` in the order of the page; `false` leaves out what is in the element. */
export function walk(root: HtmlElement, visit: (element: HtmlElement) => boolean | void): void {
  for (const child of root.children) {
    if (child instanceof HtmlElement && visit(child) !== false) walk(child, visit)
  }
}

/** The first element below `root` for which `test` is true. */
export function find(root: HtmlElement, test: (element: HtmlElement) => boolean): HtmlElement | null {
  for (const child of root.children) {
    if (!(child instanceof HtmlElement)) continue
    const found = test(child) ? child : find(child, test)
    if (found !== null) return found
  }
  return null
}

export function findAll(root: HtmlElement, test: (element: HtmlElement) => boolean): HtmlElement[] {
  const found: HtmlElement[] = []
  walk(root, (element) => void (test(element) && found.push(element)))
  return found
}

/** All text in a node as it is written, without that of scripts and styles. */
export function textOf(node: HtmlNode): string {
  if (node instanceof HtmlText) return node.text
  if (node.name === 'script' || node.name === 'style') return ''
  let text = ''
  for (const child of node.children) text += textOf(child)
  return text
}

/** The text of a node in one line. */
export function lineOf(node: HtmlNode): string {
  return detach(textOf(node).replace(/\s+/g, ' ').trim())
}

export function ancestor(
  element: HtmlElement,
  test: (element: HtmlElement) => boolean,
  end: HtmlElement | null = null,
): HtmlElement | null {
  for (let at = element.parent; at !== null && at !== end; at = at.parent) if (test(at)) return at
  return null
}
