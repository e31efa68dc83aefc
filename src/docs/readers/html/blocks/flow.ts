import type { Block } from '../../../model/page-model.ts'
import { BLOCK_ELEMENTS, HEADINGS } from '../element-names.ts'
import { furnitureKind } from '../furniture.ts'
import { HtmlElement, HtmlText, find, lineOf, type HtmlNode } from '../tree.ts'
import { admonitionOf, toneOf } from './admonitions.ts'
import { blocksOfLink, cardOf } from './cards.ts'
import { codeOf, codeTitleText, isCodeTable, isCodeTitle } from './code.ts'
import type { Context } from './context.ts'
import { footnoteOf, footnotesOf, footnotesOfDefinitions, holdsFootnotes, isFootnote } from './footnotes.ts'
import { headingOf, isHeading } from './headings.ts'
import { calloutsOf, definitionsOf, listOf } from './lists.ts'
import { mathOf } from './math.ts'
import { isEmbedded } from './media.ts'
import { describesObject, objectsOf, signatureOf } from './objects.ts'
import { tableOf } from './tables.ts'
import { addPanel, alternatingTabs, holdsPanels, isAlternatingTabs, isTabBar, isTabPanel, openTabs } from './tabs.ts'

/** The blocks of nodes that stand one below the other. */
export function blocksOf(context: Context, nodes: readonly HtmlNode[]): Block[] {
  const flow = new Flow(context)
  flow.addAll(nodes)
  return flow.end()
}

class Flow {
  readonly #context: Context
  readonly #out: Block[] = []
  /** Nodes of the line that is open. */
  #line: HtmlNode[] = []

  constructor(context: Context) {
    this.#context = context
  }

  end(): Block[] {
    this.#endLine()
    return this.#out
  }

  addAll(nodes: readonly HtmlNode[]): void {
    for (const node of nodes) this.#add(node)
  }

  #add(node: HtmlNode): void {
    if (node instanceof HtmlText) {
      this.#line.push(node)
      return
    }
    const { name } = node
    if (this.#addTabs(node)) return
    if (isPlainInline(node)) {
      this.#line.push(node)
      return
    }
    if (isCodeTitle(node)) {
      this.#endLine()
      this.#context.codeTitle = codeTitleText(node)
      return
    }
    const dropped = mathOf(node) === null ? furnitureKind(node, false) : null
    if (dropped !== null) {
      this.#endLine()
      return this.#context.drop(dropped)
    }
    this.#endLine()
    if (this.#addByClass(node) || this.#addByName(node)) return
    if (name === 'a') {
      for (const block of blocksOfLink(this.#context, node)) this.#put(block)
      return
    }
    if (node.id !== null) this.#context.openId = node.id
    this.addAll(node.children)
    this.#endLine()
  }

  /** Tabs come before all that is hidden: panels that are not shown are content. */
  #addTabs(element: HtmlElement): boolean {
    const context = this.#context
    if (isTabBar(element)) {
      this.#endLine()
      const tabs = openTabs(context, element)
      if (tabs.titles.length === 0) return true
      context.tabs = tabs
      this.#put(tabs.group)
    } else if (isTabPanel(element)) {
      this.#endLine()
      this.#addPanel(element, element.children)
    } else if (holdsPanels(element)) {
      this.#endLine()
      for (const panel of element.elements) this.#addPanel(panel, [panel])
      context.tabs = null
    } else if (isAlternatingTabs(element)) {
      this.#endLine()
      this.#put(alternatingTabs(context, element).group)
    } else return false
    return true
  }

  #addPanel(panel: HtmlElement, nodes: readonly HtmlNode[]): void {
    const context = this.#context
    if (context.tabs === null) {
      context.tabs = { group: { kind: 'group', role: 'tabs', blocks: [] }, titles: [], next: 0 }
      this.#put(context.tabs.group)
    }
    addPanel(context, context.tabs, panel, nodes)
  }

  #addByClass(element: HtmlElement): boolean {
    const context = this.#context
    const math = mathOf(element)
    if (math !== null) {
      if (math.text !== '') this.#put({ kind: 'math', text: math.text })
      return true
    }
    if (holdsFootnotes(element)) this.#addFootnotes(element)
    else if (isFootnote(element)) this.#put(footnoteOf(context, element))
    else {
      const signature = signatureOf(context, element)
      if (signature !== null) {
        this.#put(signature)
        return true
      }
      const tone = toneOf(element)
      const card = tone === null ? cardOf(context, element) : null
      if (tone !== null) this.#put(admonitionOf(context, element, tone))
      else if (card !== null) this.#put(card)
      else return false
    }
    return true
  }

