import { buildIndex } from '../build/build.ts'
import type { SynonymTable } from '../index/document.ts'
import { normaliseTitle } from '../text/normalise-title.ts'
import { formOf } from '../text/word-forms.ts'
import { packArrays, startsOf, unpackArrays, type ArraysOf } from '../index/packed-arrays.ts'
import { CATALOGUE_IMPACT } from '../index/scoring.ts'

/** One entry of a catalogue, which search returns as one result. It has one or several variants. */
export interface CatalogueEntry {
  readonly name: string
  /** Names of the entry in other languages. */
  readonly localNames: readonly string[]
  /** Other names that denote exactly this entry, in any language. */
  readonly aliases: readonly string[]
  readonly category: string
  /** Words that help to find the entry. */
  readonly tags: readonly string[]
  /** Variants, best first. */
  readonly variants: readonly CatalogueVariant[]
}

export interface CatalogueVariant {
  readonly id: string
  /** JSON object with the members that an answer has for this variant. */
  readonly json: string
  /** Values of each facet, as positions in the table of facets. */
  readonly facets: readonly (readonly number[])[]
}

/** Words for what no entry shows, and the names of the entries that are nearest to it, best first. */
export interface NearbyWords {
  readonly words: readonly string[]
  readonly names: readonly string[]
}

/** Names of the facets in requests and answers, in the order of the table of facets. */
export const FACET_NAMES = ['category', 'style', 'set', 'format'] as const
export type FacetName = (typeof FACET_NAMES)[number]

/** Values of each facet that can filter a search, at most FACET_VALUES for a facet. */
export type FacetTable = readonly (readonly string[])[]

/** Limit of the values of a facet: a variant stores them as the bits of two 32-bit numbers. */
export const FACET_VALUES = 64
export const WORDS_OF_FACET = 2

/** Two buffers: the text index, in which each entry is a page, and the data of the entries. */
export interface CatalogueIndexParts {
  readonly index: SharedArrayBuffer
  readonly entries: SharedArrayBuffer
}

const ENTRY_ARRAYS = {
  /** The variants of entry e are [starts[e], starts[e + 1]). */
  variantStarts: 'u32',
  /** The values of facet f of variant v: two words from (v · facets + f) · 2, with a bit for each value. */
  facetBits: 'u32',
  /** JSON of each variant without its closing brace. */
  jsonStarts: 'u32',
  json: 'u8',
  /** Hashes of the terms of words that are no typos, ascending. */
  knownWords: 'u32',
} as const

/** The magic number reads "SGPC". */
const FORMAT = { name: 'catalogue', magic: 0x43504753, version: 3, arrays: ENTRY_ARRAYS }

interface EntriesHeader {
  readonly facets: FacetTable
  readonly ids: readonly string[]
  readonly localNames: NameList
  readonly otherNames: NameList
  readonly nearby: readonly NearbyEntries[]
}

/** Entries by name, normalised as titles are. */
type NameList = readonly (readonly [name: string, entries: readonly number[]])[]

/** `NearbyWords` with the entries of each name. */
interface NearbyEntries {
  readonly words: readonly string[]
  readonly entries: readonly (readonly number[])[]
}

export interface CatalogueEntries extends ArraysOf<typeof ENTRY_ARRAYS> {
  readonly facets: FacetTable
  /** Ids of all variants. */
  readonly ids: readonly string[]
  /** Entries by their names in other languages. Only a searcher makes a map of the list, which has tens of thousands of names. */
  readonly localNames: NameList
  /** Entries by their aliases and by the synonyms of their names. */
  readonly otherNames: NameList
  readonly nearby: readonly NearbyEntries[]
}

/**
 * Builds the index of a catalogue. The order of the entries breaks ties and is the order of browsing.
 *
 * @param knownWords Words that are no typos of others, also when no entry has them.
 * @param nearby What is nearest to words that find nothing. Names that no entry has are left out.
 * @throws {RangeError} when a facet has too many values.
 */
