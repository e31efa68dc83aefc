import { FACET_NAMES, WORDS_OF_FACET, type CatalogueEntries } from './catalogue-index.ts'

const WORD_BITS = 32

export interface FacetTally {
  /**
   * Counts an entry that matches the query, whether or not it passes the filters.
   * @param isWhole Whether it has every word. Others count for values that no such entry has, as they are results there.
   */
  add(entry: number, isWhole: boolean): void
  /** Counts of the values that some entry has, by facet, in the order of the table. */
  counts(): Readonly<Record<string, readonly { readonly value: string; readonly count: number }[]>>
}

/**
 * Counts the entries by the values of each facet. A facet's own filter does not count for it, so that its counts say how many
 * results another choice would give. An entry counts once for a value, however many of its variants have it.
 *
 * @param wanted Wanted value of each facet, or -1.
 */
export function createFacetTally(entries: CatalogueEntries, wanted: readonly number[]): FacetTally {
  const { facetBits, facets, variantStarts } = entries
  const whole = facets.map((values) => new Uint32Array(values.length))
  const partial = facets.map((values) => new Uint32Array(values.length))
  const seen = new Uint32Array(facets.length * WORDS_OF_FACET)

  function add(entry: number, isWhole: boolean): void {
    const counts = isWhole ? whole : partial
    seen.fill(0)
    for (let variant = variantStarts[entry]!; variant < variantStarts[entry + 1]!; variant++) addVariant(variant)
    for (let word = 0; word < seen.length; word++) {
      const base = (word % WORDS_OF_FACET) * WORD_BITS
      const ofFacet = counts[Math.floor(word / WORDS_OF_FACET)]!
      for (let bits = seen[word]!; bits !== 0; bits &= bits - 1) ofFacet[base + 31 - Math.clz32(bits & -bits)]!++
    }
  }

  /** A variant counts for all facets if it passes every filter, and for one facet if only that one's filter stops it. */
  function addVariant(variant: number): void {
    const start = variant * seen.length
    let stopping = -1
    for (let facet = 0; facet < facets.length; facet++) {
      const value = wanted[facet]!
      if (value === -1) continue
      const word = facetBits[start + facet * WORDS_OF_FACET + (value >>> 5)]!
      if ((word & (1 << (value & 31))) !== 0) continue
      if (stopping !== -1) return
      stopping = facet
    }
    const first = stopping === -1 ? 0 : stopping * WORDS_OF_FACET
    const end = stopping === -1 ? seen.length : first + WORDS_OF_FACET
    for (let word = first; word < end; word++) seen[word]! |= facetBits[start + word]!
  }

  return {
    add,
    counts: () =>
      Object.fromEntries(
        facets.map((values, facet) => [
          FACET_NAMES[facet] ?? String(facet),
          values.flatMap((value, at) => {
            const count = whole[facet]![at]! || partial[facet]![at]!
            return count === 0 ? [] : { value, count }
          }),
        ]),
      ),
  }
}
