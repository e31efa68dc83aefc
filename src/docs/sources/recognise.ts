import { readdirSync, realpathSync, type Dirent } from 'node:fs'
import { join } from 'node:path'
import { FALLBACK_LOCALE, isLocale, LOCALES } from '../../shared/locale.ts'
import { mayBeUnread } from './unread-formats.ts'
import { isMarkdown, joinAddress } from '../addresses.ts'
import { isTag } from '../locales/language-tag.ts'
import { namesBelow, readTextBelow } from './read-below.ts'
import type { LookedAt, SourceKind } from './source.ts'

/** What a folder of content is. */
export type Recognised =
  /** HTML that a generator wrote. */
  | { readonly kind: 'html' }
  /** Markdown in `docs/<locale>`. */
  | { readonly kind: 'markdown' }
  /** Sources of a generator, whose configuration lies in the folder `base`; `''`: the folder itself. */
  | { readonly kind: 'source'; readonly source: SourceKind; readonly base: string }

/** Folders in which pages of a Hugo site may lie whose configuration is in another repository. */
const CONTENT_ALONE = ['', 'docs/sources', 'docs', 'content']

/** How deep below the folder a configuration is looked for: `packages/docs`. */
const DEPTH_LIMIT = 2
const FOLDER_LIMIT = 2000
/** Files of Markdown in which a shortcode of Hugo is looked for. */
const LOOKED_LIMIT = 200

/**
 * Tells what a folder of content is, by the names in it, and by a configuration where names leave it open. Where nothing else is there than Markdown in `docs/<locale>`, no
 * kind of sources is loaded, so that a start that finds its index on disk is quick.
 * @param kind what `site.yaml` says that it is
 */
export async function recognise(folder: string, kind?: string): Promise<Recognised> {
  if (kind === 'html' || kind === 'markdown') return { kind }
  if (kind === undefined && isPlainMarkdown(folder)) return { kind: 'markdown' }
  const { PLAIN_FOLDER, SOURCE_KINDS } = await import('./kinds.ts')
  const plain: Recognised = { kind: 'source', source: PLAIN_FOLDER, base: '' }
  if (kind === PLAIN_FOLDER.name) return plain
  const kinds = kind === undefined ? SOURCE_KINDS : SOURCE_KINDS.filter(({ name }) => name === kind)
  const own = recogniseFolder(folder, '', kinds)
  if (own !== null) return (kind === undefined && recogniseMoved(folder, own, kinds)) || own
  if (kind === undefined && isBuiltSite(folder)) return { kind: 'html' }
  if (kind === undefined && hasLocales(folder) && recogniseFolder(folder, 'docs', kinds) === null)
    return recogniseLocales(folder, kinds) ?? { kind: 'markdown' }
  const found = searchBelow(folder, kinds)
  if (found !== null) return found
  const hugo = kinds.find(({ name }) => name === 'hugo')
  const content = hugo === undefined ? undefined : contentOfHugo(folder, kind !== undefined)
  if (hugo !== undefined && content !== undefined) return { kind: 'source', source: hugo, base: content }
  const [named] = kinds
  if (kind !== undefined && named !== undefined) return { kind: 'source', source: named, base: '' }
  return kind === undefined && hasMarkdown(folder) ? plain : { kind: 'markdown' }
}

const HTML = /\.x?html?$/i
/** HTML that is no page: templates, and what is shown in place of a page. */
const NO_PAGE = /(?:^|\/)(?:_|404\.)/

/** Folders of a content directory with Markdown that is no documentation. */
const OTHER_CONTENT = new Set(['icons', 'guides'])

/** Paths of Markdown in a folder that has no other sign of what it is. */
function* markdownBelow(root: string): Generator<string> {
  for (const file of filesBelow(root)) if (isMarkdown(file)) yield file
}

/** Paths of files in a folder, those nearer first. */
function* filesBelow(root: string): Generator<string> {
  const folders = ['']
  for (let at = 0; at < Math.min(folders.length, FOLDER_LIMIT); at++) {
    const folder = folders[at] as string
    for (const entry of entriesOf(join(root, folder))) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      const path = joinAddress(folder, entry.name)
      if (!entry.isDirectory()) yield path
      else if (folder !== '' || !OTHER_CONTENT.has(entry.name)) folders.push(path)
    }
  }
}

function hasMarkdown(root: string): boolean {
  return markdownBelow(root).next().done !== true
}

/** Whether a folder has nothing but what content of Signpost itself has, as far as names tell. */
export function isPlainMarkdown(folder: string): boolean {
  const known = /^(?:docs|guides|icons|public|static|site\.yaml|\..*|\w+\.md)$/
  return (
    hasLocales(folder) &&
    entriesOf(folder).every(({ name }) => known.test(name) && name !== '.vitepress') &&
    entriesOf(join(folder, 'docs')).every(({ name }) => isLocale(name) || /^(?:public|\w+\.md)$/.test(name))
  )
}