export function buildCatalogueIndex(
  entries: readonly CatalogueEntry[],
  facets: FacetTable,
  synonyms: SynonymTable,
  knownWords: readonly string[] = [],
  nearby: readonly NearbyWords[] = [],
): CatalogueIndexParts {
  for (const values of facets) {
    if (values.length > FACET_VALUES)
      throw new RangeError(`a facet has ${values.length} values, the limit is ${FACET_VALUES}`)
  }
  const documents = entries.map(({ aliases, category, localNames, name, tags }) => ({
    // All pages have the same path: their order is then the order of the entries, and paths are not searched.
    path: '',
    title: name,
    description: category,
    section: '',
    sections: [
      ...[...localNames, ...aliases].map((alias) => ({ heading: alias, anchor: '', text: '' })),
      { heading: '', anchor: '', text: tags.join('\n') },
    ],
  }))
  const variants = entries.flatMap((entry) => entry.variants)
  const rows = variants.map(({ json }) => Buffer.from(json.slice(0, -1)))
  const variantStarts = new Uint32Array(entries.length + 1)
  entries.forEach((entry, e) => {
    variantStarts[e + 1] = variantStarts[e]! + entry.variants.length
  })
  return {
    index: buildIndex(documents, { locale: 'en', synonyms, impact: CATALOGUE_IMPACT, isReranked: false }),
    entries: packArrays(
      FORMAT,
      {
        facets,
        ids: variants.map(({ id }) => id),
        localNames: listLocalNames(entries),
        otherNames: listOtherNames(entries, synonyms),
        nearby: listNearby(entries, nearby),
      },
      {
        variantStarts,
        facetBits: packFacets(variants, facets.length),
        jsonStarts: startsOf(rows),
        json: Buffer.concat(rows),
        knownWords: hashWords(knownWords),
      },
    ),
  }
}

/** Opens the buffer of entries. Throws when it is not a catalogue of this format. */
export function openCatalogueEntries(buffer: SharedArrayBuffer): CatalogueEntries {
  const { header, arrays } = unpackArrays(FORMAT, buffer)
  return { ...arrays, ...(header as EntriesHeader) }
}

function hashWords(words: readonly string[]): Uint32Array {
  const hashes = words.flatMap((word) => formOf(word, 0, word.length)?.termHash ?? [])
  return Uint32Array.from(new Set(hashes)).sort()
}

function listLocalNames(entries: readonly CatalogueEntry[]): NameList {
  return listNames(entries.map(({ localNames }) => localNames.map(normaliseTitle)))
}

function listOtherNames(entries: readonly CatalogueEntry[], synonyms: SynonymTable): NameList {
  const groupsOf = new Map<string, string[]>()
  for (const group of synonyms.map((members) => members.map(normaliseTitle))) {
    for (const member of group) groupsOf.set(member, [...(groupsOf.get(member) ?? []), ...group])
  }
  return listNames(
    entries.map((entry) => {
      const name = normaliseTitle(entry.name)
      const others = [...entry.aliases.map(normaliseTitle), ...(groupsOf.get(name) ?? [])]
      return others.filter((other) => other !== name)
    }),
  )
}

function listNearby(entries: readonly CatalogueEntry[], nearby: readonly NearbyWords[]): NearbyEntries[] {
  const named = new Map(listNames(entries.map(({ name }) => [normaliseTitle(name)])))
  return nearby.map(({ names, words }) => ({
    words,
    entries: names.flatMap((name) => {
      const found = named.get(normaliseTitle(name))
      return found === undefined ? [] : [found]
    }),
  }))
}

/** @param namesOf Names of each entry. */
function listNames(namesOf: readonly (readonly string[])[]): NameList {
  const entriesOf = new Map<string, Set<number>>()
  namesOf.forEach((names, entry) => {
    for (const name of names) {
      if (name !== '') entriesOf.set(name, (entriesOf.get(name) ?? new Set()).add(entry))
    }
  })
  return [...entriesOf].map(([name, entries]) => [name, [...entries]])
}

/** Packs the bits of each variant, facet by facet. */
function packFacets(variants: readonly CatalogueVariant[], facetCount: number): Uint32Array {
  const bits = new Uint32Array(variants.length * facetCount * WORDS_OF_FACET)
  variants.forEach((variant, v) => {
    variant.facets.forEach((values, facet) => {
      for (const value of values) bits[(v * facetCount + facet) * WORDS_OF_FACET + (value >>> 5)]! |= 1 << (value & 31)
    })
  })
  return bits
}

/** Whether a variant has the wanted value of every facet; -1 accepts any value. */
export function passes(entries: CatalogueEntries, variant: number, wanted: readonly number[]): boolean {
  for (let facet = 0; facet < wanted.length; facet++) {
    const value = wanted[facet]!
    if (value === -1) continue
    const word = entries.facetBits[(variant * wanted.length + facet) * WORDS_OF_FACET + (value >>> 5)]!
    if ((word & (1 << (value & 31))) === 0) return false
  }
  return true
}

/** Complete JSON of a variant. */
export function variantJson(entries: CatalogueEntries, variant: number): string {
  const { json, jsonStarts } = entries
  const start = jsonStarts[variant]!
  return `${Buffer.from(json.buffer, json.byteOffset + start, jsonStarts[variant + 1]! - start).toString('utf8')}}`
}
