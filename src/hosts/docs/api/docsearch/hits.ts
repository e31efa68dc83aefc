import {
  coveredWords,
  cutSnippet,
  escapeText,
  findWords,
  toTerms,
  wordsOf,
  writeMarked,
  type MarkedText,
  type Ranges,
} from './marks.ts'
import type { TagBudget } from './budget.ts'
import type { SearchParameters } from './parameters.ts'

const LEVELS = ['lvl0', 'lvl1', 'lvl2', 'lvl3', 'lvl4', 'lvl5', 'lvl6'] as const
/** Names of the levels in lists of attributes. */
const LEVEL_NAMES = LEVELS.map((level) => `hierarchy.${level}`)
const SNIPPET_WORDS_DEFAULT = 10
/** DocSearch asks for 10 or 15. The text itself has some 50. */
const SNIPPET_WORDS_LIMIT = 50

/** A page as a search worker answers it, with its sections. */
export interface FoundPage {
  readonly title: string
  readonly description: string
  readonly section: string
  readonly locale: string
  readonly version?: string
  readonly url: string
  readonly sections: readonly FoundSection[]
}

interface FoundSection {
  readonly headings: readonly string[]
  readonly anchor: string
  readonly url: string
  readonly snippet: string
  readonly ranges: Ranges
}

/** Members of every hit. `attributesToRetrieve` chooses among the others. */
interface HitBase {
  readonly objectID: string
  readonly _highlightResult: object
  readonly _snippetResult?: object
}
export type Hit = HitBase & Readonly<Record<string, unknown>>

/** A section that is to become a hit, with its page. */
export interface FoundHit {
  readonly page: FoundPage
  readonly section: FoundSection
}

/** The hits of a page: its best sections, best first, or its top. */
export function pageHits(page: FoundPage, { distinct }: Pick<SearchParameters, 'distinct'>): FoundHit[] {
  const sections = distinct === 0 ? page.sections : page.sections.slice(0, distinct)
  const top = { headings: [], anchor: '', url: page.url, snippet: page.description, ranges: [] }
  return (sections.length === 0 ? [top] : sections).map((section) => ({ page, section }))
}

/**
 * Prepares the writing of hits in the form of Algolia's records.
 *
 * @param query normalised text of the search
 * @param tags what is left of the tags of the answer; a text for which it is too little is written without marks
 * @param groupOf gives the title of the group in which DocSearch shows a page
 */
export function createHitWriter(
  query: string,
  parameters: SearchParameters,
  tags: TagBudget,
  groupOf: (page: FoundPage) => string,
): (hit: FoundHit) => Hit {
  const words = wordsOf(query)
  const tagsLength = parameters.highlightPreTag.length + parameters.highlightPostTag.length
  const isRetrieved = createChooser(parameters.attributesToRetrieve)
  const isHighlighted = createChooser(parameters.attributesToHighlight)
  const snippetWords = snippetLengths(parameters.attributesToSnippet)
  const describe = (marked: MarkedText): object => {
    const matchedWords = coveredWords(marked)
    const matchLevel = matchedWords.length === 0 ? 'none' : matchedWords.length < words.length ? 'partial' : 'full'
    const value = tags.takes(marked.ranges.length * tagsLength)
      ? writeMarked(marked, parameters)
      : escapeText(marked.text)
    return { value, matchLevel, matchedWords }
  }

  return ({ page, section: { anchor, headings, ranges, snippet, url } }) => {
    const content: MarkedText = { text: snippet, ranges }
    const terms = toTerms(words, coveredWords(content))
    const levels = [groupOf(page), page.title, ...headings]
      .slice(0, LEVELS.length)
      .map((text): MarkedText => ({ text, ranges: findWords(text, terms) }))
    const deepest = levels.length - 1
    // The top of a page is shown by its title, another section by its heading only if that is what matched.
    const isContent = headings.length > 0 && levels[deepest]!.ranges.length === 0
    const record: Readonly<Record<string, unknown>> = {
      url,
      url_without_anchor: page.url,
      anchor: anchor === '' ? null : anchor,
      type: isContent ? 'content' : LEVELS[deepest],
      content: snippet === '' ? null : escapeText(snippet),
      hierarchy: Object.fromEntries(LEVELS.map((name, level) => [name, escapedLevel(levels[level])])),
      language: page.locale,
      lang: page.locale,
      section: page.section,
      ...(page.version === undefined ? {} : { version: page.version }),
    }
    const attributes: Attribute[] = levels.map((marked, level) => [LEVEL_NAMES[level]!, marked])
    if (snippet !== '') attributes.push(['content', content])
    const highlights = attributes.filter(([name]) => isHighlighted(name))
    const snippets = attributes.flatMap(([name, marked]): Attribute[] => {
      const length = snippetWords(name)
      return length === null ? [] : [[name, cutSnippet(marked, length, parameters.snippetEllipsisText)]]
    })
    return {
      objectID: url,
      ...retrieve(record, isRetrieved),
      _highlightResult: nest(highlights, describe),
      ...(snippets.length === 0 ? {} : { _snippetResult: nest(snippets, describe) }),
    }
  }
}

type Attribute = readonly [name: string, marked: MarkedText]

function escapedLevel(level: MarkedText | undefined): string | null {
  return level === undefined ? null : escapeText(level.text)
}

function retrieve(
  record: Readonly<Record<string, unknown>>,
  isChosen: (name: string) => boolean,
): Record<string, unknown> {
  const chosen: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(record)) {
    if (isChosen(name)) chosen[name] = value
    else if (name === 'hierarchy') {
      const levels = Object.entries(value as object).filter((_, level) => isChosen(LEVEL_NAMES[level]!))
      if (levels.length > 0) chosen[name] = Object.fromEntries(levels)
    }
  }
  return chosen
}

/** Puts `hierarchy.lvl1` into the member `lvl1` of `hierarchy`. */
function nest(attributes: readonly Attribute[], describe: (marked: MarkedText) => object): object {
  const nested: Record<string, unknown> = {}
  const levels: Record<string, object> = {}
  for (const [name, marked] of attributes) {
    if (name === 'content') nested[name] = describe(marked)
    else levels[name.slice('hierarchy.'.length)] = describe(marked)
  }
  if (Object.keys(levels).length > 0) nested['hierarchy'] = levels
  return nested
}

/** Tells which attributes a list chooses: `*` for all, `hierarchy` for its levels too, and not those with a minus. */
function createChooser(list: readonly string[]): (name: string) => boolean {
  const names = new Set(list)
  const judge = (name: string): boolean => {
    const parent = name.split('.')[0]!
    if (names.has(`-${name}`) || names.has(`-${parent}`)) return false
    return names.has('*') || names.has(name) || names.has(parent)
  }
  return remembered(judge)
}

/** Number of words of an attribute's snippet, from entries such as `content:15`, or null. */
function snippetLengths(list: readonly string[]): (name: string) => number | null {
  const lengths = new Map<string, number>()
  for (const entry of list) {
    const [name = '', words = ''] = entry.split(':')
    lengths.set(name, /^\d{1,4}$/.test(words) ? Math.min(Number(words), SNIPPET_WORDS_LIMIT) : SNIPPET_WORDS_DEFAULT)
  }
  return remembered((name) => lengths.get(name) ?? lengths.get(name.split('.')[0]!) ?? lengths.get('*') ?? null)
}

/** Every hit has the same few attributes, so what holds for a name is worked out once. */
function remembered<T>(judge: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>()
  return (name) => {
    if (!known.has(name)) known.set(name, judge(name))
    return known.get(name)!
  }
}
