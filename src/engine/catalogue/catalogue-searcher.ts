import { writeScore } from '../query/answer-json.ts'
import { writeBytes, writeText, type ByteWriter } from '../index/byte-writer.ts'
import { createFacetTally, type FacetTally } from './facet-tally.ts'
import { createKnownWords } from './known-words.ts'
import { createFindNearest, NEAREST_LIMIT } from './nearest.ts'
import { openCatalogueEntries, passes, type CatalogueIndexParts } from './catalogue-index.ts'
import { hasSearchableCharacter } from '../text/characters.ts'
import { createJavaScriptScorer, type CatalogueScorer } from './catalogue-scorer.ts'
import { COUNT_MASK, VALUE_UNIT } from '../query/kernel.ts'
import { normaliseTitle } from '../text/normalise-title.ts'
import { openIndex, type SearchIndex } from '../index/open.ts'
import { compileSynonyms, type Synonyms } from '../index/synonyms.ts'

export interface CatalogueQuery {
  /** Normalised query (`normaliseQuery`); `''` lists all entries in the order of the catalogue. */
  readonly query: string
  readonly limit: number
  readonly offset: number
  /** Wanted value of each facet, or -1. */
  readonly wanted: readonly number[]
  /** Whether the answer counts the matches by the values of each facet. */
  readonly facets?: boolean
}

export interface CatalogueSearcher {
  /** Returns the matching entries, best first, each as the id of its best variant that passes the filters. */
  search(query: CatalogueQuery): { readonly total: number; readonly ids: readonly string[] }
  /** Returns the entries that are nearest to a query without a match, each as the id of its best variant that passes the filters. */
  nearest(query: CatalogueQuery): readonly string[]
  /**
   * Appends `{query, total, limit, offset, results: [variant + score]}` (choices §3), `facets` if the query asks for them, and
   * `nearest: [variant]` if nothing matches and something is near.
   */
  writeAnswer(query: CatalogueQuery, out: ByteWriter): void
}

/** Matches are sorted by one number each: value · PLACES + the position from the end, which puts ties in catalogue order. */
const PLACES = 2 ** 21

/** Bonus of an entry when the query is its name in another language or another of its names, multiplied by the query's whole weight. */
const LOCAL_NAME_BONUS = 8
const OTHER_NAME_BONUS = 6

/**
 * Searches a catalogue. Entries that match every word are results; if there are none, entries that match any word are.
 * A known word that no entry has is met by none. `total` is
 * exact, and pages of results never overlap. The searcher has its own scratch memory, so each thread needs its own.
 */
