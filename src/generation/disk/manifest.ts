import { join } from 'node:path'
import { FORMAT_VERSION as INDEX_FORMAT } from '../../engine/index/layout.ts'
import type { Locale } from '../../shared/locale.ts'
import type { FileRecord } from './checked-files.ts'
import { readSealedJson, sealJson } from './sealed-json.ts'

/** Of the files of a generation, and of the indexes among them. It tells people; the fingerprint tells the service. */
export const GENERATION_FORMAT = `1.${INDEX_FORMAT}`

const MANIFEST_NAME = 'manifest.json'

/** What a finished generation folder holds. It is written last, so that a folder without one was never finished. */
export interface Manifest {
  readonly format: string
  readonly number: number
  /** Milliseconds since the epoch. */
  readonly builtAt: number
  readonly siteUrl: string
  /** Of the content and the settings that it was built from. */
  readonly fingerprint: string
  readonly pageCounts: Readonly<Partial<Record<Locale, number>>>
  readonly files: Readonly<Record<string, FileRecord>>
}

/** The manifest's own text, with a checksum of itself. */
export function manifestText(manifest: Manifest): string {
  return sealJson(manifest)
}

/** Throws when the folder has no manifest, or a damaged one. Its format may be another: fingerprints tell. */
export function readManifest(folder: string): Manifest {
  const manifest = readSealedJson(manifestPath(folder)) as Manifest
  if (manifest.format !== GENERATION_FORMAT)
    throw new Error(`its format is ${manifest.format}, not ${GENERATION_FORMAT}`)
  return manifest
}

export function manifestPath(folder: string): string {
  return join(folder, MANIFEST_NAME)
}
