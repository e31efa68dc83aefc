import type { BigIntStats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isPlainMarkdown } from '../../docs/sources/recognise.ts'
import { isNoSource } from '../../docs/sources/walk-sources.ts'
import { isHiddenName } from '../../docs/tree/hidden-path.ts'
import { listsSources, SITE_FILE } from '../../docs/site/site-file.ts'

/** Folders of content that is Markdown. Of the other entries of its folder only `site.yaml` is read. */
export const CONTENT_FOLDERS = ['docs', 'public', 'static', 'guides', 'icons'] as const

export interface WalkOptions {
  /** Folder without content, wherever it is. */
  readonly except: string
  /** Called with each folder before it is read, so that a watcher misses no change. */
  readonly onFolder?: (path: string, id: string) => void
  /** Called with each file, and with a text that changes when the file changes. */
  readonly onFile?: (path: string, state: string) => void
}

/** Whether content may lie anywhere in its folder, as that of built sites and of generators' sources does. */
export function liesAnywhere(contentDir: string): boolean {
  return listsSources(contentDir) || !isPlainMarkdown(contentDir)
}

/** Id that stays the same while a path leads to the same folder; null when there is none. */
export async function folderId(path: string): Promise<string | null> {
  const stats = await look(path)
  return stats?.isDirectory() === true ? idOf(stats) : null
}

/**
 * Visits all folders of the content once, even where links form a circle. Entries that vanish or cannot be read are skipped,
 * because the build reports them.
 */
export async function walkContentFolders(contentDir: string, options: WalkOptions): Promise<void> {
  const seen = new Set<string | null>([await folderId(options.except)])
  const isWhole = liesAnywhere(contentDir)

  async function visit(folder: string, id: string): Promise<void> {
    if (seen.has(id)) return
    seen.add(id)
    options.onFolder?.(folder, id)
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name)
      if (isWhole ? isNoSource(path) : isHiddenName(entry.name)) continue
      const isFolder = entry.isDirectory()
      if (!isFolder && !entry.isSymbolicLink() && options.onFile === undefined) continue
      const stats = await look(path)
      if (stats === null) continue
      if (stats.isDirectory()) await visit(path, idOf(stats))
      else options.onFile?.(path, stateOf(stats))
    }
  }

  for (const path of isWhole ? [contentDir] : CONTENT_FOLDERS.map((name) => join(contentDir, name))) {
    const id = await folderId(path)
    if (id !== null) await visit(path, id)
  }
  const siteFile = join(contentDir, SITE_FILE)
  const stats = isWhole || options.onFile === undefined ? null : await look(siteFile)
  if (stats !== null) options.onFile?.(siteFile, stateOf(stats))
}

function look(path: string): Promise<BigIntStats | null> {
  return stat(path, { bigint: true }).catch(() => null)
}

function stateOf(stats: BigIntStats): string {
  return `${idOf(stats)} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`
}

function idOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`
}
