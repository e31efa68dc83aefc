import { readFileSync, statSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { join } from 'node:path'

/** Name of the file in the content folder. */
export const SITE_FILE = 'site.yaml'

/** A text that changes when `site.yaml` is written; `''` when there is none. */
export function siteFileState(contentDir: string): string {
  try {
    const stats = statSync(join(contentDir, SITE_FILE), { throwIfNoEntry: false })
    return stats === undefined ? '' : stateOf(stats)
  } catch {
    return 'unreadable'
  }
}

/** Whether `site.yaml` seems to list sources, which may lie anywhere. The file is not parsed. */
export function listsSources(contentDir: string): boolean {
  try {
    return /^["']?sources["']?\s*:/m.test(readFileSync(join(contentDir, SITE_FILE), 'utf8'))
  } catch {
    return false
  }
}

/** @returns size and times; the change time covers editors that set the modification time back */
export function stateOf({ size, mtimeMs, ctimeMs }: Stats): string {
  return `${size} ${mtimeMs} ${ctimeMs}`
}
