import { findHashedTerm } from '../index/dictionary.ts'
import type { SearchIndex } from '../index/open.ts'
import type { Synonyms } from '../index/synonyms.ts'
import type { IsKnownWord } from '../query/plan.ts'
import { scanRuns } from '../text/analyse.ts'
import { WORD } from '../text/characters.ts'
import { formOf } from '../text/word-forms.ts'

/** What a catalogue knows of the words of a query. */
export interface KnownWords {
  readonly isKnownWord: IsKnownWord
  /** The query without the words that mean something which no entry has. Without such a word it is the query itself. */
  readonly withoutUnmet: (query: string) => string
}

/**
 * A word is known when an entry has it, or when it is in the list. A known word that no entry has matches nothing: it
 * is neither a typo of another word nor the beginning of one.
 *
 * @param hashes Hashes of the terms of the list, ascending.
 */
export function createKnownWords(index: SearchIndex, synonyms: Synonyms | null, hashes: Uint32Array): KnownWords {
  const inSynonyms = new Set([...(synonyms?.standIns.keys() ?? [])].flatMap((key) => key.split(' ')))
  const isThere = (hash: number, fingerprint: number): boolean => findHashedTerm(index, hash, fingerprint) !== -1
  return {
    isKnownWord: (hash, fingerprint) => has(hashes, hash) || isThere(hash, fingerprint),
    withoutUnmet(query) {
      if (hashes.length === 0) return query
      let rest = ''
      let from = 0
      scanRuns(query, (kind, start, end) => {
        const form = kind === WORD ? formOf(query, start, end) : null
        if (form === null || form.stop || form.numeric || inSynonyms.has(form.surface)) return
        const { termFingerprint, termHash } = form
        if (isThere(termHash, termFingerprint) || !has(hashes, termHash)) return
        rest += query.slice(from, start)
        from = end
      })
      return from === 0 ? query : (rest + query.slice(from)).trim()
    },
  }
}

function has(sorted: Uint32Array, value: number): boolean {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  return sorted[low] === value
}
