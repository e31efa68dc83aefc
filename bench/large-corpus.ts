import type { SearchDocument } from '../src/engine/index/document.ts'
import type { KnownItem } from './corpus-part.ts'
import { createRandom } from './timing.ts'

/** Any number of pages with the statistics of a real corpus. They depend only on the seed and the numbers of the pages. */
export interface LargeCorpus {
  /** @returns the page with this number. Numbers follow the order of the paths. */
  pageAt(number: number): SearchDocument
  /** @returns pages [0, count), generated one at a time */
  pages(count: number): Iterable<SearchDocument>
  /** @returns queries of the corpus's kinds, each for one of the first `pageCount` pages */
  queries(count: number, pageCount: number): KnownItem[]
}

/**
 * Exponent of Heaps' law for MDN in English: terms on n pages = 60,077 · (n / 14,592) ^ 0.524 (measured at 1,824 to 14,592
 * pages).
 */
const HEAPS_EXPONENT = 0.524
const TERMS_PER_BASE = 4.117
/** Words on at most this number of pages of the base represent the tail of the vocabulary. */
const RARE_PAGES = 4
/** Skew of new words over pages. With a larger value, most new words are on fewer pages. */
const TAIL_SKEW = 3
/**
 * Shares of sections and of lines whose text comes from other pages, mostly from nearby pages on the same subject. Whole
 * sections make pages shorter than those of the base; lines give them more different words. These shares preserve both.
 */
const OTHER_SECTIONS = 0.07
const OTHER_LINES = 0.05
const NEARBY_SHARE = 0.8
const NEARBY_PAGES = 20

const WORD = /[A-Za-z_][A-Za-z0-9_]*/g

/** Text with the words that a generated page may replace: text[0], words[0], text[1] … */
interface Template {
  readonly texts: readonly string[]
  readonly words: readonly string[]
}

interface PageTemplate {
  readonly document: SearchDocument
  /** Rarest word of the title, which is the subject of the page. */
  readonly key: string
  readonly title: Template
  readonly description: Template
  readonly path: Template
  readonly sections: readonly { readonly heading: Template; readonly lines: readonly Template[] }[]
  /** Lines of all sections. */
  readonly lines: readonly Template[]
}

/**
 * Generates pages from real ones, with some sections and lines of others. Beyond the size of the base, the subject of a
 * page becomes that of another page, everywhere on it. Rare words become new words, in such numbers that the vocabulary
 * grows by Heaps' law. Lengths, term frequencies, their burstiness and the neighbours of words stay those of the base.
 */
export function createLargeCorpus(base: readonly SearchDocument[], seed = 1): LargeCorpus {
  const ordered = base.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const counts = countPages(ordered)
  const templates = ordered.map((document) => toTemplate(document, counts))
  const places = permutation(ordered.length, seed)

  return { pageAt, pages, queries }

  function* pages(count: number): Iterable<SearchDocument> {
    for (let number = 0; number < count; number++) yield pageAt(number)
  }

  function pageAt(number: number): SearchDocument {
    const random = randomOf(number)
    const place = places[number % places.length]!
    const page = templates[place]!
    const growth = number / templates.length
    const others = new Map<string, string>()
    if (growth >= 1) {
      const anyKey = (): string => templates[pick(random, templates.length)]!.key
      // A title of one word would be equal to that of many pages.
      others.set(page.key, page.title.words.length > 1 ? anyKey() : `${anyKey()} ${anyKey()}`)
    }

    const wordFor = (word: string): string => {
      if (growth < 1) return word
      let other = others.get(word)
      if (other === undefined) {
        other = random() < growth ** (HEAPS_EXPONENT - 1) ? word : newWord(tailWord(random, growth))
        others.set(word, other)
      }
      return other
    }
    const fill = ({ texts, words }: Template): string => {
      let text = texts[0]!
      for (let i = 0; i < words.length; i++) text += wordFor(words[i]!) + texts[i + 1]!
      return text
    }
    const otherPage = (): PageTemplate =>
      templates[random() < NEARBY_SHARE ? nearby(place, random) : pick(random, templates.length)]!
    const linesFor = (own: readonly Template[]): readonly Template[] => {
      if (own.length === 0 || random() > OTHER_SECTIONS) return own
      const { sections } = otherPage()
      return sections[pick(random, sections.length)]?.lines ?? own
    }
    const lineFor = (own: Template): Template => {
      if (random() > OTHER_LINES) return own
      const { lines } = otherPage()
      return lines[pick(random, lines.length)] ?? own
    }

    const { document } = page
    return {
      path: `p${String(number).padStart(8, '0')}/${fill(page.path)}`,
      title: fill(page.title),
      description: fill(page.description),
      section: document.section,
      sections: page.sections.map(({ heading, lines }, i) => ({
        heading: fill(heading),
        anchor: document.sections[i]!.anchor,
        text: linesFor(lines)
          .map((line) => fill(lineFor(line)))
          .join('\n'),
      })),
    }
  }

  function queries(count: number, pageCount: number): KnownItem[] {
    const items: KnownItem[] = []
    for (let i = 0; items.length < count; i++) {
      const random = randomOf(i * 7919 + 13)
      const page = pageAt(pick(random, pageCount))
      const item = queryFor(page, random)
      if (item !== null) items.push({ ...item, relevant: [page.path] })
    }
    return items
  }

  function nearby(place: number, random: () => number): number {
    const other = place + pick(random, 2 * NEARBY_PAGES + 1) - NEARBY_PAGES
    return Math.min(templates.length - 1, Math.max(0, other))
  }

  /** @returns the number of a new word, below the count that Heaps' law gives for this number of pages */
  function tailWord(random: () => number, growth: number): number {
    const newWords = TERMS_PER_BASE * templates.length * (growth ** HEAPS_EXPONENT - 1)
    return Math.floor(newWords * (1 - random() ** TAIL_SKEW))
  }

  function randomOf(number: number): () => number {
    // Adjacent seeds would produce almost equal first numbers.
    return createRandom(1 + ((Math.imul(number + seed * 1_000_003, 0x9e3779b1) >>> 1) % 2_147_483_646))
  }
}

