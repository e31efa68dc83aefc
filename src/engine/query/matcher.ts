import { findTerm } from '../index/dictionary.ts'
import type { DocumentSection } from '../index/document.ts'
import { idfOf, type SearchIndex } from '../index/open.ts'
import { pairTerm, scanPairs, scanRuns, toSurface, toTerm } from '../text/analyse.ts'
import { WORD } from '../text/characters.ts'
import type { Plan } from './plan.ts'

/** A token of a text that stands for a group of the plan. */
export interface Match {
  /** Place in UTF-16 code units: [start, end). */
  readonly start: number
  readonly end: number
  /** Number of the token in its text. */
  readonly at: number
  readonly group: number
}

/** Finds the words of one plan in texts. The tokens of sections are kept as long as the sections are. */
export interface Matcher {
  find(text: string): Match[]
  /** The matches of a text with Σ idf of all its tokens. */
  weigh(text: string): { readonly matches: Match[]; readonly weight: number }
  inHeading(section: DocumentSection): Match[]
  inText(section: DocumentSection): Match[]
  /** Number of tokens in the text of a section. */
  length(section: DocumentSection): number
  /** Σ idf of the tokens of a heading. */
  headingWeight(section: DocumentSection): number
}

/** Three numbers for each token: its term, or -1 for one that no page has, and its place [start, end). */
type Tokens = Int32Array

interface SectionTokens {
  readonly heading: Tokens
  readonly headingWeight: number
  text: Tokens | null
}

interface Memory {
  /** Group + 1 for which a term stands, by term; the first group wins. */
  readonly groupOfTerm: Uint8Array
  readonly marked: number[]
  readonly sections: WeakMap<DocumentSection, SectionTokens>
}

const TOKEN_NUMBERS = 3
const memories = new WeakMap<SearchIndex, Memory>()

/** The matcher of an index for one plan; the next one of the same index takes its place. */
export function createMatcher(index: SearchIndex, plan: Plan): Matcher {
  const { groupOfTerm, marked, sections } = memoryOf(index)
  for (const term of marked) groupOfTerm[term] = 0
  marked.length = 0
  plan.groups.forEach((group, number) => {
    for (const term of group.terms) {
      if (groupOfTerm[term] !== 0) continue
      groupOfTerm[term] = number + 1
      marked.push(term)
    }
  })

  const matchesOf = (tokens: Tokens): Match[] => {
    const matches: Match[] = []
    for (let at = 0; at < tokens.length; at += TOKEN_NUMBERS) {
      const term = tokens[at]!
      const group = term < 0 ? 0 : groupOfTerm[term]!
      if (group === 0) continue
      matches.push({ start: tokens[at + 1]!, end: tokens[at + 2]!, at: at / TOKEN_NUMBERS, group: group - 1 })
    }
    return matches
  }
  const tokensOf = (section: DocumentSection): SectionTokens => {
    let known = sections.get(section)
    if (known === undefined) {
      const heading = tokensIn(index, section.heading)
      known = { heading, headingWeight: weightOf(index, heading), text: null }
      sections.set(section, known)
    }
    return known
  }
  const textOf = (section: DocumentSection): Tokens => (tokensOf(section).text ??= tokensIn(index, section.text))

  return {
    find: (text) => matchesOf(tokensIn(index, text)),
    weigh(text) {
      const tokens = tokensIn(index, text)
      return { matches: matchesOf(tokens), weight: weightOf(index, tokens) }
    },
    inHeading: (section) => matchesOf(tokensOf(section).heading),
    inText: (section) => matchesOf(textOf(section)),
    length: (section) => textOf(section).length / TOKEN_NUMBERS,
    headingWeight: (section) => tokensOf(section).headingWeight,
  }
}

function memoryOf(index: SearchIndex): Memory {
  let memory = memories.get(index)
  if (memory === undefined) {
    memory = { groupOfTerm: new Uint8Array(index.termCount), marked: [], sections: new WeakMap() }
    memories.set(index, memory)
  }
  return memory
}

function tokensIn(index: SearchIndex, text: string): Tokens {
  const numbers: number[] = []
  // NFKC may change lengths, so places are found in the displayed text.
  scanRuns(text, (kind, start, end) => {
    if (kind === WORD) {
      numbers.push(findTerm(index, toTerm(toSurface(text.slice(start, end).normalize('NFKC')))), start, end)
      return
    }
    let at = start
    scanPairs(text, start, end, (first, second) => {
      const pair = pairTerm(first, second)
      numbers.push(findTerm(index, pair), at, at + pair.length)
      at += first > 0xffff ? 2 : 1
    })
  })
  return Int32Array.from(numbers)
}

function weightOf(index: SearchIndex, tokens: Tokens): number {
  let weight = 0
  for (let at = 0; at < tokens.length; at += TOKEN_NUMBERS) if (tokens[at]! >= 0) weight += idfOf(index, tokens[at]!)
  return weight
}
