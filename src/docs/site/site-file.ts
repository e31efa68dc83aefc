import { existsSync, statSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import type { ContentFault } from '../model/content-fault.ts'
import { readBounded } from '../../shared/read-bounded.ts'
import type { SiteConfig } from './site-config.ts'
import type { Place, ValuePath } from './yaml/yaml-places.ts'

/** Name of the file in the content folder. */
export const SITE_FILE = 'site.yaml'
export const SITE_LIMIT_BYTES = 256 * 1024
export const FILE_START: Place = { line: 1, column: 1 }

/** `site.yaml` of a content folder, read once. */
export interface SiteFile {
  /** What it says, without the members that are at fault. */
  readonly config: SiteConfig
  readonly faults: readonly ContentFault[]
  /** A text that changes when the file is written; `''` without the file. */
  readonly state: string
  /** Place of a value of `config` in the file, for faults that only the content shows. */
  readonly placeOf: (path: ValuePath) => Place
}

/** A text that changes when `site.yaml` is written; `''` when there is none. */
export function siteFileState(contentDir: string): string {
  try {
    const stats = statSync(join(contentDir, SITE_FILE), { throwIfNoEntry: false })
    return stats === undefined ? '' : stateOf(stats)
  } catch {
    return 'unreadable'
  }
}

/** The bytes of `site.yaml`; none where there is no such file. */
export function siteText(contentDir: string): Buffer {
  const path = join(contentDir, SITE_FILE)
  return existsSync(path) ? readBounded(path, SITE_LIMIT_BYTES) : Buffer.alloc(0)
}

/** Whether `site.yaml` seems to list sources, which may lie anywhere. The file is not parsed. */
export function listsSources(contentDir: string): boolean {
  try {
    const bytes = readBounded(join(contentDir, SITE_FILE), SITE_LIMIT_BYTES)
    return /^["']?sources["']?\s*:/m.test(bytes.toString('utf8'))
  } catch {
    return false
  }
}

/** @returns size and times; the change time covers editors that set the modification time back */
export function stateOf({ size, mtimeMs, ctimeMs }: Stats): string {
  return `${size} ${mtimeMs} ${ctimeMs}`
}

/** What content without a usable `site.yaml` has in its place. */
export function noSite(faults: readonly ContentFault[], state: string): SiteFile {
  return { config: {}, faults, state, placeOf: () => FILE_START }
}
