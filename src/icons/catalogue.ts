import type { NearbyWords } from '../engine/catalogue/catalogue-index.ts'
import type { IconExtension, IconFormat, IconRecord } from './icon-record.ts'
import type { IconAsset } from './icons-service.ts'

/** A record before it is published under an address: its formats have no `url`. */
export interface CatalogueRecord extends Omit<IconRecord, 'formats' | 'tags' | 'aliases'> {
  readonly formats: readonly Omit<IconFormat, 'url'>[]
  /** English tags in lower case, best first. */
  readonly tags: readonly string[]
  readonly aliases: readonly string[]
  /** Hash of what the assets were made from (`hashInputs`); empty when some could not be made. */
  readonly madeFrom: string
  /** Whether the files themselves loop. The source of the icon may say otherwise. */
  readonly madeLoop: boolean
  /** Chinese and Korean words for the tags. */
  readonly tagWords: readonly string[]
  /** Chinese and Korean words that find the icon; its own name in that language comes first. */
  readonly localised: { readonly zh: readonly string[]; readonly ko: readonly string[] }
}

/** One icon with its styles: one result of a search. The first record is its best style. */
export interface CatalogueIcon {
  /** Unique key of the icon: `<set>-<name>`, the id without the style. */
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
  /** Styles in the order of preference; empty in a set without styles. */
  readonly styles: readonly string[]
  readonly icons: number
  readonly records: number
}

/** An asset in every coding that clients may accept. */
export interface CatalogueAsset extends IconAsset {
  readonly id: string
  readonly ext: IconExtension
}

/** A file of a source that could not be used. */
export interface CatalogueFault {
  readonly file: string
  readonly reason: string
}

/**
 * All icons from their sources: packages and folders that `content/icons/sources.json` names. The same sources yield
 * the same catalogue, byte for byte.
 */
export interface Catalogue {
  /** Hash of everything below except the faults, in hex. */
  readonly version: string
  /** Time of the latest change that a source states, in milliseconds since the epoch. It is part of the version. */
  readonly changedAt: number
  /** Icons sorted by key. */
  readonly icons: readonly CatalogueIcon[]
  readonly sets: readonly CatalogueSet[]
  /** Category ids with a title for people and the number of icons, sorted by id. */
  readonly categories: readonly { readonly id: string; readonly title: string; readonly icons: number }[]
  /** Words that stand for one another in a search (`content/icons/synonyms.json`). */
  readonly synonyms: readonly (readonly string[])[]
  /** English words that are no typos, whether an icon has them or not. */
  readonly knownWords: readonly string[]
  /** Icons that are nearest to everyday words which no icon has (`content/icons/nearby.json`). */
  readonly nearby: readonly NearbyWords[]
  readonly faults: readonly CatalogueFault[]
  /** Every asset that a record names, in the order of the records. They are read one after another, since together they are large. */
  assets(): AsyncIterable<CatalogueAsset> | Iterable<CatalogueAsset>
}
