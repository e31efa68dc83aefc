import { readdirSync, realpathSync, statSync } from 'node:fs'
import type { Dirent, Stats } from 'node:fs'
import { join, sep } from 'node:path'
import { reason } from '../../content-tree.ts'
import type { HtmlFault, HtmlFaultCode } from './read-page.ts'

export interface SiteFile {
  /** Path below the folder of the site, with `/`. */
  readonly file: string
  /** Path to open, with symbolic links resolved. */
  readonly realPath: string
  readonly sizeBytes: number
  /** Times of the file as a text that changes with them. */
  readonly modified: string
}

export interface WalkedSite {
  /** Files in the order of their names, by code unit; a folder's files stay together. */
  readonly files: readonly SiteFile[]
  readonly faults: readonly HtmlFault[]
}

/** Maximum number of pages. A larger tree is most likely no documentation; the rest is reported and left out. */
const FILE_LIMIT = 200_000
const DEPTH_LIMIT = 64

const PAGE = /\.x?html?$/i
/** Folders of generators that hold no pages. */
const NO_PAGES = new Set(['_static', '_sources', '_images', '_downloads', 'node_modules', '__MACOSX'])

/**
 * Lists the pages of a built site without reading them. Symbolic links are followed when they stay in the tree and do
 * not lie inside a linked folder, so that links cannot multiply the tree.
 * @throws Error when `folder` is not a readable folder
 */
export function walkSite(folder: string): WalkedSite {
  const root = realRoot(folder)
  const files: SiteFile[] = []
  const faults: HtmlFault[] = []
  let isFull = false
  const fault = (file: string, code: HtmlFaultCode, message: string): void =>
    void faults.push({ file, line: 1, code, message })

  function entriesOf(path: string, file: string): Dirent[] {
    try {
      const entries = readdirSync(path, { withFileTypes: true }).filter((entry) => !entry.name.startsWith('.'))
      return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
    } catch (error) {
      fault(file, 'unreadable', `the folder cannot be read: ${reason(error)}`)
      return []
    }
  }

  function resolve(
    entry: Dirent,
    path: string,
    file: string,
    inLinked: boolean,
  ): { real: string; stats: Stats } | null {
    try {
      if (!entry.isSymbolicLink()) return { real: path, stats: statSync(path) }
      const real = realpathSync(path)
      if (!(real + sep).startsWith(root + sep)) {
        if (PAGE.test(entry.name))
          fault(file, 'symlink_outside', 'the symbolic link leads out of the site and is not read')
        return null
      }
      const stats = statSync(real)
      if (stats.isDirectory() && (inLinked || (path + sep).startsWith(real + sep))) {
        fault(
          file,
          'symlink_loop',
          'the symbolic link leads into its own folder, or stands in a linked one; not followed',
        )
        return null
      }
      return { real, stats }
    } catch (error) {
      fault(file, 'unreadable', reason(error))
      return null
    }
  }

  function visit(path: string, relative: string, inLinked: boolean, depth: number): void {
    if (depth > DEPTH_LIMIT) return fault(relative, 'unreadable', `folders lie more than ${DEPTH_LIMIT} deep`)
    for (const entry of entriesOf(path, relative)) {
      if (isFull) return
      if (!(entry.isDirectory() || entry.isSymbolicLink() || PAGE.test(entry.name)) || NO_PAGES.has(entry.name))
        continue
      const file = relative === '' ? entry.name : `${relative}/${entry.name}`
      const found = resolve(entry, join(path, entry.name), file, inLinked)
      if (found === null) continue
      if (found.stats.isDirectory()) visit(found.real, file, inLinked || entry.isSymbolicLink(), depth + 1)
      else if (!PAGE.test(entry.name)) continue
      else if (!found.stats.isFile()) fault(file, 'unreadable', 'this is not a regular file')
      else if (files.length >= FILE_LIMIT) {
        isFull = true
        fault(file, 'too_many', `more than ${FILE_LIMIT} pages; this one and what follows is left out`)
      } else {
        const { size: sizeBytes, mtimeMs, ctimeMs } = found.stats
        files.push({ file, realPath: found.real, sizeBytes, modified: `${mtimeMs} ${ctimeMs}` })
      }
    }
  }

  visit(root, '', false, 0)
  return { files, faults }
}

function realRoot(folder: string): string {
  try {
    const real = realpathSync(folder)
    if (statSync(real).isDirectory()) return real
  } catch (error) {
    throw new Error(`The site cannot be read: ${folder}: ${reason(error)}`, { cause: error })
  }
  throw new Error(`The site cannot be read: ${folder} is not a folder`)
}
