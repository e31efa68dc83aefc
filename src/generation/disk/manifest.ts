import { join } from 'node:path'
import { EXTRACTS_VERSION } from '../../engine/index/extracts.ts'
import { FORMAT_VERSION as INDEX_FORMAT } from '../../engine/index/layout.ts'
import type { Locale } from '../../shared/locale.ts'
import type { DegradedCode } from '../generation.ts'
import type { FileRecord } from './checked-files.ts'
import { readSealedJson, sealJson } from './sealed-json.ts'

/**
 * Format of the files of a generation and of its indexes. A start whose content has a fault serves what older code of the same
 * format has built; otherwise fingerprints decide, which include the code.
 */
export const GENERATION_FORMAT = `5.${INDEX_FORMAT}.${EXTRACTS_VERSION}`

const MANIFEST_NAME = 'manifest.json'

/** Content of a finished generation folder. The manifest is written last, so a folder without one was never finished. */
export interface Manifest {
  readonly format: string
  readonly number: number
  /** Time of the build in milliseconds since the epoch. */
  readonly builtAt: number
  /** `CONTENT_DIR` as an absolute path, with its symbolic links as they are; absent in generations of earlier code. */
  readonly contentDir?: string
  readonly siteUrl: string
  /** Fingerprint of the content and settings of the build. */
  readonly fingerprint: string
  /** Reasons why its pages are not all that the content has; absent if they are. */
  readonly degraded?: readonly DegradedCode[]
  /** Time from which on the same content is read otherwise, in milliseconds since the epoch; absent: it never is. */
  readonly nextChange?: number
  readonly pageCounts: Readonly<Partial<Record<Locale, number>>>
  /** Numbers of the versions that a locale has an index of, beside the default one; absent without any. */
  readonly versions?: Readonly<Partial<Record<Locale, readonly number[]>>>
  readonly files: Readonly<Record<string, FileRecord>>
}

/** Text of the manifest, with a checksum of itself. */
export function manifestText(manifest: Manifest): string {
  return sealJson(manifest)
}

/** Reads the manifest. Throws when it is missing, damaged or of another format. */
export function readManifest(folder: string): Manifest {
  const manifest = readSealedJson(manifestPath(folder)) as Manifest
  if (manifest.format !== GENERATION_FORMAT)
    throw new Error(`its format is ${manifest.format}, not ${GENERATION_FORMAT}`)
  return manifest
}

/** Whether a build of the same content and settings would still come to the same. */
export function isCurrent({ nextChange = Infinity }: Manifest): boolean {
  return Date.now() < nextChange
}

/** Whether it has all pages that its content had. */
export function isComplete({ degraded = [] }: Manifest): boolean {
  return !degraded.includes('incomplete_build')
}

export function manifestPath(folder: string): string {
  return join(folder, MANIFEST_NAME)
}
