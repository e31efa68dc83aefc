import type { HtmlElement } from './tree.ts'
import { append } from '../../../shared/append.ts'

/** Names of elements that are looked for on every page. */
const KEPT = new Set(['html', 'head', 'body', 'frameset', 'title', 'meta', 'link', 'time', 'footer', 'main', 'article'])

/** Classes and ids of what tells the time of a page's last change. */
const TIMED = /last-?_?updated?|lastmod|last-?modified|revision-date|updated-at|source-date|footer/i

const timedClasses = new Map<string, boolean>()
const TIMED_CLASSES_LIMIT = 50_000

/** What is looked for on every page, collected while the page is parsed, so that the tree is walked less often. */
export class PageIndex {
  /** The first element with each id, or with each name of an anchor. */
  readonly byId = new Map<string, HtmlElement>()
  /** Elements that may tell when the page was changed. */
  readonly timed: HtmlElement[] = []
  /** Elements that are marked as content for pagefind. */
  readonly marked: HtmlElement[] = []
  readonly #byName = new Map<string, HtmlElement[]>()

  all(name: string): readonly HtmlElement[] {
    return this.#byName.get(name) ?? []
  }

  first(name: string): HtmlElement | null {
    return this.#byName.get(name)?.[0] ?? null
  }

  add(element: HtmlElement): void {
    const { name, attributes } = element
    if (KEPT.has(name)) append(this.#byName, name, element)
    const id = attributes['id'] || (name === 'a' ? attributes['name'] : undefined)
    if (id && !this.byId.has(id)) this.byId.set(id, element)
    if (attributes['data-pagefind-body'] !== undefined) this.marked.push(element)
    if (name === 'time' || name === 'footer' || isTimed(attributes['class']) || attributes['id'] === 'footer-text') {
      this.timed.push(element)
    }
  }
}

function isTimed(classes: string | undefined): boolean {
  if (classes === undefined) return false
  let timed = timedClasses.get(classes)
  if (timed === undefined) {
    timed = TIMED.test(classes)
    if (timedClasses.size < TIMED_CLASSES_LIMIT) timedClasses.set(classes, timed)
  }
  return timed
}
