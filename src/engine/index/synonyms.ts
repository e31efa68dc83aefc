import { pairTerm, scanPairs, scanRuns, toSurface, toTerm } from '../text/analyse.ts'
import { WORD } from '../text/characters.ts'
import { findTerm } from './dictionary.ts'
import type { SearchIndex } from './open.ts'

/**
 * The operator's table as queries use it. A member is looked up by its units: words as they are written, CJK signs one by
 * one. What stands in for it is the rarest term of each other member of its group, as a page with that term most likely
 * has the whole member.
 */
export interface Synonyms {
  /** The most units that a member has. */
  readonly longest: number
  /** By the units of a member, joined by spaces: terms that stand in for it. */
  readonly standIns: ReadonlyMap<string, readonly number[]>
}

/** A member of many groups has no more than this: all that one group can give it, as a table's groups have 100 members. */
const MAX_STAND_INS = 100

/** Null where the locale has no table. */
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

/** Words as they are written, CJK signs one by one. */
function unitsOf(text: string): string[] {
  const source = text.normalize('NFKC')
  const units: string[] = []
  scanRuns(source, (kind, start, end) => {
    if (kind === WORD) units.push(toSurface(source.slice(start, end)))
    else units.push(...source.slice(start, end))
  })
  return units.filter((unit) => unit !== '')
}

/** -1 where some term of the text is on no page. */
function rarestTerm(index: SearchIndex, text: string): number {
  const source = text.normalize('NFKC')
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
