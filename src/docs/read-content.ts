import { readFileSync } from 'node:fs'
import type { SynonymTable } from '../engine/index/document.ts'
import { FALLBACK_LOCALE, LOCALES } from '../shared/locale.ts'
import type { Locale } from '../shared/locale.ts'
import { reason, walkContent } from './content-tree.ts'
import type { TreeFile } from './content-tree.ts'
import type { Content, ContentFault, ContentPage, LocaleContent } from './content.ts'
import { fingerprintTree } from './fingerprint.ts'
import { splitFrontMatter } from './front-matter.ts'
import { checkNames, JSON_LIMIT_BYTES, parseMeta, parseSynonyms } from './meta.ts'
import type { Meta } from './meta.ts'
import { buildNav } from './nav.ts'
import { decodeText, parsePage } from './parse-page.ts'
import { isBuiltSite } from './readers/html/is-built-site.ts'
import { readSiteContent } from './readers/html/read-site-content.ts'
import { nameTitle, sitePath } from './site-path.ts'
import { applySite } from './site/apply-site.ts'
import { localeNames } from './site/locale-names.ts'
import { readSiteConfig } from './site/read-site-config.ts'
import type { SiteFile } from './site/read-site-config.ts'
import { createTurns, type ReadOptions } from './turns.ts'

const PAGE_LIMIT_BYTES = 8 * 1_048_576

/** Accumulated content of a locale while its files are read. */
interface Draft {
  readonly pages: Map<string, { page: ContentPage; file: string }>
  readonly metas: Map<string, { meta: Meta; text: string; file: string }>
  /** Paths of all pages and folders, with each folder's own `index`. */
  readonly names: Set<string>
  synonyms: SynonymTable
  intro: string | null
}

/**
 * Reads all documentation below `contentDir/docs`, or the site that a generator built into `contentDir`. Faults of a file are reported in `faults` and never stop the
 * reading. It reads synchronously, which is faster for many small files, and yields to the event loop every 25 ms. Call
 * it in a thread that serves nobody.
 * @throws Error when `contentDir/docs` is not a readable folder, and the signal's reason when it is aborted
 */
export async function readContent(contentDir: string, options: ReadOptions = {}): Promise<Content> {
  const site = options.site ?? readSiteConfig(contentDir)
  const read = isBuiltSite(contentDir) ? readSiteContent : readDocsFolder
  return applySite(await read(contentDir, site, options), site)
}

async function readDocsFolder(contentDir: string, site: SiteFile, options: ReadOptions): Promise<Content> {
  const turn = createTurns(options)
  const tree = walkContent(contentDir, localeNames(site.config))
  const faults: ContentFault[] = [...tree.faults]
  const drafts = new Map<Locale, Draft>()
  for (const [done, file] of tree.files.entries()) {
    await turn(done, tree.files.length)
    readInto(draftOf(drafts, file.locale), file, faults)
  }
  options.onProgress?.(tree.files.length, tree.files.length)

  const locales = new Map<Locale, LocaleContent>()
  const english = drafts.get(FALLBACK_LOCALE)
  for (const locale of LOCALES) {
    const draft = drafts.get(locale)
    if (draft === undefined) continue
    for (const [folder, { meta, text, file }] of draft.metas) {
      // A translation may copy the order of the English folder and lack some of its pages.
      const isKnown = (name: string) => [draft, english].some((known) => known?.names.has(joined(folder, name)))
      checkNames(meta, text, file, isKnown, faults)
    }
    if (draft.pages.size > 0) locales.set(locale, finish(locale, draft))
  }
  faults.sort(byFileAndLine)
  return { locales, faults, fingerprint: fingerprintTree(tree, site.state), site: null }
}

function finish(locale: Locale, draft: Draft): LocaleContent {
  const pages = [...draft.pages.values()].map(({ page }) => page).sort((a, b) => (a.path < b.path ? -1 : 1))
  const metas = new Map([...draft.metas].map(([folder, { meta }]) => [folder, meta]))
  return {
    title: metas.get('')?.title ?? draft.pages.get('')?.page.title ?? null,
    description: draft.pages.get('')?.page.description ?? null,
    pages,
    nav: buildNav(locale, pages, metas),
    synonyms: draft.synonyms,
    intro: draft.intro,
  }
}

function readInto(draft: Draft, file: TreeFile, faults: ContentFault[]): void {
  const slash = file.relative.lastIndexOf('/')
  const folder = file.relative.slice(0, Math.max(slash, 0))
  const name = file.relative.slice(slash + 1)
  if (name === 'synonyms.json' && folder !== '') return
  const bytes = read(file, name.endsWith('.json') ? JSON_LIMIT_BYTES : PAGE_LIMIT_BYTES, faults)
  if (bytes === null) return
  if (name === 'meta.json') {
    const { text } = decodeText(bytes)
    draft.metas.set(folder, { meta: parseMeta(text, file.file, faults), text, file: file.file })
  } else if (name === 'synonyms.json') draft.synonyms = parseSynonyms(decodeText(bytes).text, file.file, faults)
  else if (file.relative === 'llms.md') draft.intro = splitFrontMatter(decodeText(bytes).text).body.trim() || null
  else addPage(draft, file, bytes, faults)
}

function addPage(draft: Draft, { file, locale, relative }: TreeFile, bytes: Buffer, faults: ContentFault[]): void {
  const path = sitePath(relative)
  if (path === null) {
    const message =
      'no address can lead to a name with a backslash, a control character, or .md or index before its end'
    faults.push({ file, line: 1, code: 'bad_name', message })
    return
  }
  const first = draft.pages.get(path)
  if (first !== undefined) {
    faults.push({ file, line: 1, code: 'duplicate_path', message: `${first.file} has this address already` })
    return
  }
  const fileTitle = path === '' ? 'Home' : nameTitle(path.slice(path.lastIndexOf('/') + 1))
  const parsed = parsePage({ bytes, file, locale, path, fileTitle })
  faults.push(...parsed.faults)
  draft.pages.set(path, { page: parsed.page, file })
  addNames(draft.names, relative)
}

/** Adds the names of a file and of all folders above it. */
function addNames(names: Set<string>, relative: string): void {
  names.add(relative.replace(/\.mdx?$/, ''))
  for (let slash = relative.lastIndexOf('/'); slash > 0; slash = relative.lastIndexOf('/', slash - 1)) {
    const folder = relative.slice(0, slash)
    if (names.has(folder)) return
    names.add(folder)
  }
}

function read(file: TreeFile, limitBytes: number, faults: ContentFault[]): Buffer | null {
  if (file.sizeBytes > limitBytes) {
    const message = `the file has ${file.sizeBytes} bytes; ${limitBytes} is the limit`
    faults.push({ file: file.file, line: 1, code: 'too_large', message })
    return null
  }
  try {
    return readFileSync(file.realPath)
  } catch (error) {
    faults.push({ file: file.file, line: 1, code: 'unreadable', message: reason(error) })
    return null
  }
}

function draftOf(drafts: Map<Locale, Draft>, locale: Locale): Draft {
  let draft = drafts.get(locale)
  if (draft === undefined) {
    draft = { pages: new Map(), metas: new Map(), names: new Set(), synonyms: [], intro: null }
    drafts.set(locale, draft)
  }
  return draft
}

function joined(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

function byFileAndLine(a: ContentFault, b: ContentFault): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1
  return a.line - b.line || (a.column ?? 0) - (b.column ?? 0)
}