export function createCatalogueSearcher(
  parts: CatalogueIndexParts,
  createScorer: (index: SearchIndex, synonyms: Synonyms | null) => CatalogueScorer = createJavaScriptScorer,
): CatalogueSearcher {
  const index = openIndex(parts.index)
  const entries = openCatalogueEntries(parts.entries)
  if (index.pageCount > PLACES) throw new RangeError(`a catalogue has at most ${PLACES} entries`)
  const localNames = new Map(entries.localNames)
  const otherNames = new Map(entries.otherNames)
  const synonyms = compileSynonyms(index)
  const scorer = createScorer(index, synonyms)
  const { isKnownWord, withoutUnmet } = createKnownWords(index, synonyms, entries.knownWords)
  const findNearest = createFindNearest(entries, isKnownWord)
  /** Sort keys of the query's matches. */
  const keys = new Float64Array(index.pageCount)
  /** Factor from the value of a key to a score. */
  let unit = 0
  /** Bonuses of entries that have the query as another name. */
  let bonuses: ReadonlyMap<number, number> = new Map()

  return {
    search(query) {
      const found = find(query)
      return {
        total: found.length,
        ids: pageOf(found, query).map((entry) => entries.ids[bestVariant(entry, query.wanted)]!),
      }
    },
    nearest: (query) => nearestVariants(query).map((variant) => entries.ids[variant]!),
    writeAnswer(query, out) {
      const tally = query.facets === true ? createFacetTally(entries, query.wanted) : null
      const found = find(query, tally)
      const { limit, offset } = query
      writeText(
        out,
        `{"query":${JSON.stringify(query.query)},"total":${found.length},"limit":${limit},"offset":${offset},"results":[`,
      )
      pageOf(found, query).forEach((entry, position) => {
        if (position > 0) writeText(out, ',')
        const variant = bestVariant(entry, query.wanted)
        writeVariant(variant, out)
        writeText(out, ',"score":')
        writeScore(out, Math.floor(keyAt(found, offset + position) / PLACES) * unit)
        writeText(out, '}')
      })
      writeText(out, tally === null ? ']' : `],"facets":${JSON.stringify(tally.counts())}`)
      if (found.length === 0) writeNearest(query, out)
      writeText(out, '}')
    },
  }

  function writeNearest(query: CatalogueQuery, out: ByteWriter): void {
    const variants = nearestVariants(query)
    if (variants.length === 0) return
    writeText(out, ',"nearest":[')
    variants.forEach((variant, position) => {
      if (position > 0) writeText(out, ',')
      writeVariant(variant, out)
      writeText(out, '}')
    })
    writeText(out, ']')
  }

  /** Appends the JSON of a variant without its closing brace. */
  function writeVariant(variant: number, out: ByteWriter): void {
    writeBytes(out, entries.json, entries.jsonStarts[variant]!, entries.jsonStarts[variant + 1]!)
  }

  function nearestVariants({ query, wanted }: CatalogueQuery): number[] {
    const shown = findNearest(query).map((same) =>
      same.map((entry) => bestVariant(entry, wanted)).find((v) => v !== -1),
    )
    return [...new Set(shown.filter((variant) => variant !== undefined))].slice(0, NEAREST_LIMIT)
  }

  /** Keys of all matches, ascending: the best is the last. */
  function find({ query, wanted }: CatalogueQuery, tally: FacetTally | null = null): Float64Array {
    let length = 0
    const filtered = wanted.some((value) => value !== -1)
    const add = (entry: number, value: number): void => {
      if (!filtered || bestVariant(entry, wanted) !== -1) keys[length++] = value * PLACES + (PLACES - 1 - entry)
    }
    unit = 0
    const addWhole = (entry: number, value: number): void => {
      tally?.add(entry, true)
      add(entry, value)
    }
    if (query === '') for (let entry = 0; entry < index.pageCount; entry++) addWhole(entry, 0)
    else {
      const asked = withoutUnmet(query)
      if (hasSearchableCharacter(asked)) {
        const whole = score(asked)
        if (asked === query) matches(whole, addWhole)
        const isEmpty = length === 0
        if ((isEmpty || tally !== null) && (whole > 0 || asked !== query)) {
          matches(0, (entry, value) => {
            tally?.add(entry, false)
            if (isEmpty) add(entry, value)
          })
        }
      }
    }
    return keys.subarray(0, length).sort()
  }

  /** Plans the query and returns the number of words in a full match, or 0 when no full match is possible. */
  function score(query: string): number {
    const { countable, steps, totalWeight } = scorer.plan(query, isKnownWord)
    const name = normaliseTitle(query)
    unit = VALUE_UNIT / (steps * Math.max(totalWeight, 1e-9))
    const worth = (bonus: number): number => Math.floor((bonus * totalWeight * steps) / VALUE_UNIT)
    bonuses = new Map([
      ...(otherNames.get(name) ?? []).map((entry) => [entry, worth(OTHER_NAME_BONUS)] as const),
      ...(localNames.get(name) ?? []).map((entry) => [entry, worth(LOCAL_NAME_BONUS)] as const),
    ])
    return Math.max(0, countable)
  }

  /** Calls `add` for each entry that matches at least `words` words, and at least one. */
  function matches(words: number, add: (entry: number, value: number) => void): void {
    for (let partition = 0; partition < index.partitionCount; partition++) {
      const first = partition * index.partitionPages
      const sums = scorer.sums(partition)
      const count = Math.min(index.partitionPages, index.pageCount - first)
      for (let local = 0; local < count; local++) {
        const sum = sums[local]!
        if (sum === 0 || (sum & COUNT_MASK) < words) continue
        const entry = first + local
        add(entry, Math.floor(sum / VALUE_UNIT) + (bonuses.get(entry) ?? 0))
      }
    }
  }

  /** Returns the entry's first variant that passes the filters, or -1. */
  function bestVariant(entry: number, wanted: readonly number[]): number {
    for (let variant = entries.variantStarts[entry]!; variant < entries.variantStarts[entry + 1]!; variant++) {
      if (passes(entries, variant, wanted)) return variant
    }
    return -1
  }
}

function keyAt(found: Float64Array, position: number): number {
  return found[found.length - 1 - position]!
}

function pageOf(found: Float64Array, { limit, offset }: CatalogueQuery): number[] {
  const page: number[] = []
  for (let position = offset; position < Math.min(found.length, offset + limit); position++) {
    page.push(PLACES - 1 - (keyAt(found, position) % PLACES))
  }
  return page
}
