import { buildIndex } from './build.ts'
import type { SynonymTable } from './document.ts'
import { normaliseTitle } from './normalise-title.ts'
import { packArrays, unpackArrays, type ArraysOf } from './packed-arrays.ts'
import { CATALOGUE_IMPACT } from './scoring.ts'
import { startsOf } from './titles.ts'

/** A thing that search gives as one result, in one or several variants. */
export interface CatalogueEntry {
  readonly name: string
  /** Other names that mean just this thing, in any language. */
  readonly aliases: readonly string[]
  readonly category: string
  /** Words that may help to find it. */
  readonly tags: readonly string[]
  /** The best first. */
  readonly variants: readonly CatalogueVariant[]
}

export interface CatalogueVariant {
  readonly id: string
  /** A JSON object: what an answer says of this variant. */
  readonly json: string
  /** Its value of each facet: the positions of the values in the table of facets. */
  readonly facets: readonly (readonly number[])[]
}

/** Values of each facet, by which a search may be narrowed. At most FACET_VALUES of them. */
export type FacetTable = readonly (readonly string[])[]

/** A variant's values of a facet are the bits of two 32-bit numbers. */
export const FACET_VALUES = 64
const WORDS_OF_FACET = 2

/** Two buffers: the text index, whose pages are the entries, and what each entry consists of. */
export interface CatalogueIndexParts {
  readonly index: SharedArrayBuffer
  readonly entries: SharedArrayBuffer
}

const ENTRY_ARRAYS = {
  /** Variants of entry e: [starts[e], starts[e + 1]). */
  variantStarts: 'u32',
  /** Of variant v and facet f, two words from (v · facets + f) · 2: a bit for each of its values. */
  facetBits: 'u32',
  /** The JSON of each variant without its closing brace. */
  jsonStarts: 'u32',
  json: 'u8',
} as const

/** The magic number reads "SGPC". */
const FORMAT = { name: 'catalogue', magic: 0x43504753, version: 1, arrays: ENTRY_ARRAYS }

interface EntriesHeader {
  readonly facets: FacetTable
  readonly ids: readonly string[]
  readonly otherNames: readonly (readonly [name: string, entries: readonly number[]])[]
}

export interface CatalogueEntries extends ArraysOf<typeof ENTRY_ARRAYS> {
  readonly facets: FacetTable
  /** Of every variant. */
  readonly ids: readonly string[]
  /** Entries by their aliases and the synonyms of their names, normalised as titles are. */
  readonly otherNames: ReadonlyMap<string, readonly number[]>
}

/**
 * Builds the index of a catalogue; the order of the entries is what breaks ties and what browsing shows.
 *
 * @throws {RangeError} where a facet has too many values.
 */
export function buildCatalogueIndex(
  entries: readonly CatalogueEntry[],
  facets: FacetTable,
  synonyms: SynonymTable,
): CatalogueIndexParts {
  for (const values of facets) {
    if (values.length > FACET_VALUES)
      throw new RangeError(`a facet has ${values.length} values, the limit is ${FACET_VALUES}`)
  }
  const documents = entries.map(({ aliases, category, name, tags }) => ({
    // The same for all: pages then stay in the order in which they came, and no address is searched.
    path: '',
    title: name,
    description: category,
    section: '',
    sections: [
      ...aliases.map((alias) => ({ heading: alias, anchor: '', text: '' })),
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
    index: buildIndex(documents, { locale: 'en', siteUrl: '', synonyms, impact: CATALOGUE_IMPACT }),
    entries: packArrays<EntriesHeader, typeof ENTRY_ARRAYS>(
      FORMAT,
      { facets, ids: variants.map(({ id }) => id), otherNames: listOtherNames(entries, synonyms) },
      {
        variantStarts,
        facetBits: packFacets(variants, facets.length),
        jsonStarts: startsOf(rows),
        json: Buffer.concat(rows),
      },
    ),
  }
}

/** Throws where the buffer is no such catalogue. */
export function openCatalogueEntries(buffer: SharedArrayBuffer): CatalogueEntries {
  const { header, arrays } = unpackArrays<EntriesHeader, typeof ENTRY_ARRAYS>(FORMAT, buffer)
  const { facets, ids, otherNames } = header
  return { ...arrays, facets, ids, otherNames: new Map(otherNames) }
}

function listOtherNames(entries: readonly CatalogueEntry[], synonyms: SynonymTable): EntriesHeader['otherNames'] {
  const groups = synonyms.map((group) => group.map(normaliseTitle))
  const groupsOf = new Map<string, string[]>()
  for (const group of groups)
    for (const member of group) groupsOf.set(member, [...(groupsOf.get(member) ?? []), ...group])
  const names = new Map<string, Set<number>>()
  entries.forEach((entry, e) => {
    const name = normaliseTitle(entry.name)
    for (const other of [...entry.aliases.map(normaliseTitle), ...(groupsOf.get(name) ?? [])]) {
      if (other === '' || other === name) continue
      const of = names.get(other) ?? new Set()
      names.set(other, of.add(e))
    }
  })
  return [...names].map(([name, of]) => [name, [...of]])
}

/** The bits of each variant, facet by facet. */
function packFacets(variants: readonly CatalogueVariant[], facetCount: number): Uint32Array {
  const bits = new Uint32Array(variants.length * facetCount * WORDS_OF_FACET)
  variants.forEach((variant, v) => {
    variant.facets.forEach((values, facet) => {
      for (const value of values) bits[(v * facetCount + facet) * WORDS_OF_FACET + (value >>> 5)]! |= 1 << (value & 31)
    })
  })
  return bits
}

/** Whether a variant has, of every facet, the value that is asked for; -1 asks for none. */
export function passes(entries: CatalogueEntries, variant: number, wanted: readonly number[]): boolean {
  for (let facet = 0; facet < wanted.length; facet++) {
    const value = wanted[facet]!
    if (value === -1) continue
    const word = entries.facetBits[(variant * wanted.length + facet) * WORDS_OF_FACET + (value >>> 5)]!
    if ((word & (1 << (value & 31))) === 0) return false
  }
  return true
}

/** The JSON of a variant, whole. */
export function variantJson(entries: CatalogueEntries, variant: number): string {
  const { json, jsonStarts } = entries
  const start = jsonStarts[variant]!
  return `${Buffer.from(json.buffer, json.byteOffset + start, jsonStarts[variant + 1]! - start).toString('utf8')}}`
}