/** Whether `docs` has folders of locales. Without one for English, pages beside the others are in English. */
function hasLocales(folder: string): boolean {
  const names = entriesOf(join(folder, 'docs')).map(({ name }) => name)
  const hasPages = names.some((name) => isMarkdown(name) && !/^readme\./i.test(name))
  return names.some(isLocale) && (names.includes(FALLBACK_LOCALE) || !hasPages)
}

/** Whether a folder has the page of a section as Hugo and Zola name it. */
function hasSection(folder: string): boolean {
  return entriesOf(folder).some(({ name }) => name === '_index.md')
}

/** The folder that is the content of a Hugo site. Where nobody names the kind, only `folder` itself may be it. */
function contentOfHugo(folder: string, isNamed: boolean): string | undefined {
  if (isNamed) return CONTENT_ALONE.find((base) => hasSection(join(folder, base)))
  return isContentOfHugo(folder) ? '' : undefined
}

/** Whether a folder itself is the content of a Hugo site: Zola has the same names, and other shortcodes. */
function isContentOfHugo(folder: string): boolean {
  if (!hasSection(folder)) return false
  const { readText } = lookedAt(folder)
  let looked = 0
  for (const file of markdownBelow(folder)) {
    if (++looked > LOOKED_LIMIT) return false
    if (/\{\{[<%]/.test(readText(file) ?? '')) return true
  }
  return false
}

/** Sites of MkDocs may have a folder for each language, with the configuration in one of them: `docs/en/mkdocs.yml`. */
function recogniseLocales(folder: string, kinds: readonly SourceKind[]): Recognised | null {
  const mkdocs = kinds.filter(({ name }) => name === 'mkdocs')
  const found = LOCALES.map((locale) => recogniseFolder(folder, `docs/${locale}`, mkdocs))
  return found.find((each) => each !== null) ?? null
}

function recogniseFolder(folder: string, base: string, kinds: readonly SourceKind[]): Recognised | null {
  const names = entriesOf(join(folder, base)).map(({ name }) => name)
  if (names.length === 0) return null
  const looked = lookedAt(join(folder, base))
  const source = kinds.find((kind) => kind.recognises(names, looked))
  return source === undefined ? null : { kind: 'source', source, base }
}

/**
 * The site that took the place of a book: a configuration of GitBook stays behind where a project moved to another
 * generator, whose own lies in a folder. A book that is still one has its `SUMMARY.md`.
 */
function recogniseMoved(folder: string, own: Recognised, kinds: readonly SourceKind[]): Recognised | null {
  if (own.kind !== 'source' || own.source.name !== 'book') return null
  const folders = entriesOf(folder).filter((entry) => entry.isDirectory())
  const hasChapters = ['', ...folders.map(({ name }) => name)].some((name) =>
    entriesOf(join(folder, name)).some((entry) => entry.name === 'SUMMARY.md' || entry.name === 'book.toml'),
  )
  const others = kinds.filter((kind) => kind !== own.source)
  return hasChapters ? null : searchBelow(folder, others, 1)
}

function lookedAt(folder: string): LookedAt {
  const root = realpathSync(folder)
  return { names: (path) => namesBelow(root, path), readText: (path) => readTextBelow(root, path) }
}

/** Looks for a configuration in folders below, those nearer first. */
function searchBelow(contentDir: string, kinds: readonly SourceKind[], depthLimit = DEPTH_LIMIT): Recognised | null {
  let level = ['']
  let looked = 0
  for (let depth = 0; depth < depthLimit; depth++) {
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

/**
 * Whether a folder is a site that a generator built: most of its pages are HTML, and HTML lies in the folder or in
 * one of a language. A page for what is not found counts as no page, and the one page of docsify makes no site.
 */
function isBuiltSite(folder: string): boolean {
  const entries = entriesOf(folder)
  const own = entries.filter((entry) => !entry.isDirectory() && HTML.test(entry.name))
  const isInLanguages = entries.some((entry) => entry.isDirectory() && isTag(entry.name))
  if (own.length === 0 && !isInLanguages) return false
  let built = 0
  let written = 0
  for (const file of filesBelow(folder)) {
    if (HTML.test(file) && !NO_PAGE.test(file)) built++
    else if (isMarkdown(file) || mayBeUnread(file)) written++
  }
  const isDocsify = (): boolean => own.some(({ name }) => lookedAt(folder).readText(name)?.includes('$docsify'))
  return built > 0 && built >= written && (built > 1 || !isDocsify())
}
