import type { Locale } from '../shared/locale.ts'
import type { DegradedCode } from './generation.ts'
import type { PackedRecords } from './records/pack-records.ts'

/** Result of a build, in memory, before it is stored anywhere. */
export interface BuiltContent {
  /** `CONTENT_DIR` as an absolute path, with its symbolic links as they are. */
  readonly contentDir: string
  readonly siteUrl: string
  /** `''`: pages were left out for their time, so no content has this fingerprint. */
  readonly fingerprint: string
  /** See `BuiltFrom`. */
  readonly bytesFingerprint?: string | undefined
  readonly degraded: readonly DegradedCode[]
  /** `nextChange` of the content. */
  readonly nextChange: number
  readonly locales: ReadonlyMap<Locale, BuiltLocale>
  readonly texts: PackedRecords
  readonly files: BuiltFiles
}

/** Files beside pages. */
export interface BuiltFiles {
  /** See `file-record.ts`, by address. */
  readonly records: PackedRecords
  /** Folder of the file store with their bytes. */
  readonly folder: string
}

export interface BuiltLocale {
  readonly index: SharedArrayBuffer
  /** Indexes of the versions beside the default one, by `versionNumber`. */
  readonly versions: ReadonlyMap<number, SharedArrayBuffer>
  /** What writes the extracts of each index, by `versionNumber`; 0: of the default version. */
  readonly extracts: ReadonlyMap<number, () => Iterable<Uint8Array>>
  readonly pages: PackedRecords
  readonly pageCount: number
}
