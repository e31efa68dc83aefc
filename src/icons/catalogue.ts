import type { IconExtension, IconFormat, IconRecord } from './icon-record.ts'

/** A record before it is published under an address: its formats have no `url`. */
export interface CatalogueRecord extends Omit<IconRecord, 'formats' | 'tags' | 'aliases'> {
  readonly formats: readonly Omit<IconFormat, 'url'>[]
  /** Best first, English, lower case. */
  readonly tags: readonly string[]
  readonly aliases: readonly string[]
  /** Words in Chinese and Korean that find it; a name of its own in that language comes first. */
  readonly localised: { readonly zh: readonly string[]; readonly ko: readonly string[] }
}

/** One icon with its styles: what search gives as one result. The first record is its best style. */
export interface CatalogueIcon {
  /** Of all icons: `<set>-<name>`, the id without the style. */
  readonly key: string
  readonly records: readonly CatalogueRecord[]
}

export interface CatalogueSet {
  readonly id: string
  readonly title: string
  readonly package: string
  readonly version: string
  readonly license: { readonly spdx: string; readonly url: string }
  readonly author: { readonly name: string; readonly url: string }
  /** In the order of preference; empty in a set without styles. */
  readonly styles: readonly string[]
  readonly icons: number
  readonly records: number
}

/** An asset in every coding that clients may accept. */
export interface CatalogueAsset {
  readonly id: string
  readonly ext: IconExtension
  readonly mediaType: string
  readonly sha256: string
  readonly bytes: Uint8Array
  /** Absent where it does not pay (PNG, .lottie). */
  readonly br?: Uint8Array
  readonly gzip?: Uint8Array
}

/** A file of a source that could not be used. */
export interface CatalogueFault {
  readonly file: string
  readonly reason: string
}

/**
 * All icons as they are read from their sources: packages and folders that `content/icons/sources.json` names. The same
 * sources give the same catalogue, byte for byte.
 */
export interface Catalogue {
  /** Hash of everything below but the faults, hex. */
  readonly version: string
  /** When the newest of the sources changed, as far as they say; milliseconds since the epoch. Part of the version. */
  readonly changedAt: number
  /** Sorted by key. */
  readonly icons: readonly CatalogueIcon[]
  readonly sets: readonly CatalogueSet[]
  /** Category ids with a title for people and the number of icons, sorted by id. */
  readonly categories: readonly { readonly id: string; readonly title: string; readonly icons: number }[]
  /** Words that stand for one another in a search (`content/icons/synonyms.json`). */
  readonly synonyms: readonly (readonly string[])[]
  readonly faults: readonly CatalogueFault[]
  /** Every asset that a record names, in the order of the records. Read one after another: together they are large. */
  assets(): AsyncIterable<CatalogueAsset> | Iterable<CatalogueAsset>
}
