import { readdirSync, realpathSync, statSync } from 'node:fs'
import type { Dirent, Stats } from 'node:fs'
import { join, sep } from 'node:path'
import type { ContentFault } from '../content.ts'
import { fileType } from './file-types.ts'

/** A file that pages may lead to. */
export interface ListedFile {
  /** Path below the root, with `/`. */
  readonly file: string
  /** Path to open, with symbolic links resolved; null: it leads out of the content and is not served. */
  readonly realPath: string | null
  readonly sizeBytes: number
  /** Text that changes when the file is written. */
  readonly modified: string
}

export interface FileTree {
  /** Files by their path below the root, in the order of their names within a folder. */
  readonly files: ReadonlyMap<string, ListedFile>
  /** Paths of pages below the root, without their extension and without `/index` at the end. */
  readonly pages: ReadonlySet<string>
  readonly faults: readonly ContentFault[]
}

/** Maximum number of files beside pages. The rest is reported and not served. */
const FILE_LIMIT = 100_000
const DEPTH_LIMIT = 64
const PAGE = /\.(?:mdx?|x?html?)$/i
const SKIPPED = new Set(['node_modules', '__MACOSX'])

/**
 * Lists the files of some folders that pages may lead to, without reading them. Hidden names are left out. Symbolic links are
 * followed when they stay in these folders and do not lie inside a linked folder. What is missing or cannot be read is left
 * out: a page that needs it has a fault.
 * @param folders Paths below `root`, with `/`; `''` is the root itself
 */
export function walkFiles(root: string, folders: readonly string[]): FileTree {
  const files = new Map<string, ListedFile>()
  const pages = new Set<string>()
  const faults: ContentFault[] = []
  const inside = folders.flatMap((folder) => realFolder(join(root, folder)) ?? [])
  let isFull = false

  function isInside(real: string): boolean {
    return inside.some((folder) => (real + sep).startsWith(folder === sep ? sep : folder + sep))
  }

  function add(file: string, realPath: string | null, { size, mtimeMs, ctimeMs }: Stats): void {
    if (files.size < FILE_LIMIT) {
      files.set(file, { file, realPath, sizeBytes: size, modified: `${mtimeMs} ${ctimeMs}` })
      return
    }
    isFull = true
    const message = `more than ${FILE_LIMIT} files beside pages; this one and what follows is not served`
    faults.push({ file, line: 1, code: 'too_many', message })
  }

  function visitLink(path: string, file: string, inLinked: boolean, depth: number): void {
    const real = attempt(() => realpathSync(path))
    const stats = real === null ? null : attempt(() => statSync(real))
    if (real === null || stats === null) return
    if (stats.isFile()) {
      if (fileType(file) !== null) add(file, isInside(real) ? real : null, stats)
    } else if (stats.isDirectory() && isInside(real) && !inLinked && !(path + sep).startsWith(real + sep)) {
      visit(real, file, true, depth + 1)
    }
  }

  function visit(path: string, relative: string, inLinked: boolean, depth: number): void {
    if (depth > DEPTH_LIMIT) return
    for (const entry of entriesOf(path)) {
      if (isFull) return
      const file = relative === '' ? entry.name : `${relative}/${entry.name}`
      if (PAGE.test(entry.name)) pages.add(pagePath(file))
      else if (entry.isSymbolicLink()) visitLink(join(path, entry.name), file, inLinked, depth)
      else if (entry.isDirectory()) visit(join(path, entry.name), file, inLinked, depth + 1)
      else if (entry.isFile() && fileType(entry.name) !== null) {
        const real = join(path, entry.name)
        const stats = attempt(() => statSync(real))
        if (stats?.isFile()) add(file, real, stats)
      }
    }
  }

  for (const folder of folders) {
    const real = realFolder(join(root, folder))
    if (real !== null) visit(real, folder, false, 0)
  }
  return { files, pages, faults }
}

/** Path of a page's file as a link may name it. */
export function pagePath(file: string): string {
  return file.replace(PAGE, '').replace(/(?:^|\/)index$/, '')
}

function entriesOf(path: string): Dirent[] {
  const entries = attempt(() => readdirSync(path, { withFileTypes: true })) ?? []
  return entries
    .filter(({ name }) => !name.startsWith('.') && !SKIPPED.has(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function realFolder(path: string): string | null {
  const real = attempt(() => realpathSync(path))
  return real !== null && attempt(() => statSync(real))?.isDirectory() === true ? real : null
}

function attempt<T>(look: () => T): T | null {
  try {
    return look()
  } catch {
    return null
  }
}
