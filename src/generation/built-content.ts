import type { Locale } from '../shared/locale.ts'
import type { PackedRecords } from './records/pack-records.ts'

/** Result of a build, in memory, before it is stored anywhere. */
export interface BuiltContent {
  readonly builtAt: number
  readonly siteUrl: string
  readonly fingerprint: string
  readonly locales: ReadonlyMap<Locale, BuiltLocale>
  readonly texts: PackedRecords
}

export interface BuiltLocale {
  readonly index: SharedArrayBuffer
  readonly pages: PackedRecords
  readonly pageCount: number
}
