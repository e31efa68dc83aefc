import { readdirSync, type Dirent } from 'node:fs'
import { join } from 'node:path'
import { isLocale } from '../../shared/locale.ts'
import { isBuiltSite } from '../readers/html/is-built-site.ts'
import type { SourceKind } from './source.ts'

/** What a folder of content is. */
export type Recognised =
  /** HTML that a generator wrote. */
  | { readonly kind: 'html' }
  /** Markdown in `docs/<locale>`. */
  | { readonly kind: 'markdown' }
  /** Sources of a generator, whose configuration lies in the folder `base`; `''`: the folder itself. */
  | { readonly kind: 'source'; readonly source: SourceKind; readonly base: string }

/** How deep below the folder a configuration is looked for: `packages/docs`. */
const DEPTH_LIMIT = 2
const FOLDER_LIMIT = 2000

/**
 * Tells what a folder of content is, by the names in it. Where nothing else is there than Markdown in `docs/<locale>`, no
 * kind of sources is loaded, so that a start that finds its index on disk is quick.
 * @param kind what `site.yaml` says that it is
 */
export async function recognise(folder: string, kind?: string): Promise<Recognised> {
  if (kind === 'html' || kind === 'markdown') return { kind }
  if (kind === undefined && isPlainMarkdown(folder)) return { kind: 'markdown' }
  const { SOURCE_KINDS } = await import('./kinds.ts')
  const kinds = kind === undefined ? SOURCE_KINDS : SOURCE_KINDS.filter(({ name }) => name === kind)
  const own = recogniseFolder(folder, '', kinds)
  if (own !== null) return own
  if (kind === undefined && isBuiltSite(folder)) return { kind: 'html' }
  if (kind === undefined && hasLocales(folder) && recogniseFolder(folder, 'docs', kinds) === null) {
    return { kind: 'markdown' }
  }
  const [named] = kinds
  const otherwise: Recognised =
    kind === undefined || named === undefined ? { kind: 'markdown' } : { kind: 'source', source: named, base: '' }
  return searchBelow(folder, kinds) ?? otherwise
}

/** Whether a folder has nothing but what content of Signpost itself has. */
function isPlainMarkdown(folder: string): boolean {
  const known = /^(?:docs|guides|icons|public|static|site\.yaml|\..*|\w+\.md)$/
  return (
    hasLocales(folder) &&
    entriesOf(folder).every(({ name }) => known.test(name) && name !== '.vitepress') &&
    entriesOf(join(folder, 'docs')).every(({ name }) => isLocale(name) || /^(?:public|\w+\.md)$/.test(name))
  )
}

function hasLocales(folder: string): boolean {
  return entriesOf(join(folder, 'docs')).some(({ name }) => isLocale(name))
}

function recogniseFolder(folder: string, base: string, kinds: readonly SourceKind[]): Recognised | null {
  const names = entriesOf(join(folder, base)).map(({ name }) => name)
  const source = kinds.find((kind) => kind.recognises(names))
  return source === undefined ? null : { kind: 'source', source, base }
}

/** Looks for a configuration in folders below, those nearer first. */
function searchBelow(contentDir: string, kinds: readonly SourceKind[]): Recognised | null {
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
      const found = recogniseFolder(contentDir, folder, kinds)
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
