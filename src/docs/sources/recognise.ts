import { readdirSync, realpathSync, type Dirent } from 'node:fs'
import { join } from 'node:path'
import { FALLBACK_LOCALE, isLocale } from '../../shared/locale.ts'
import { isBuiltSite } from '../readers/html/is-built-site.ts'
import { isMarkdown, joinAddress } from './addresses.ts'
import { plainFolder } from './kinds/plain-folder.ts'
import { SOURCE_KINDS } from './kinds.ts'
import { namesBelow, readTextBelow } from './source-folder.ts'
import type { LookedAt, SourceKind } from './source.ts'

/** What a content directory is. */
export type Recognised =
  /** HTML that a generator wrote. */
  | { readonly kind: 'html' }
  /** Markdown in `docs/<locale>`. */
  | { readonly kind: 'markdown' }
  /** Sources of a generator, whose configuration lies in the folder `base`; `''`: the content directory itself. */
  | { readonly kind: 'source'; readonly source: SourceKind; readonly base: string }

/** How deep below the content directory a configuration is looked for: `packages/docs`. */
const DEPTH_LIMIT = 2
const FOLDER_LIMIT = 2000

/** Tells what a content directory is, by the names in it, and by a configuration where names leave it open. */
export function recognise(contentDir: string): Recognised {
  const own = recogniseFolder(contentDir, '')
  if (own !== null) return own
  if (isBuiltSite(contentDir)) return { kind: 'html' }
  if (hasLocales(contentDir) && !hasConfig(contentDir, 'docs')) return { kind: 'markdown' }
  return searchBelow(contentDir) ?? (hasMarkdown(contentDir) ? PLAIN : { kind: 'markdown' })
}

const PLAIN: Recognised = { kind: 'source', source: plainFolder, base: '' }

/** Folders of a content directory with Markdown that is no documentation. */
const OTHER_CONTENT = new Set(['icons', 'guides'])

/** Whether there is Markdown in a folder that has no other sign of what it is. */
function hasMarkdown(contentDir: string): boolean {
  const folders = ['']
  for (let at = 0; at < Math.min(folders.length, FOLDER_LIMIT); at++) {
    const folder = folders[at] as string
    for (const entry of entriesOf(join(contentDir, folder))) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      if (!entry.isDirectory()) {
        if (isMarkdown(entry.name)) return true
      } else if (folder !== '' || !OTHER_CONTENT.has(entry.name)) folders.push(joinAddress(folder, entry.name))
    }
  }
  return false
}

/** Whether `docs` has a folder for each locale. Without one for English, pages beside the others are that. */
function hasLocales(contentDir: string): boolean {
  const names = entriesOf(join(contentDir, 'docs')).map(({ name }) => name)
  const hasPages = names.some((name) => isMarkdown(name) && !/^readme\./i.test(name))
  return names.some(isLocale) && (names.includes(FALLBACK_LOCALE) || !hasPages)
}

function hasConfig(contentDir: string, base: string): boolean {
  return recogniseFolder(contentDir, base) !== null
}

function recogniseFolder(contentDir: string, base: string): Recognised | null {
  const names = entriesOf(join(contentDir, base)).map(({ name }) => name)
  if (names.length === 0) return null
  const folder = lookedAt(join(contentDir, base))
  const source = SOURCE_KINDS.find((kind) => kind.recognises(names, folder))
  return source === undefined ? null : { kind: 'source', source, base }
}

function lookedAt(folder: string): LookedAt {
  const root = realpathSync(folder)
  return { names: (path) => namesBelow(root, path), readText: (path) => readTextBelow(root, path) }
}

/** Looks for a configuration in folders below, those nearer first. */
function searchBelow(contentDir: string): Recognised | null {
  let level = ['']
  let looked = 0
  for (let depth = 0; depth < DEPTH_LIMIT; depth++) {
    const next: string[] = []
    for (const folder of level) {
      for (const entry of entriesOf(join(contentDir, folder))) {
        if (!entry.isDirectory() || entry.name.startsWith('.') || entry.name === 'node_modules') continue
        if (++looked > FOLDER_LIMIT) return null
        next.push(folder === '' ? entry.name : `${folder}/${entry.name}`)
      }
    }
    for (const folder of next) {
      const found = recogniseFolder(contentDir, folder)
      if (found !== null) return found
    }
    level = next
  }
  return null
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}
