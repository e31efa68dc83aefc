import type { Locale } from '../../../../shared/locale.ts'
import { titleText } from '../../../model/plain-text.ts'
import { readMarkdown } from '../../../readers/markdown/read-markdown.ts'
import type { Tag } from '../../../readers/markdown/tag.ts'
import { splitFrontMatter, type Fields } from '../../../front-matter.ts'
import { nameTitle } from '../../../site-path.ts'
import { append } from '../../../../shared/append.ts'
import { folderOf, joinAddress, lastSegment } from '../../../addresses.ts'
import { cardMarkdown, cardsMarkdown } from '../../expansion/hero.ts'
import { EXPANDED_LIMIT_CHARS } from '../../expand-lines.ts'
import { asMarkdown } from '../../expansion/as-markdown.ts'
import type { SourceFolder } from '../../source.ts'
import { text } from '../../values.ts'

/** A document that a sidebar has, as far as a card shows it. */
export interface CardDoc {
  readonly file: string
  readonly locale: Locale
  /** Path of its page, without a language. */
  readonly path: string
  /** Place in the navigation. */
  readonly navPath: string
  readonly order: number
  /** Label that a sidebar or its front matter gives it, or null. */
  readonly label: string | null
  readonly fields: Fields
}

export interface CardLists {
  /** @param tree names the documents that stand in one navigation: those of a version in a language */
  add(tree: string, doc: CardDoc): void
  /** The list of a page, `<DocCardList />`, as cards for what its category has, or else for what stands beside it; null if it has none. */
  shown(tag: Tag, page: string): string | null
}

/** What one card leads to: a document, or the first one of a category without a page. */
interface Card {
  readonly path: string
  readonly doc: CardDoc
}

/** Cards by the place around them, and then by their own place. */
type Cards = ReadonlyMap<string, ReadonlyMap<string, Card>>

/** Cards of one list; what else there is stands in the navigation. */
const CARD_LIMIT = 500
/** Cards of all lists of a site; lists behind them stay as they are written. */
const ALL_CARDS_LIMIT = 20_000
/** What gives a list the items that it has anyway. */
const OWN_ITEMS = /^\s*useCurrentSidebarCategory\(\)\.items\s*$/
/** Characters of a page among which its title stands. */
const OPENING_CHARS = 10_000

/**
 * @param basePath beginning of the addresses of the site
 * @param categoryTitle title of a category by its place, for readers of a locale, or null
 */
export function createCardLists(
  folder: Pick<SourceFolder, 'readText'>,
  basePath: string,
  categoryTitle: (locale: Locale, place: string) => string | null,
): CardLists {
  const docs = new Map<string, CardDoc[]>()
  /** Documents by their files, each with its navigation. */
  const placed = new Map<string, { readonly tree: string; readonly doc: CardDoc }>()
  const cards = new Map<string, Cards>()
  const titles = new Map<CardDoc, { readonly opening: string; readonly title: string }>()
  /** Pages whose list is written, which stands once. */
  const written = new Set<string>()
  let left = ALL_CARDS_LIMIT

  function titleOf(doc: CardDoc): string {
    return doc.label ?? text(doc.fields.get('title')) ?? headingOf(doc)
  }

  /** Each page that lists a document asks for its text, since it is read again where that changes. */
  function headingOf(doc: CardDoc): string {
    const opening = splitFrontMatter(folder.readText(doc.file) ?? '').body.slice(0, OPENING_CHARS)
    const known = titles.get(doc)
    if (known?.opening === opening) return known.title
    const { blocks } = readMarkdown(opening, { mdx: false })
    const heading = blocks.find((block) => block.kind === 'heading' && block.level === 1)
    const title = (heading?.kind === 'heading' && titleText(heading.content)) || nameTitle(lastSegment(doc.path))
    titles.set(doc, { opening, title })
    return title
  }

  function cardOf({ doc, path }: Card, locale: Locale): string {
    const link = `/${joinAddress(basePath, doc.path)}`
    if (path === doc.navPath) {
      const details = asMarkdown(text(doc.fields.get('description')) ?? '')
      return cardMarkdown({ title: titleOf(doc), link, details })
    }
    return cardMarkdown({ title: categoryTitle(locale, path) ?? nameTitle(lastSegment(path)), link, details: '' })
  }

  function listOf(file: string): string {
    const { doc, tree } = placed.get(file) ?? {}
    if (tree === undefined || doc === undefined || left <= 0) return ''
    const all = cards.get(tree) ?? cardsOf(docs.get(tree) ?? [])
    cards.set(tree, all)
    const around = all.has(doc.navPath) ? doc.navPath : folderOf(doc.navPath)
    const shown: string[] = []
    let chars = 0
    for (const card of all.get(around)?.values() ?? []) {
      if (shown.length === CARD_LIMIT || chars > EXPANDED_LIMIT_CHARS) break
      if (card.doc === doc) continue
      const written = cardOf(card, doc.locale)
      chars += written.length
      shown.push(written)
    }
    left -= shown.length
    return cardsMarkdown(shown)
  }

  return {
    add(tree, doc) {
      append(docs, tree, doc)
      placed.set(doc.file, { tree, doc })
    },
    shown({ expressions, name }, page) {
      const isOwn = [...expressions].every(([key, items]) => key === 'items' && OWN_ITEMS.test(items))
      if (name !== 'DocCardList' || !isOwn) return null
      if (written.has(page)) return ''
      const list = listOf(page)
      if (list !== '') written.add(page)
      return list || null
    },
  }
}

function cardsOf(docs: readonly CardDoc[]): Cards {
  const cards = new Map<string, Map<string, Card>>()
  for (const doc of docs.toSorted((a, b) => a.order - b.order)) {
    for (let path = doc.navPath; path !== ''; path = folderOf(path)) {
      const around = folderOf(path)
      const own = cards.get(around) ?? new Map<string, Card>()
      const isKnown = own.has(path)
      if (!isKnown || path === doc.navPath) cards.set(around, own.set(path, { path, doc }))
      if (isKnown) break
    }
  }
  return cards
}
