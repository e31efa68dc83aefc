import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { detach } from './detach.ts'
import { BLOCK_ELEMENTS, VOID_ELEMENTS } from './element-names.ts'
import { OpenElements } from './open-elements.ts'
import { PageIndex } from './page-index.ts'
import { HtmlElement, HtmlText } from './tree.ts'

/** Pages of people are not half as deep. What is deeper stands beside one another, as in browsers from 512 on. */
const DEPTH_LIMIT = 128

/** Maximum number of elements of a page. Later tags are left out, and their text stays. */
const ELEMENT_LIMIT = 1_000_000

/** Attributes that nobody asks for, and that are long. */
const UNREAD_ATTRIBUTES = new Set(['d', 'onclick', 'points', 'srcdoc', 'integrity'])

const NO_ATTRIBUTES = Object.freeze({})

export interface ParsedHtml {
  readonly root: HtmlElement
  readonly index: PageIndex
  /** Offset of the first tag that is left out, as the page has too many. */
  readonly cutAt: number | null
}

/**
 * Reads the text of a page. Nothing is refused: tags that fit nowhere are left out as browsers do it. It takes linear
 * time, which neither the tree builder of htmlparser2 nor parse5 does on hostile text.
 */
export function parseHtml(text: string): ParsedHtml {
  const builder = new TreeBuilder(text)
  const tokenizer = new Tokenizer({}, builder)
  tokenizer.write(text)
  tokenizer.end()
  return { root: builder.root, index: builder.index, cutAt: builder.cutAt }
}

class TreeBuilder implements TokenizerCallbacks {
  readonly root = new HtmlElement('#root', NO_ATTRIBUTES, null, 0)
  readonly index = new PageIndex()
  cutAt: number | null = null
  readonly #text: string
  readonly #open = new OpenElements()
  #elements = 0
  #name = ''
  #start = 0
  #attributes: Record<string, string | undefined> | null = null
  #attribute = ''
  #value = ''

  constructor(text: string) {
    this.#text = text
  }

  ontext(start: number, end: number): void {
    this.#addText(this.#text.slice(start, end))
  }

  ontextentity(codePoint: number): void {
    this.#addText(String.fromCodePoint(codePoint))
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.#text.slice(start, end).toLowerCase()
    this.#start = start - 1
    this.#attributes = null
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#text.slice(start, end).toLowerCase()
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#text.slice(start, end)
  }

  onattribentity(codePoint: number): void {
    this.#value += String.fromCodePoint(codePoint)
  }

  onattribend(): void {
    if (!UNREAD_ATTRIBUTES.has(this.#attribute)) {
      const attributes = (this.#attributes ??= {})
      if (!Object.hasOwn(attributes, this.#attribute)) attributes[this.#attribute] = detach(this.#value)
    }
    this.#value = ''
  }

  onopentagend(): void {
    this.#openTag(false)
  }

  onselfclosingtag(): void {
    this.#openTag(true)
  }

  onclosetag(start: number, end: number): void {
    const name = this.#text.slice(start, end).toLowerCase()
    if (name === 'br') this.#append('br', NO_ATTRIBUTES, start - 2)
    else if (!VOID_ELEMENTS.has(name)) this.#open.close(name)
  }

  isInForeignContext(): boolean {
    return this.#open.has('svg') || this.#open.has('math')
  }

  oncdata(start: number, end: number, offset: number): void {
    if (this.isInForeignContext()) this.#addText(this.#text.slice(start, end - offset))
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #openTag(selfClosing: boolean): void {
    const name = this.#name === 'image' ? 'img' : this.#name
    const attributes = this.#attributes ?? NO_ATTRIBUTES
    this.#attributes = null
    // A second one of these is part of the first.
    if ((name === 'html' || name === 'body' || name === 'head') && this.#open.wasOpened(name)) return
    const element = this.#append(name, attributes, this.#start)
    if (element === null || VOID_ELEMENTS.has(name)) return
    if (selfClosing && this.isInForeignContext()) return
    this.#open.push(element)
  }

  #append(name: string, attributes: HtmlElement['attributes'], start: number): HtmlElement | null {
    if (this.#elements >= ELEMENT_LIMIT) {
      this.cutAt ??= start
      return null
    }
    this.#elements++
    this.#open.closeBefore(name)
    const parent = this.#open.at(DEPTH_LIMIT) ?? this.root
    const element = new HtmlElement(name, attributes, parent, start)
    parent.children.push(element)
    this.index.add(element)
    if (BLOCK_ELEMENTS.has(name)) markBlocks(parent)
    if (name === 'pre') markCode(parent)
    return element
  }

  #addText(text: string): void {
    const parent = this.#open.at(Infinity) ?? this.root
    const last = parent.children.at(-1)
    if (last instanceof HtmlText) last.text += text
    else parent.children.push(new HtmlText(text, parent))
  }
}

/** Every element is marked once, so that marking all of a page takes linear time. */
function markBlocks(element: HtmlElement): void {
  for (let at: HtmlElement | null = element; at !== null && !at.holdsBlocks; at = at.parent) at.holdsBlocks = true
}

function markCode(element: HtmlElement): void {
  for (let at: HtmlElement | null = element; at !== null && !at.holdsCode; at = at.parent) at.holdsCode = true
}
