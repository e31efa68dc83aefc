import type { ContentFault } from '../../src/docs/model/content-fault.ts'
import { FALLBACK_LOCALE } from '../../src/shared/locale.ts'
import { similarity } from './common-words.ts'
import type { Side, SidePage } from './read-side.ts'

/** A share of things that agree. */
export interface Share {
  readonly part: number
  readonly whole: number
}

/** How far a page of sources is what its generator made of it. */
export interface PageComparison {
  readonly source: SidePage
  readonly built: SidePage
  /** Similarity of the words in their order, 0 to 1. */
  readonly words: number
  /** Whether the titles are equal, or the heading that a page begins with is the title of the other. */
  readonly isTitleEqual: boolean
  readonly missingIds: readonly string[]
  readonly addedIds: readonly string[]
  /** Destinations of links that lead somewhere on the built page and are missing in the page of sources. */
  readonly missingLinks: readonly string[]
}

/** How far a folder of sources is the site that its generator built of it. */
export interface SiteComparison {
  readonly pages: readonly PageComparison[]
  /** Keys of pages that are read from the sources alone. */
  readonly onlySource: readonly string[]
  /** Keys of pages of the built site that the sources lack, without `filled`. */
  readonly onlyBuilt: readonly string[]
  /** Keys of built pages in English below another language, which generators write where no translation is. */
  readonly filled: readonly string[]
  readonly addresses: Share
  readonly titles: Share
  readonly ids: Share
  readonly links: Share
  readonly images: Share
  /** Similarity of words of the page in the middle, and of the page that one of ten is worse than. */
  readonly medianWords: number
  readonly tenthWords: number
  readonly faults: ReadonlyMap<string, number>
}

/** How similar a page below another language is to the English one when nobody has translated it. */
const FILLED_SIMILARITY = 0.9

export function compareSites(source: Side, built: Side): SiteComparison {
  const onlySource = [...source.pages.keys()].filter((key) => !built.pages.has(key))
  const filled: string[] = []
  const onlyBuilt: string[] = []
  const pages: PageComparison[] = []
  for (const [key, page] of built.pages) {
    const other = source.pages.get(key)
    if (other !== undefined) pages.push(comparePages(other, page, source))
    else (isFilled(page, built) ? filled : onlyBuilt).push(key)
  }
  const words = pages.map((page) => page.words).sort((a, b) => a - b)
  const sum = (count: (page: PageComparison) => number): number => pages.reduce((total, page) => total + count(page), 0)
  const share = (whole: (page: PageComparison) => number, missing: (page: PageComparison) => number): Share => ({
    part: sum((page) => whole(page) - missing(page)),
    whole: sum(whole),
  })
  return {
    pages,
    onlySource,
    onlyBuilt,
    filled,
    addresses: { part: pages.length, whole: pages.length + onlyBuilt.length + onlySource.length },
    titles: { part: pages.filter(({ isTitleEqual }) => isTitleEqual).length, whole: pages.length },
    ids: share(
      (page) => page.built.headings.length,
      (page) => page.missingIds.length,
    ),
    links: share(
      (page) => page.built.destinations.length,
      (page) => page.missingLinks.length,
    ),
    images: share(
      (page) => page.built.images.length,
      (page) => Math.max(0, page.built.images.length - page.source.images.length),
    ),
    medianWords: words[Math.floor(words.length / 2)] ?? 0,
    tenthWords: words[Math.floor(words.length / 10)] ?? 0,
    faults: countCodes(source.content.faults),
  }
}

function comparePages(source: SidePage, built: SidePage, side: Side): PageComparison {
  const sourceIds = source.headings.map(({ id }) => id)
  const builtIds = built.headings.map(({ id }) => id)
  return {
    source,
    built,
    words: similarity(built.words, source.words),
    isTitleEqual: titlesOf(source).some((title) => titlesOf(built).includes(title)),
    missingIds: without(builtIds, sourceIds),
    addedIds: without(sourceIds, builtIds),
    missingLinks: without(
      built.destinations.map((to) => served(to, side)),
      source.destinations,
    ),
  }
}

function titlesOf({ heading, title }: SidePage): string[] {
  return heading === null ? [title] : [title, heading]
}

/** A destination as Signpost serves it, which leads to the English page where a translation is missing. */
function served(destination: string, { pages }: Side): string {
  const [key = '', fragment = ''] = destination.split('#')
  const english = inEnglish(key)
  const to = pages.has(key) || !pages.has(english) ? key : english
  return fragment === '' ? to : `${to}#${fragment}`
}

function isFilled({ key, words }: SidePage, { pages }: Side): boolean {
  const english = inEnglish(key)
  const page = english === key ? undefined : pages.get(english)
  return page !== undefined && similarity(page.words, words) >= FILLED_SIMILARITY
}

function inEnglish(key: string): string {
  return key.replace(/^\/[^/]+/, `/${FALLBACK_LOCALE}`)
}

/** Members of a list that another lacks, each as often as it is missing. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const member of other) left.set(member, (left.get(member) ?? 0) + 1)
  return list.filter((member) => {
    const times = left.get(member) ?? 0
    left.set(member, times - 1)
    return times <= 0
  })
}

function countCodes(faults: readonly ContentFault[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { code } of faults) counts.set(code, (counts.get(code) ?? 0) + 1)
  return counts
}
