import { pairTerm, scanPairs, scanRuns, toSurface, toTerm } from '../text/analyse.ts'
import { WORD } from '../text/characters.ts'
import { findTerm } from './dictionary.ts'
import type { SearchIndex } from './open.ts'
import { normalised } from '../../shared/normalise-query.ts'

/**
 * The operator's synonyms, compiled for queries. A member is looked up by its units: words as written, and single CJK characters.
 * The rarest term of each other member of its group stands in for it, because a page with that term most likely has the whole
 * member.
 */
export interface Synonyms {
  /** Largest number of units of a member. */
  readonly longest: number
  /** Terms that stand in for a member, by its units joined by spaces. */
  readonly standIns: ReadonlyMap<string, readonly number[]>
}

/** Limit of stand-ins for a member of many groups. It equals what one group can contribute, because a group has at most 100 members. */
const MAX_STAND_INS = 100

/** Compiles the locale's table; null when it has none. */
export function compileSynonyms(index: SearchIndex): Synonyms | null {
  if (index.synonyms.length === 0) return null
  const standIns = new Map<string, number[]>()
  let longest = 0
  for (const group of index.synonyms) {
    const members = group.map((text) => ({ units: unitsOf(text), term: rarestTerm(index, text) }))
    for (const member of members) {
      if (member.units.length === 0) continue
      longest = Math.max(longest, member.units.length)
      const key = member.units.join(' ')
      const terms = standIns.get(key) ?? []
      for (const other of members) {
        if (terms.length === MAX_STAND_INS) break
        if (other !== member && other.term !== -1 && !terms.includes(other.term)) terms.push(other.term)
      }
      standIns.set(key, terms)
    }
  }
  return { longest, standIns }
}

/** Splits text into words as written and single CJK characters. */
function unitsOf(text: string): string[] {
  const source = normalised(text, 'NFKC')
  const units: string[] = []
  scanRuns(source, (kind, start, end) => {
    if (kind === WORD) units.push(toSurface(source.slice(start, end)))
    else units.push(...source.slice(start, end))
  })
  return units.filter((unit) => unit !== '')
}

/** Returns the rarest term of the text, or -1 when some term is on no page. */
function rarestTerm(index: SearchIndex, text: string): number {
  const source = normalised(text, 'NFKC')
  const terms: number[] = []
  scanRuns(source, (kind, start, end) => {
    if (kind === WORD) terms.push(findTerm(index, toTerm(toSurface(source.slice(start, end)))))
    else scanPairs(source, start, end, (first, second) => terms.push(findTerm(index, pairTerm(first, second))))
  })
  if (terms.includes(-1)) return -1
  return terms.reduce(
    (rarest, term) => (rarest === -1 || index.termPages[term]! < index.termPages[rarest]! ? term : rarest),
    -1,
  )
}
