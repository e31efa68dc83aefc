import type { Locale } from '../../../../shared/locale.ts'
import { splitFrontMatter, type Fields } from '../../../front-matter.ts'
import { nameTitle } from '../../../site-path.ts'
import { append } from '../../../../shared/append.ts'
import { folderOf, lastSegment } from '../../addresses.ts'
import { cardMarkdown, cardsMarkdown } from '../../expansion/hero.ts'
import { mapLines } from '../../expand-lines.ts'
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
  /** Label that a sidebar or its front matter gives it; null: none. */
  readonly label: string | null
  readonly fields: Fields
}

export interface CardLists {
  /** @param tree names the documents that stand in one navigation: those of a version in a language */
  add(tree: string, doc: CardDoc): void
  /** Writes the lists of a page, `<DocCardList />`, as cards for what its category has, or else for what stands beside it. */
  write(text: string, file: string): string
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
const LIST = /^[ \t]*<DocCardList(?:[ \t].*)?\/>[ \t]*$/

/** @param categoryTitle title of a category by its place, for readers of a locale; null: it has none */
export function createCardLists(
  folder: Pick<SourceFolder, 'readText'>,
  categoryTitle: (locale: Locale, place: string) => string | null,
): CardLists {
  const docs = new Map<string, CardDoc[]>()
  /** Documents by their files, each with its navigation. */
  const placed = new Map<string, { readonly tree: string; readonly doc: CardDoc }>()
  const cards = new Map<string, Cards>()
  const titles = new Map<CardDoc, string>()

  function titleOf(doc: CardDoc): string {
    let title = titles.get(doc)
    if (title === undefined) titles.set(doc, (title = doc.label ?? text(doc.fields.get('title')) ?? headingOf(doc)))
    return title
  }

  function headingOf({ file, path }: CardDoc): string {
    const body = splitFrontMatter(folder.readText(file) ?? '').body
    const [, heading] = /^#[ \t]+(\S.*)$/m.exec(body) ?? []
    return heading?.replace(/[`*]|\{#.*$/g, '').trim() || nameTitle(lastSegment(path))
  }

  function listOf(file: string): string {
    const { doc, tree } = placed.get(file) ?? {}
    if (tree === undefined || doc === undefined) return ''
    const all = cards.get(tree) ?? cardsOf(docs.get(tree) ?? [])
    cards.set(tree, all)
    const around = all.has(doc.navPath) ? doc.navPath : folderOf(doc.navPath)
    const shown = [...(all.get(around)?.values() ?? [])].filter((card) => card.doc !== doc).slice(0, CARD_LIMIT)
    return cardsMarkdown(
      shown.map(({ doc: other, path }) => {
        const link = `/${other.path}`
        if (path === other.navPath)
          return cardMarkdown({ title: titleOf(other), link, details: text(other.fields.get('description')) ?? '' })
        const title = categoryTitle(doc.locale, path) ?? nameTitle(lastSegment(path))
        return cardMarkdown({ title, link, details: '' })
      }),
    )
  }

  return {
    add(tree, doc) {
      append(docs, tree, doc)
      placed.set(doc.file, { tree, doc })
    },
    write(text, file) {
      if (!text.includes('<DocCardList')) return text
      const list = listOf(file)
      return list === '' ? text : mapLines(text, (line) => (LIST.test(line) ? `\n${list}` : line))
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
