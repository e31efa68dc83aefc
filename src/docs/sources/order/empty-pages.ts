import type { ContentPage } from '../../content.ts'
import type { Block, Inline } from '../../model/page-model.ts'
import { folderOf } from '../../addresses.ts'
import { folderKey, type Place } from '../source.ts'
import { append } from '../../../shared/append.ts'

/** A page, as far as its file and its front matter tell what it shows. */
export interface PlacedFile {
  readonly place: Place
  /** Whether the file has a text. */
  readonly hasText: boolean
  readonly description: string | null
}

/** A page of which a list is made. */
export interface ListedPage {
  readonly page: Pick<ContentPage, 'title' | 'description'>
  readonly order: number | null
  /** Address of the page on the docs host. */
  readonly target: string
}

/** Pages that a list may have; the others are in the navigation. */
const LISTED_LIMIT = 500

/** Whether a page has more than white space and comments. Takes linear time. */
export function hasText(body: string): boolean {
  const space = /\s*/y
  for (let at = 0; ;) {
    space.lastIndex = at
    at += space.exec(body)?.[0].length ?? 0
    if (at >= body.length) return false
    const end = body.startsWith('<!--', at) ? body.indexOf('-->', at) : -1
    if (end < 0) return true
    at = end + 3
  }
}

/**
 * The pages without a text: those that list others, with these, and those that show nothing. Below a page are those for
 * which it is the nearest in their folders. A page that shows nothing is below none.
 */
export function findEmptyPages<T extends PlacedFile>(
  pages: readonly T[],
): { readonly lists: ReadonlyMap<T, readonly T[]>; readonly empty: ReadonlySet<T> } {
  const byKey = new Map(pages.toReversed().map((page) => [keyOf(page.place), page]))
  const below = new Map<T, T[]>()
  const lists = new Map<T, readonly T[]>()
  const empty = new Set<T>()

  function pageAround({ locale, ...place }: Place): T | undefined {
    for (let path = navPathOf(place); path !== '';) {
      path = folderOf(path)
      const found = byKey.get(folderKey(locale, path))
      if (found !== undefined) return found
    }
    return undefined
  }

  // Those that are deepest come first, since a page whose pages all show nothing shows nothing either.
  const depth = ({ place }: T): number => (navPathOf(place) === '' ? 0 : navPathOf(place).split('/').length)
  for (const page of [...pages].sort((a, b) => depth(b) - depth(a))) {
    const { description, hasText: isWritten, place } = page
    if (!isWritten && place.whenEmpty !== undefined) {
      const listed = place.whenEmpty === 'list' ? below.get(page) : undefined
      if (listed !== undefined) lists.set(page, listed)
      else if (description === null) {
        empty.add(page)
        continue
      }
    }
    // A page that is not listed is in no list either.
    if (place.unlisted === true) continue
    const around = pageAround(place)
    if (around !== undefined) append(below, around, page)
  }
  return { lists, empty }
}

/** The list of pages that a theme shows on a page without a text: their titles, which are links, and descriptions. */
export function listOfPages(listed: readonly ListedPage[], locale: string): Block {
  const collator = new Intl.Collator(locale, { numeric: true })
  const order = (each: ListedPage): number => each.order ?? Number.MAX_VALUE
  const ordered = [...listed].sort((a, b) => order(a) - order(b) || collator.compare(a.page.title, b.page.title))
  const shown = ordered.slice(0, LISTED_LIMIT)
  const paragraph = (...content: Inline[]): Block => ({ kind: 'paragraph', content })
  return {
    kind: 'list',
    start: null,
    loose: shown.some(({ page }) => page.description !== null),
    items: shown.map(({ page, target }) => ({
      done: null,
      blocks: [
        paragraph({ kind: 'link', target, title: null, content: [page.title] }),
        ...(page.description === null ? [] : [paragraph(page.description)]),
      ],
    })),
  }
}

/** Where the navigation has a page. */
export function navPathOf({ navPath, path }: Pick<Place, 'navPath' | 'path'>): string {
  return navPath ?? path
}

function keyOf({ locale, ...place }: Place): string {
  return folderKey(locale, navPathOf(place))
}
