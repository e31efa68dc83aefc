import type { Content, ContentPage } from '../../src/docs/content.ts'
import { readBlockLines } from '../../src/docs/model/block-lines.ts'
import type { Block } from '../../src/docs/model/page-model.ts'
import type { HeadingText } from '../../src/docs/model/sections.ts'
import { forEachBlock, headingsOf, sectionsOf } from '../../src/docs/model/sections.ts'
import { forEachInline } from '../../src/docs/model/visit-inline.ts'
import { readContent } from '../../src/docs/read-content.ts'
import { readBuiltSite } from '../../src/docs/readers/html/read-site.ts'
import { FALLBACK_LOCALE } from '../../src/shared/locale.ts'
import { wordsOf } from './common-words.ts'
import { destinationOf, keyOf, targetsOf } from './destinations.ts'
import type { Destination } from './destinations.ts'

/** A page of a folder, with what of it is compared. */
export interface SidePage {
  /** Locale and path, as in `/en/guides/start`; the same on both sides. */
  readonly key: string
  readonly title: string
  /** First heading of level 1, which may say more than the title, or null. */
  readonly heading: string | null
  readonly words: readonly string[]
  /** Headings of the levels 2 to 4 that have an id of their own. */
  readonly headings: readonly HeadingText[]
  /** Key and fragment of each link that leads to a page and heading of the folder. */
  readonly destinations: readonly string[]
  /** Addresses of images that are shown: files of the content, and images of other sites. */
  readonly images: readonly string[]
}

/** All pages that are read from a folder. */
export interface Side {
  readonly pages: ReadonlyMap<string, SidePage>
  /** Name of the generator or of the reader. */
  readonly kind: string
  readonly content: Content
  /** Blocks of code whose words are not compared. */
  readonly codesAside: number
  /** Parts of texts that are not compared. */
  readonly textsAside: number
}

/** Addresses of images that lead to a file of the content, or to another site. */
const SHOWN = /^(?:\/files\/|https?:|\/\/)/

const COMPARED_LEVELS = new Set([2, 3, 4])

/** What of the words of a site is not compared. */
export interface WordsAside {
  /** Languages of code. */
  readonly code: ReadonlySet<string>
  /** Parts of texts. */
  readonly texts: readonly RegExp[]
}

/**
 * Reads a folder as the service reads it.
 * @throws Error when the folder cannot be read
 */
export async function readSide(folder: string, aside: WordsAside = { code: new Set(), texts: [] }): Promise<Side> {
  const content = await readContent(folder)
  const [report] = content.reports
  const isBuilt = report?.kind === 'html'
  const madeIds = isBuilt ? builtIds(folder) : new Map<string, readonly string[]>()
  const found = [...content.locales.values()].flatMap(({ pages }) => pages)
  const ids = new Map(found.map((page) => [keyOf(page.locale, page.path), idsOf(page)]))
  const pages = new Map<string, SidePage>()
  let codesAside = 0
  let textsAside = 0
  for (const page of found) {
    const key = keyOf(page.locale, page.path)
    const blocks = readBlockLines(page.blockLines)
    forEachBlock(blocks, (block) => {
      if (block.kind !== 'code' || !aside.code.has(block.language ?? '')) return
      codesAside += 1
      block.text = ''
    })
    const images: string[] = []
    const heading = headingsOf(blocks).find(({ level }) => level === 1)?.text ?? null
    forEachInline(blocks, (part) => void (part.kind === 'image' && SHOWN.test(part.source) && images.push(part.source)))
    const made = new Set(madeIds.get(key))
    pages.set(key, {
      key,
      title: page.title.replace(/\s+/g, ' ').trim(),
      heading,
      words: wordsOf(
        sectionsOf(withFootnotesLast(blocks), heading ?? page.title)
          .map(({ heading, text }) => `${heading}\n${text}`)
          .map((text) => aside.texts.reduce((left, part) => left.replace(part, () => (textsAside++, ' ')), text))
          .join('\n'),
      ),
      headings: headingsOf(blocks).filter(({ id, level }) => COMPARED_LEVELS.has(level) && !made.has(id)),
      destinations: targetsOf(blocks)
        .map((target) => destinationOf(target, key))
        .filter((link): link is Destination => link !== null && leadsSomewhere(link, ids))
        .map(({ fragment, key: to }) => (fragment === '' ? to : `${to}#${fragment}`)),
      images,
    })
  }
  return {
    pages,
    kind: isBuilt ? `built by ${report.generator ?? 'an unknown generator'}` : (report?.kind ?? 'nothing'),
    content,
    codesAside,
    textsAside,
  }
}

/** The HTML of a page has its footnotes at the end, wherever they are written. */
function withFootnotesLast(blocks: readonly Block[]): Block[] {
  const notes: Block[] = []
  const withoutNotes = (list: readonly Block[]): Block[] =>
    list.flatMap((block) => {
      if (block.kind !== 'footnote')
        return ['blocks' in block ? { ...block, blocks: withoutNotes(block.blocks) } : block]
      notes.push(block)
      return []
    })
  return [...withoutNotes(blocks), ...notes]
}

/** A folder without the pages whose keys match, and without links to them. */
export function setAside(side: Side, keys: readonly RegExp[]): Side {
  const isKept = (destination: string): boolean => {
    const key = destination.replace(/#.*$/, '')
    return !keys.some((pattern) => pattern.test(key))
  }
  const kept = [...side.pages].filter(([key]) => isKept(key))
  const pages = kept.map(([key, page]) => [key, { ...page, destinations: page.destinations.filter(isKept) }] as const)
  return { ...side, pages: new Map(pages) }
}

function leadsSomewhere({ fragment, key }: Destination, ids: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const found = ids.get(key)
  return found !== undefined && (fragment === '' || found.has(fragment))
}

/** Ids of a page that links may name. */
function idsOf({ blockLines }: ContentPage): ReadonlySet<string> {
  const blocks = readBlockLines(blockLines)
  const ids = new Set(headingsOf(blocks).map(({ id }) => id))
  forEachInline(blocks, (part) => void (part.kind === 'anchor' && ids.add(part.id)))
  return ids
}

/** Ids that the reader of built sites made for headings without one, by the keys of their pages. */
function builtIds(folder: string): Map<string, readonly string[]> {
  const made = new Map<string, readonly string[]>()
  const site = readBuiltSite(folder)
  for (const file of site.files) {
    const result = site.read(file)
    if (result.kind !== 'page') continue
    const { locale, localeFolder, madeIds } = result.page
    const path = localeFolder === null ? result.path : result.path.slice(localeFolder.length + 1)
    made.set(keyOf(locale ?? FALLBACK_LOCALE, path), madeIds)
  }
  return made
}