const CONSONANTS = 'bcdfghjklmnprstvwz'
const VOWELS = 'aeiou'

/** @returns a different word for each number, of at least three syllables */
function newWord(number: number): string {
  let word = ''
  for (let rest = number; rest > 0 || word.length < 6; rest = Math.floor(rest / 90)) {
    word += CONSONANTS[rest % 18]! + VOWELS[Math.floor(rest / 18) % 5]!
  }
  return `${word}x`
}

/** @returns the number of pages on which each word occurs, by its exact spelling */
function countPages(documents: readonly SearchDocument[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { description, path, sections, title } of documents) {
    const all = [title, description, path, ...sections.flatMap(({ heading, text }) => [heading, text])].join('\n')
    for (const word of new Set(all.match(WORD))) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

function toTemplate(document: SearchDocument, counts: ReadonlyMap<string, number>): PageTemplate {
  const titleWords = document.title.match(WORD) ?? []
  const key = titleWords.toSorted((a, b) => counts.get(a)! - counts.get(b)!)[0] ?? ''
  const template = (text: string): Template => {
    const texts: string[] = []
    const words: string[] = []
    let end = 0
    for (const { 0: word, index } of text.matchAll(WORD)) {
      if (word !== key && counts.get(word)! > RARE_PAGES) continue
      texts.push(text.slice(end, index))
      words.push(word)
      end = index + word.length
    }
    texts.push(text.slice(end))
    return { texts, words }
  }
  const sections = document.sections.map(({ heading, text }) => ({
    heading: template(heading),
    lines: text === '' ? [] : text.split('\n').map(template),
  }))
  return {
    document,
    key,
    title: template(document.title),
    description: template(document.description),
    path: template(document.path),
    sections,
    lines: sections.flatMap(({ lines }) => lines),
  }
}

const SHARES = { anchor: 414, typo: 141, desc: 153, prefix: 48 } as const
const ALL_SHARES = 756

/** @returns a query, of the corpus's kinds in their shares, or null if the page does not suit the kind */
function queryFor(page: SearchDocument, random: () => number): Omit<KnownItem, 'relevant'> | null {
  const share = random() * ALL_SHARES
  const words = page.title.match(/[\p{L}\p{N}_]+/gu) ?? []
  if (words.length === 0) return null
  if (share < SHARES.anchor) {
    // Such a query is the text of a link: the whole title, or the part of it that names the subject.
    const [first, second] = page.title.split(/: | \(/)
    const part = second === undefined || random() < 0.5 ? first! : second.replace(/\b(property|method|event)\b|\)/g, '')
    return part.trim() === '' ? null : { query: part.trim(), kind: 'anchor' }
  }
  if (share < SHARES.anchor + SHARES.typo) return { query: misspell(page.title, random), kind: 'typo' }
  if (share < SHARES.anchor + SHARES.typo + SHARES.desc) {
    const known = (page.description.match(/[\p{L}\p{N}_]{4,}/gu) ?? []).map((word) => word.toLowerCase())
    const chosen = [...new Set(known)].filter(() => random() < 0.5).slice(0, 5)
    return chosen.length < 3 ? null : { query: chosen.join(' '), kind: 'desc' }
  }
  const last = words.at(-1)!
  if (last.length < 5) return null
  return { query: [...words.slice(0, -1), last.slice(0, pick(random, 3) + 3)].join(' '), kind: 'prefix' }
}

/** Omits, doubles or swaps one letter. */
function misspell(text: string, random: () => number): string {
  const at = pick(random, text.length - 1)
  const kind = pick(random, 3)
  if (kind === 0) return text.slice(0, at) + text.slice(at + 1)
  if (kind === 1) return text.slice(0, at + 1) + text[at]! + text.slice(at + 1)
  return text.slice(0, at) + text[at + 1]! + text[at]! + text.slice(at + 2)
}

function pick(random: () => number, count: number): number {
  return Math.floor(random() * Math.max(1, count))
}

function permutation(count: number, seed: number): Uint32Array {
  const numbers = Uint32Array.from({ length: count }, (_, i) => i)
  const random = createRandom(seed)
  for (let i = count - 1; i > 0; i--) {
    const j = pick(random, i + 1)
    ;[numbers[i], numbers[j]] = [numbers[j]!, numbers[i]!]
  }
  return numbers
}
