import type { Block, Inline } from '../../../model/page-model.ts'
import type { HtmlElement, HtmlNode } from '../tree.ts'

/** What the writers of blocks share while they write one page. */
export interface Context {
  /** Level of the last heading of the page. */
  headingLevel: number
  /** How many descriptions of functions, classes and the like lie around. */
  objectDepth: number
  /** An id just before, which the next heading takes if it has none of its own. */
  openId: string | null
  /** Title that stands above the next block of code. */
  codeTitle: string | null
  /** Tabs whose panels are expected. */
  tabs: OpenTabs | null
  /** Label of each footnote that was referred to, by the id of the footnote. */
  readonly footnotes: Map<string, string>
  /** Elements by id, of the whole page. */
  readonly byId: ReadonlyMap<string, HtmlElement>
  drop(kind: string): void
  headingId(id: string | null, text: string): string
  blocks(nodes: readonly HtmlNode[]): Block[]
  inline(nodes: readonly HtmlNode[]): Inline[]
}

export interface OpenTabs {
  readonly group: { readonly kind: 'group'; readonly role: 'tabs'; readonly blocks: Block[] }
  readonly titles: { readonly title: Inline[]; readonly panelId: string | null; readonly id: string | null }[]
  next: number
}
