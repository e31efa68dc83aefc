import type { BigIntStats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Whatever else lies in the content folder is not read. */
export const CONTENT_FOLDERS = ['docs', 'guides', 'icons'] as const

export interface WalkOptions {
  /** A folder in which nothing is content, wherever it lies. */
  readonly except: string
  /** Called with each folder before it is read, so that whoever watches it misses no change. */
  readonly onFolder?: (path: string, id: string) => void
  /** Called with each file, and with what tells that it has changed. */
  readonly onFile?: (path: string, state: string) => void
}

/** Names that no reader of content opens. Kubernetes keeps what it links to under names that begin with two dots. */
export function isHidden(name: string): boolean {
  return name.startsWith('.') && !name.startsWith('..')
}

/** What stays the same for as long as a path leads to the same folder. Null where there is none. */
export async function folderId(path: string): Promise<string | null> {
  const stats = await look(path)
  return stats?.isDirectory() === true ? idOf(stats) : null
}

/**
 * Goes through all folders of the content, each once, also where links lead in a circle. What vanishes meanwhile or cannot be
 * read is passed over: to say so is for the build.
 */
export async function walkContentFolders(contentDir: string, options: WalkOptions): Promise<void> {
  const seen = new Set<string | null>([await folderId(options.except)])

  async function visit(folder: string, id: string): Promise<void> {
    if (seen.has(id)) return
    seen.add(id)
    options.onFolder?.(folder, id)
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      if (isHidden(entry.name)) continue
      const path = join(folder, entry.name)
      const isFolder = entry.isDirectory()
      if (!isFolder && !entry.isSymbolicLink() && options.onFile === undefined) continue
      const stats = await look(path)
      if (stats === null) continue
      if (stats.isDirectory()) await visit(path, idOf(stats))
      else options.onFile?.(path, `${idOf(stats)} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`)
    }
  }

  for (const name of CONTENT_FOLDERS) {
    const path = join(contentDir, name)
    const id = await folderId(path)
    if (id !== null) await visit(path, id)
  }
}

function look(path: string): Promise<BigIntStats | null> {
  return stat(path, { bigint: true }).catch(() => null)
}

function idOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`
}
