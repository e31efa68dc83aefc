import type { LinkLabel } from '../../engine/index/document.ts'
import type { Locale } from '../../shared/locale.ts'
import type { Content, ContentPage } from '../content.ts'
import { readBlockLines } from '../model/block-lines.ts'
import type { Inline } from '../model/page-model.ts'
import { plainText } from '../model/plain-text.ts'
import { forEachBlock } from '../model/sections.ts'
import { forEachInline } from '../model/visit-inline.ts'
import { pageUrl } from '../paths.ts'
import { decodeLoosely } from '../../shared/decode-percent.ts'
import { rankPages } from './page-rank.ts'
import { append } from '../../shared/append.ts'
import { normalised } from '../../shared/normalise-query.ts'

/** What other pages say of a page. */
export interface PageLabels {
  /** Texts of links that lead to the page, in the order in which they were first found. */
  readonly links: readonly LinkLabel[]
  /** Texts of links that lead to a heading of the page, also from the page itself, by the fragment of the heading. */
  readonly sectionTexts: ReadonlyMap<string, readonly string[]>
  /** Titles of the same page in other locales. */
  readonly otherTitles: readonly string[]
  /** How much the links of the locale lead to the page: 1 for the page to which they lead most. */
  readonly prominence: number
}

/** Longest text of a link that can be a label. Longer ones are sentences. */
const TEXT_LIMIT_UNITS = 200
/** Texts of links that a page keeps, and those that lead to its headings. The first ones are kept. */
const LABEL_LIMIT = 1000
const SECTION_TEXT_LIMIT = 1000

/** How addresses begin that lead to a page, or to a heading of the page they stand on. */
const IN_DOCS = /^[/#]/

/**
 * Collects the labels of all pages of a locale, by their paths. Only links within the locale count, each text once for each page
 * that it stands on. A link of a page to itself says nothing of the page, but what it calls one of its headings.
 */
export function labelPages(content: Pick<Content, 'locales' | 'redirects'>, locale: Locale): Map<string, PageLabels> {
  const pages = content.locales.get(locale)?.pages ?? []
  const numbers = new Map(pages.map(({ path }, number) => [pageUrl('', locale, path), number]))
  const links = pages.map(() => new Map<string, { text: string; pages: number }>())
  const headings = pages.map(() => new Map<string, string>())
  const targets = pages.map((page, number) => {
    const linked = new Set<number>()
    const said = new Set<string>()
    visitLinks(page, (target, written) => {
      const address = target.replace(/[?#].*$/s, '')
      const other = numbers.get(address) ?? numbers.get(content.redirects.get(address) ?? '')
      const to = address === '' ? number : other
      if (to === undefined) return
      if (to !== number) linked.add(to)
      const text = written.length > TEXT_LIMIT_UNITS ? '' : plainText(written)
      const key = normalised(text, 'NFKC').toLowerCase()
      if (key === '' || text.length > TEXT_LIMIT_UNITS) return
      const fragment = decodeLoosely(/#(.*)$/s.exec(target)?.[1] ?? '')
      if (fragment !== '' && headings[to]!.size < SECTION_TEXT_LIMIT) headings[to]!.set(`${key}\n${fragment}`, text)
      if (to === number || said.has(`${to} ${key}`)) return
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
      const sectionTexts = byFragment(headings[number]!)
      return [path, { ...found, sectionTexts, prominence: prominences[number]! }]
    }),
  )
}

/** @param texts texts of links by their key, a line end, and the fragment to which they lead */
function byFragment(texts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const [key, text] of texts) append(found, key.slice(key.indexOf('\n') + 1), text)
  return found
}

function titlesOf(pages: readonly ContentPage[]): ReadonlyMap<string, string> {
  return new Map(pages.map(({ path, title }) => [path, title]))
}

/** Calls `visit` for each link and card of a page that leads to a page of the docs host, or to a heading of its own page. */
export function visitLinks(
  { blockLines }: ContentPage,
  visit: (target: string, content: readonly Inline[]) => void,
): void {
  // Most pages with links name a target; to look for it is much cheaper than to read the blocks.
  if (!/"target":"[/#]/.test(blockLines)) return
  const blocks = readBlockLines(blockLines)
  forEachInline(blocks, (part) => {
    if (part.kind === 'link' && IN_DOCS.test(part.target)) visit(part.target, part.content)
  })
  forEachBlock(blocks, (block) => {
    if (block.kind === 'panel' && block.target !== null && IN_DOCS.test(block.target)) {
      visit(block.target, block.title)
    }
  })
}
