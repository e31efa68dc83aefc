import { readdirSync, realpathSync, statSync } from 'node:fs'
import type { Dirent, Stats } from 'node:fs'
import { join, sep } from 'node:path'
import type { Locale } from '../shared/locale.ts'
import type { ContentFault, FaultCode } from './content.ts'
import type { LocaleNames } from './site/locale-names.ts'

export interface TreeFile {
  /** Name of the file as in `ContentFault`. */
  readonly file: string
  /** Path to open, with symbolic links resolved. */
  readonly realPath: string
  readonly locale: Locale
  /** Path below the locale's folder: `guides/start.mdx`. */
  readonly relative: string
  readonly sizeBytes: number
  readonly modified: string
}

interface ContentTree {
  /** Files in the order of their names, by code unit; a folder's files stay together. */
  readonly files: readonly TreeFile[]
  readonly faults: readonly ContentFault[]
}

/** Maximum number of files. A larger tree is most likely not documentation; the rest is reported and left out. */
const FILE_LIMIT = 200_000

const RELEVANT = /\.mdx?$|^(?:meta|synonyms)\.json$/

/**
 * Lists the relevant files of `contentDir/docs` without reading them. Symbolic links are followed when they stay in the
 * tree and do not lie inside a linked folder, so that links cannot multiply the tree.
 * @throws Error when `contentDir/docs` is not a readable folder
 */
export function walkContent(contentDir: string, names: LocaleNames): ContentTree {
  const files: TreeFile[] = []
  const faults: ContentFault[] = []
  const root = realRoot(contentDir)

  function fault(file: string, code: FaultCode, message: string): void {
    faults.push({ file, line: 1, code, message })
  }

  function read(folder: string, name: string): Dirent[] {
    try {
      const entries = readdirSync(folder, { withFileTypes: true })
      return entries.filter((entry) => !entry.name.startsWith('.')).sort((a, b) => (a.name < b.name ? -1 : 1))
    } catch (error) {
      fault(name, 'unreadable', `the folder cannot be read: ${reason(error)}`)
      return []
    }
  }

  /** Resolves an entry; null when it must not be read. */
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
        fault(file, 'symlink_outside', 'the symbolic link leads out of the content and is not read')
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

  function visit(folder: string, locale: Locale, top: string, relative: string, inLinked: boolean): void {
    const name = `docs/${top}${relative === '' ? '' : `/${relative}`}`
    for (const entry of read(folder, name)) {
      if (files.length > FILE_LIMIT) return
      const mayMatter = entry.isDirectory() || entry.isSymbolicLink() || RELEVANT.test(entry.name)
      if (!mayMatter) continue
      const file = `${name}/${entry.name}`
      const below = relative === '' ? entry.name : `${relative}/${entry.name}`
      const found = resolve(entry, join(folder, entry.name), file, inLinked)
      if (found === null) continue
      if (found.stats.isDirectory()) visit(found.real, locale, top, below, inLinked || entry.isSymbolicLink())
      else if (!RELEVANT.test(entry.name)) continue
      else if (!found.stats.isFile()) fault(file, 'unreadable', 'this is not a regular file')
      else if (files.length === FILE_LIMIT) {
        fault(file, 'too_many', `more than ${FILE_LIMIT} files; this one and what follows is left out`)
        return void files.push(treeFile(file, locale, below, found.real, found.stats))
      } else files.push(treeFile(file, locale, below, found.real, found.stats))
    }
  }

  for (const entry of read(root, 'docs')) {
    const file = `docs/${entry.name}`
    const locale = names.find(entry.name)
    if (locale === null) {
      if (entry.isDirectory() || /\.mdx?$/.test(entry.name)) {
        fault(file, 'unknown_locale', 'only the folders en, zh, ko and those that site.yaml names are read here')
      }
      continue
    }
    if (!names.shows(locale)) continue
    const found = resolve(entry, join(root, entry.name), file, false)
    if (found?.stats.isDirectory()) visit(found.real, locale, entry.name, '', entry.isSymbolicLink())
    else if (found) fault(file, 'unreadable', 'this is not a folder')
  }
  return { files: files.slice(0, FILE_LIMIT), faults }
}

function treeFile(file: string, locale: Locale, relative: string, realPath: string, stats: Stats): TreeFile {
  // The change time covers editors and copies that set the modification time back.
  const modified = `${stats.mtimeMs} ${stats.ctimeMs}`
  return { file, locale, relative, realPath, sizeBytes: stats.size, modified }
}

function realRoot(contentDir: string): string {
  const folder = join(contentDir, 'docs')
  try {
    const real = realpathSync(folder)
    if (statSync(real).isDirectory()) return real
  } catch (error) {
    throw new Error(`The content cannot be read: ${folder}: ${reason(error)}`, { cause: error })
  }
  throw new Error(`The content cannot be read: ${folder} is not a folder`)
}

export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
