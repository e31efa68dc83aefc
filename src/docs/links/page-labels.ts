import type { LinkLabel } from '../../engine/index/document.ts'
import type { Locale } from '../../shared/locale.ts'
import type { Content, ContentPage } from '../content.ts'
import { readBlockLines } from '../model/block-lines.ts'
import type { Inline } from '../model/page-model.ts'
import { plainText } from '../model/plain-text.ts'
import { forEachBlock } from '../model/sections.ts'
import { forEachInline } from '../model/visit-inline.ts'
import { pageUrl } from '../paths.ts'
import { rankPages } from './page-rank.ts'

/** What other pages say of a page. */
export interface PageLabels {
  /** Texts of links that lead to the page, in the order in which they were first found. */
  readonly links: readonly LinkLabel[]
  /** Titles of the same page in other locales. */
  readonly otherTitles: readonly string[]
  /** How much the links of the locale lead to the page: 1 for the page to which they lead most. */
  readonly prominence: number
}

/** Longest text of a link that can be a label. Longer ones are sentences. */
const TEXT_LIMIT_UNITS = 200
/** Texts of links that a page keeps. The first ones are kept. */
const LABEL_LIMIT = 1000

/**
 * Collects the labels of all pages of a locale, by their paths. Only links within the locale count, each text once for each page
 * that it stands on. A link of a page to itself says nothing.
 */
export function labelPages(content: Pick<Content, 'locales' | 'redirects'>, locale: Locale): Map<string, PageLabels> {
  const pages = content.locales.get(locale)?.pages ?? []
  const numbers = new Map(pages.map(({ path }, number) => [pageUrl('', locale, path), number]))
  const links = pages.map(() => new Map<string, { text: string; pages: number }>())
  const targets = pages.map((page, number) => {
    const linked = new Set<number>()
    const said = new Set<string>()
    visitLinks(page, (target, written) => {
      const address = target.replace(/[?#].*$/s, '')
      const to = numbers.get(address) ?? numbers.get(content.redirects.get(address) ?? '')
      if (to === undefined || to === number) return
      linked.add(to)
      const text = written.length > TEXT_LIMIT_UNITS ? '' : plainText(written)
      const key = text.normalize('NFKC').toLowerCase()
      if (key === '' || text.length > TEXT_LIMIT_UNITS || said.has(`${to} ${key}`)) return
      said.add(`${to} ${key}`)
      const known = links[to]!.get(key)
      if (known !== undefined) known.pages++
      else if (links[to]!.size < LABEL_LIMIT) links[to]!.set(key, { text, pages: 1 })
    })
    return [...linked]
  })
  const prominences = rankPages(targets)
  const others = [...content.locales].filter(([other]) => other !== locale).map(([, other]) => titlesOf(other.pages))
  return new Map(
    pages.map(({ path, title }, number) => {
      const otherTitles = new Set(others.flatMap((titles) => titles.get(path) ?? []))
      otherTitles.delete(title)
      const found = { links: [...links[number]!.values()], otherTitles: [...otherTitles] }
      return [path, { ...found, prominence: prominences[number]! }]
    }),
  )
}

function titlesOf(pages: readonly ContentPage[]): ReadonlyMap<string, string> {
  return new Map(pages.map(({ path, title }) => [path, title]))
}

/** Calls `visit` for each link and card of a page. */
export function visitLinks(
  { blockLines }: ContentPage,
  visit: (target: string, content: readonly Inline[]) => void,
): void {
  // Most pages with links name a target; to look for it is much cheaper than to read the blocks.
  if (!blockLines.includes('"target":"/')) return
  const blocks = readBlockLines(blockLines)
  forEachInline(blocks, (part) => {
    if (part.kind === 'link' && part.target.startsWith('/')) visit(part.target, part.content)
  })
  forEachBlock(blocks, (block) => {
    if (block.kind === 'panel' && block.target?.startsWith('/') === true) visit(block.target, block.title)
  })
}