  #addByName(element: HtmlElement): boolean {
    const context = this.#context
    const { name, children } = element
    if (isHeading(element)) {
      const heading = headingOf(context, element)
      if (heading !== null) this.#put(heading)
      return true
    }
    switch (name) {
      case 'pre':
      case 'listing':
      case 'xmp': {
        const code = codeOf(context, element)
        if (code.text !== '') this.#put(code)
        return true
      }
      case 'ul':
      case 'ol':
      case 'menu':
      case 'dir': {
        const list = listOf(context, element)
        if (list !== null) this.#put(list)
        return true
      }
      case 'dl': {
        if (describesObject(element)) for (const block of objectsOf(context, element)) this.#put(block)
        else {
          const definitions = definitionsOf(context, element)
          if (definitions !== null) this.#put(definitions)
        }
        return true
      }
      case 'table': {
        if (element.parent?.hasClass('colist') === true) this.#put(calloutsOf(context, element))
        else if (isCodeTable(element)) {
          const title = find(element, (inner) => isCodeTitle(inner))
          if (title !== null) context.codeTitle = codeTitleText(title)
          this.#put(codeOf(context, element))
        } else for (const block of tableOf(context, element)) this.#put(block)
        return true
      }
      case 'blockquote': {
        const blocks = context.blocks(children)
        if (blocks.length > 0) this.#put({ kind: 'quote', blocks })
        return true
      }
      case 'details':
        this.#addDetails(element)
        return true
      case 'hr':
        this.#put({ kind: 'rule' })
        return true
      default:
        return false
    }
  }

  #addFootnotes(holder: HtmlElement): void {
    if (holder.name === 'dl') {
      for (const note of footnotesOfDefinitions(this.#context, holder)) this.#put(note)
      return
    }
    for (const child of holder.children) {
      if (!(child instanceof HtmlElement)) this.#add(child)
      else if (child.name === 'ol') for (const note of footnotesOf(this.#context, child)) this.#put(note)
      else if (child.name !== 'hr') this.#add(child)
    }
    this.#endLine()
  }

  #addDetails(element: HtmlElement): void {
    const context = this.#context
    const summary = element.elements.find(({ name }) => name === 'summary')
    const rest = element.children.filter((child) => child !== summary)
    // A section that can be folded is a section still.
    if (summary === undefined || summary.hasClass('hideme') || find(summary, isHeading) !== null) {
      if (summary !== undefined && !summary.hasClass('hideme')) this.addAll(summary.children)
      this.addAll(rest)
      return this.#endLine()
    }
    const title = context.inline(summary.children)
    const blocks = context.blocks(rest)
    const open = element.attributes['open'] !== undefined
    if (title.length > 0 || blocks.length > 0) this.#put({ kind: 'details', title, open, blocks })
  }

  #endLine(): void {
    if (this.#line.length === 0) return
    const nodes = this.#line
    this.#line = []
    const content = this.#context.inline(nodes)
    if (content.length === 0) return this.#keepAnchor(nodes)
    const only = content.length === 1 ? content[0] : undefined
    const math =
      typeof only === 'object' &&
      only.kind === 'math' &&
      nodes.some((node) => node instanceof HtmlElement && mathOf(node)?.display === true)
    this.#put(math ? { kind: 'math', text: (only as { text: string }).text } : { kind: 'paragraph', content })
  }

  /** An empty anchor belongs to the heading after it. */
  #keepAnchor(nodes: readonly HtmlNode[]): void {
    for (const node of nodes) {
      if (!(node instanceof HtmlElement)) continue
      const id = node.id ?? node.attributes['name']
      if (id && lineOf(node) === '' && (node.name === 'a' || node.name === 'span')) this.#context.openId ??= id
    }
  }

  #put(block: Block): void {
    this.#out.push(block)
    this.#context.openId = null
  }
}

/** Whether an element is part of a line: no block, and nothing that is shown as one. */
function isPlainInline(element: HtmlElement): boolean {
  if (isEmbedded(element.name)) return true
  if (BLOCK_ELEMENTS.has(element.name) || element.holdsBlocks || HEADINGS.has(element.name)) return false
  return !(element.classes.length > 0 && isCodeTitle(element))
}
