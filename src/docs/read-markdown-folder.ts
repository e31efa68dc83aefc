import { readFileSync } from 'node:fs'
import { FALLBACK_LOCALE, LOCALES } from '../shared/locale.ts'
import { walkContent } from './content-tree.ts'
import type { TreeFile } from './content-tree.ts'
import { createContentDraft, type ContentDraft } from './content-draft.ts'
import type { Content, ContentFault } from './content.ts'
import { markdownFiles, type ContentFiles } from './files/content-files.ts'
import { KEEPS_NOTHING } from './files/file-keeper.ts'
import { listMarkdownFiles } from './files/list-files.ts'
import { fingerprintTree } from './fingerprint.ts'
import { splitFrontMatter } from './front-matter.ts'
import { createLinkSpace } from './links/link-space.ts'
import { createPageLinks, lineOf, type PageLinks } from './links/page-links.ts'
import { checkNames, JSON_LIMIT_BYTES, parseMeta, parseSynonyms } from './meta.ts'
import { decodeText, openPage, readPage } from './parse-page.ts'
import { reason } from './reason.ts'
import { nameTitle, sitePath } from './site-path.ts'
import { excludedBy } from './sources/excluded.ts'
import type { LinkRules } from './sources/source.ts'
import { localeNames } from './site/locale-names.ts'
import type { SiteFile } from './site/read-site-config.ts'
import { createTurns, type ReadOptions } from './turns.ts'

const PAGE_LIMIT_BYTES = 8 * 1_048_576
const LINKS: LinkRules = {
  basePath: '/',
  localeFolders: new Map(LOCALES.map((locale) => [locale, locale])),
  rootLocale: null,
  aliases: new Map(),
  relativeTo: 'file',
}

interface FolderReading {
  readonly draft: ContentDraft
  readonly links: PageLinks
  readonly files: ContentFiles
  /** Text of each `meta.json`, whose names are checked when all pages are known. */
  readonly metaFiles: { readonly file: TreeFile; readonly folder: string; readonly text: string }[]
}

/** Reads the Markdown and MDX of `contentDir/docs/<locale>`. */
export async function readMarkdownFolder(contentDir: string, site: SiteFile, options: ReadOptions): Promise<Content> {
  const turn = createTurns(options)
  const tree = walkContent(contentDir, localeNames(site.config))
  const listed = listMarkdownFiles(contentDir)
  const files = markdownFiles(listed, options.keeper ?? KEEPS_NOTHING)
  const draft = createContentDraft()
  draft.faults.push(...tree.faults, ...listed.faults.filter(({ code }) => code === 'too_many'))
  const space = createLinkSpace()
  for (const { file, locale, relative } of tree.files) {
    const path = /\.mdx?$/.test(relative) ? sitePath(relative) : null
    if (path !== null) space.add(file, { locale, path, address: `${locale}/${path}` })
  }
  const reading: FolderReading = {
    draft,
    links: createPageLinks(space, LINKS, files, draft.faults),
    files,
    metaFiles: [],
  }
  for (const [done, file] of tree.files.entries()) {
    await turn(done, tree.files.length)
    readInto(reading, file)
  }
  options.onProgress?.(tree.files.length, tree.files.length)
  reading.links.finish()
  checkMetas(reading, tree.files)
  const fingerprint = fingerprintTree(tree, site.state, listed)
  return { locales: draft.finish(), faults: draft.faults, fingerprint, files: files.placed, site: null }
}

function readInto(reading: FolderReading, file: TreeFile): void {
  const { faults } = reading.draft
  const slash = file.relative.lastIndexOf('/')
  const folder = file.relative.slice(0, Math.max(slash, 0))
  const name = file.relative.slice(slash + 1)
  if (name === 'synonyms.json' && folder !== '') return
  const bytes = read(file, name.endsWith('.json') ? JSON_LIMIT_BYTES : PAGE_LIMIT_BYTES, faults)
  if (bytes === null) return
  const draft = reading.draft.locale(file.locale)
  if (name === 'meta.json') {
    const { text } = decodeText(bytes)
    draft.metas.set(folder, parseMeta(text, file.file, faults))
    reading.metaFiles.push({ file, folder, text })
  } else if (name === 'synonyms.json') draft.synonyms = parseSynonyms(decodeText(bytes).text, file.file, faults)
  else if (file.relative === 'llms.md') draft.intro = splitFrontMatter(decodeText(bytes).text).body.trim() || null
  else addPage(reading, file, bytes)
}

function addPage({ draft, files, links }: FolderReading, { file, locale, relative }: TreeFile, bytes: Buffer): void {
  const { faults } = draft
  const path = sitePath(relative)
  if (path === null) {
    const message =
      'no address can lead to a name with a backslash, a control character, or .md or index before its end'
    faults.push({ file, line: 1, code: 'bad_name', message })
    return
  }
  const opened = openPage(bytes, file, faults)
  const why = excludedBy(opened.frontMatter.fields)
  if (why !== null) {
    faults.push({ file, line: 1, code: 'not_published', message: `the page is left out, because it is ${why}` })
    return
  }
  const { body: text, bodyLine: line } = opened
  const page = readPage(
    opened,
    {
      locale,
      path,
      fileTitle: path === '' ? 'Home' : nameTitle(path.slice(path.lastIndexOf('/') + 1)),
      mustHaveTitle: true,
      mdx: file.endsWith('.mdx'),
      slugs: 'github',
      finish(blocks) {
        files.placeImages(blocks, { file, lineOf: (source) => lineOf(source, { text, line }) }, faults)
        links.resolve(blocks, { file, locale, path, address: `${locale}/${path}` }, { text, line })
      },
    },
    faults,
  )
  draft.addPage(page, file)
}

/** Reports names in `meta.json` of what is not there. A translation may name what the English folder alone has. */
function checkMetas({ draft, metaFiles }: FolderReading, files: readonly TreeFile[]): void {
  const names = new Set<string>()
  for (const { locale, relative } of files) addNames(names, `${locale}/${relative}`)
  for (const { file, folder, text } of metaFiles) {
    const meta = draft.locale(file.locale).metas.get(folder)
    const isKnown = (name: string): boolean =>
      [file.locale, FALLBACK_LOCALE].some((locale) => names.has([locale, folder, name].filter(Boolean).join('/')))
    if (meta !== undefined) checkNames(meta, text, file.file, isKnown, draft.faults)
  }
}

/** Adds the names of a page and of all folders above it. */
function addNames(names: Set<string>, relative: string): void {
  if (!/\.mdx?$/.test(relative)) return
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
