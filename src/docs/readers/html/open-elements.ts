import { BLOCK_ELEMENTS, ENDS_PARAGRAPH, HEAD_ELEMENTS, HEADINGS, SCOPE_ELEMENTS } from './element-names.ts'
import type { HtmlElement } from './tree.ts'
import { append } from '../../../shared/append.ts'

interface Rule {
  readonly ends: readonly string[]
  readonly within: readonly string[]
}

/** For an element that starts: those that it ends, and those beyond which it ends none. */
const ENDS_BEFORE: ReadonlyMap<string, Rule> = new Map(
  Object.entries<Rule>({
    li: { ends: ['li'], within: ['ol', 'ul', 'menu', 'dir'] },
    dt: { ends: ['dt', 'dd'], within: ['dl'] },
    dd: { ends: ['dt', 'dd'], within: ['dl'] },
    td: { ends: ['td', 'th', 'caption'], within: ['tr', 'table'] },
    th: { ends: ['td', 'th', 'caption'], within: ['tr', 'table'] },
    tr: { ends: ['tr', 'caption', 'colgroup'], within: ['table'] },
    thead: { ends: ['thead', 'tbody', 'tfoot', 'caption', 'colgroup'], within: ['table'] },
    tbody: { ends: ['thead', 'tbody', 'tfoot', 'caption', 'colgroup'], within: ['table'] },
    tfoot: { ends: ['thead', 'tbody', 'tfoot', 'caption', 'colgroup'], within: ['table'] },
    option: { ends: ['option'], within: ['select', 'datalist'] },
    optgroup: { ends: ['option', 'optgroup'], within: ['select'] },
    rt: { ends: ['rt', 'rp'], within: ['ruby'] },
    rp: { ends: ['rt', 'rp'], within: ['ruby'] },
    a: { ends: ['a'], within: [] },
  }),
)

/** End tags that may not leave a cell or another scope. A table's own parts may. */
const LEAVES_SCOPE = new Set(['table', 'tr', 'td', 'th', 'thead', 'tbody', 'tfoot', 'caption', 'html', 'body'])

/**
 * The elements that are open, with the places of each name, so that every question is answered without looking through
 * them: pages may nest as deep as they like.
 */
export class OpenElements {
  readonly #stack: HtmlElement[] = []
  readonly #places = new Map<string, number[]>()
  /** Places of elements that hold what is in them. */
  readonly #scopes: number[] = []
  readonly #blocks: number[] = []
  readonly #opened = new Set<string>()

  /** The element that is open at this depth, or the innermost if that lies higher. */
  at(depth: number): HtmlElement | undefined {
    return this.#stack[Math.min(depth, this.#stack.length) - 1]
  }

  has(name: string): boolean {
    return this.#last(name) >= 0
  }

  wasOpened(name: string): boolean {
    return this.#opened.has(name)
  }

  push(element: HtmlElement): void {
    const { name } = element
    const place = this.#stack.length
    this.#stack.push(element)
    append(this.#places, name, place)
    if (SCOPE_ELEMENTS.has(name)) this.#scopes.push(place)
    if (BLOCK_ELEMENTS.has(name)) this.#blocks.push(place)
    if (name === 'html' || name === 'head' || name === 'body') this.#opened.add(name)
  }

  /** Closes what an element of this name ends by its start. */
  closeBefore(name: string): void {
    if (!HEAD_ELEMENTS.has(name) && this.#last('head') >= 0) this.#popTo(this.#last('head'))
    const scope = this.#scopes.at(-1) ?? -1
    if (ENDS_PARAGRAPH.has(name) && this.#last('p') > scope) this.#popTo(this.#last('p'))
    if (HEADINGS.has(name) && HEADINGS.has(this.#stack.at(-1)?.name ?? '')) this.#popTo(this.#stack.length - 1)
    const rule = ENDS_BEFORE.get(name)
    if (rule !== undefined) this.#closeByRule(name, rule, scope)
  }

  #closeByRule(name: string, rule: Rule, scope: number): void {
    let outermost = -1
    for (const around of rule.within) outermost = Math.max(outermost, this.#last(around))
    let first = Infinity
    for (const ended of rule.ends) {
      const place = this.#last(ended)
      if (place > outermost && place < first) first = place
    }
    if (first === Infinity || (!LEAVES_SCOPE.has(name) && first < scope)) return
    // A link does not end the blocks that stand in it.
    if (name === 'a' && (this.#blocks.at(-1) ?? -1) > first) return
    this.#popTo(first)
  }

  /** Closes the innermost element of this name, unless it lies beyond a scope or, for inline elements, a block. */
  close(name: string): void {
    const place = this.#last(name)
    if (place < 0) return
    if (!LEAVES_SCOPE.has(name) && !SCOPE_ELEMENTS.has(name) && place < (this.#scopes.at(-1) ?? -1)) return
    if (LEAVES_SCOPE.has(name) && name !== 'table' && place < this.#last('table')) return
    if (!BLOCK_ELEMENTS.has(name) && !SCOPE_ELEMENTS.has(name) && place < (this.#blocks.at(-1) ?? -1)) {
      // A custom element may hold blocks that were not closed; an inline element of HTML may not end them.
      if (!name.includes('-') && name !== 'head') return
    }
    // What stands after the end of the body belongs to it still.
    if (name === 'body' || name === 'html') return
    this.#popTo(place)
  }

  #last(name: string): number {
    return this.#places.get(name)?.at(-1) ?? -1
  }

  #popTo(length: number): void {
    while (this.#stack.length > length) {
      const { name } = this.#stack.pop() as HtmlElement
      this.#places.get(name)?.pop()
      if (SCOPE_ELEMENTS.has(name)) this.#scopes.pop()
      if (BLOCK_ELEMENTS.has(name)) this.#blocks.pop()
    }
  }
}
