import { join } from 'node:path'
import { EXTRACTS_VERSION } from '../../engine/index/extracts.ts'
import { FORMAT_VERSION as INDEX_FORMAT } from '../../engine/index/layout.ts'
import type { Locale } from '../../shared/locale.ts'
import type { DegradedCode } from '../generation.ts'
import type { FileRecord } from './checked-files.ts'
import { replaceFile } from './replace-file.ts'
import { readSealedJson, sealJson } from './sealed-json.ts'

/**
 * Format of the files of a generation and of its indexes. It alone says whether code can read a generation, of whatever
 * version and machine its builder was.
 */
export const GENERATION_FORMAT = `6.${INDEX_FORMAT}.${EXTRACTS_VERSION}`

const MANIFEST_NAME = 'manifest.json'
const BUILT_NAME = 'built.json'

/**
 * Content of a finished generation folder. The manifest is written last, so a folder without one was never finished. Builds of
 * equal content have the same manifest, whenever and wherever they ran, and under whatever address they are served.
 */
export interface Manifest {
  readonly format: string
  /** Hash of the content (`content-hash.ts`). */
  readonly content: string
  /** Reasons why its pages are not all that the content has; absent if they are. */
  readonly degraded?: readonly DegradedCode[]
  /** Time from which on the same content is read otherwise, in milliseconds since the epoch; absent: it never is. */
  readonly nextChange?: number
  readonly pageCounts: Readonly<Partial<Record<Locale, number>>>
  /** Numbers of the versions that a locale has an index of, beside the default one; absent without any. */
  readonly versions?: Readonly<Partial<Record<Locale, readonly number[]>>>
  readonly files: Readonly<Record<string, FileRecord>>
}

/** What the builder notes beside the manifest, for the builds that follow on this disk. */
export interface BuiltFrom {
  /** `CONTENT_DIR` as an absolute path, with its symbolic links as they are. */
  readonly contentDir: string
  /** Fingerprint of the content, the settings and the code of the build; `''` if every later build is to read it again. */
  readonly fingerprint: string
  /** The same with the bytes of files in place of their times, by which copied content is known again; absent: too large. */
  readonly bytesFingerprint?: string | undefined
}

const FROM_ELSEWHERE: BuiltFrom = { contentDir: '', fingerprint: '' }

/** Reads the manifest. Throws when it is missing, damaged or of another format. */
export function readManifest(folder: string): Manifest {
  const manifest = readSealedJson(manifestPath(folder)) as Manifest
  assertReadable(manifest)
  return manifest
}

/** Throws when the format of a generation is not that of this code. */
function assertReadable({ format }: Pick<Manifest, 'format'>): void {
  if (format !== GENERATION_FORMAT) throw new Error(`its format is ${format}, not ${GENERATION_FORMAT}`)
}

/** Reads what the builder noted. A generation that was built elsewhere has no such note. */
export function readBuiltFrom(folder: string): BuiltFrom {
  try {
    return readSealedJson(builtPath(folder)) as BuiltFrom
  } catch {
    return FROM_ELSEWHERE
  }
}

/** Notes what a finished generation was built from, in place of what was noted. Throws the errors of the file system. */
export function writeBuiltFrom(folder: string, from: BuiltFrom): void {
  replaceFile(builtPath(folder), sealJson(from))
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

function builtPath(folder: string): string {
  return join(folder, BUILT_NAME)
}
