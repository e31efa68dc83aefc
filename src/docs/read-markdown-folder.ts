import { FALLBACK_LOCALE } from '../shared/locale.ts'
import { walkContent, type TreeFile } from './content-tree.ts'
import type { ContentPage } from './content.ts'
import type { ContentFault, FaultCode } from './model/content-fault.ts'
import { markdownFiles, type ContentFiles } from './files/content-files.ts'
import { listMarkdownFiles } from './files/list-files.ts'
import { countLines, splitFrontMatter } from './front-matter.ts'
import { createPageLinks, lineOf, type PageLinks, type WrittenText } from './links/page-links.ts'
import { PLAIN_LINKS } from './links/shared-links.ts'
import type { Meta } from './meta.ts'
import { checkNames } from './check/check-names.ts'
import { decodeText } from './decode-text.ts'
import { readSafely } from './readers/read-safely.ts'
import { openPage, readPage } from './parse-page.ts'
import { readWalked } from './tree/read-walked.ts'
import { hashOf } from './kept/hash-of.ts'
import { placedDeed, redoDeed } from './kept/redo-deed.ts'
import { reasonOf } from '../shared/reason.ts'
import { nameTitle, sitePath } from './site-path.ts'
import { excludedBy, isUnsearched, nextChange, NOT_SEARCHED, notListed, UNLISTED } from './sources/excluded.ts'
import { frontHero } from './sources/expansion/hero.ts'
import { createMdxFiles } from './sources/mdx/mdx-files.ts'
import type { SourceReading, SourceResult } from './source-reading.ts'
import type { WalkedFile } from './tree/walk-folder.ts'

const PAGE_LIMIT_BYTES = 8 * 1_048_576
const JSON_LIMIT_BYTES = 1_048_576

/** Expressions of pages have the values that these write themselves. */
const NO_FILES = { readText: () => null }
const openMdx = createMdxFiles({ pathOf: () => null })

interface FolderReading extends SourceReading {
  readonly links: PageLinks
  readonly files: ContentFiles
  /** Each `meta.json`, whose names are checked when all pages are known. */
  readonly metas: { readonly file: TreeFile; readonly folder: string; readonly text: string; readonly meta: Meta }[]
}

/** Reads the Markdown and MDX of `docs/<locale>`. */
export async function readMarkdownFolder(source: SourceReading): Promise<SourceResult> {
  const { draft, folder, isRead, keeper, names, watch } = source
  const tree = walkContent(folder, names)
  const listed = listMarkdownFiles(folder)
  const files = markdownFiles(listed, keeper, (...placed) => void draft.deeds?.push(placedDeed(...placed)))
  for (const fault of tree.faults) draft.faults.push(fault)
  for (const fault of listed.faults) if (fault.code === 'too_many') draft.faults.push(fault)
  const found = tree.files.filter(({ file }) => isRead(file))
  for (const { file, locale, relative } of found) {
    const path = /\.mdx?$/.test(relative) ? sitePath(relative) : null
    if (path !== null) draft.space.add(file, { locale, path: draft.mounted(path), address: `${locale}/${path}` }, path)
  }
  const byFile = new Map(found.map((file) => [file.file, file]))
  const textOf = (file: string): WrittenText => textOfPage(byFile.get(file))
  const links = createPageLinks(draft, PLAIN_LINKS, files.link, textOf)
  await source.opened()
  const reading: FolderReading = { ...source, links, files, metas: [] }
  // Most folders have neither of these files, and the module that reads them is large.
  const metas = found.some(({ file }) => file.endsWith('.json')) ? await import('./meta.ts') : null
  const isPage = ({ relative }: TreeFile): boolean => !relative.endsWith('.json') && relative !== 'llms.md'
  const fileOf = ({ file }: WalkedFile): string => file
  const { faults } = draft
  await watch.each({
    items: found.filter((file) => !isPage(file)),
    fileOf,
    read: (file) => readInto(reading, file, metas),
    faults,
  })
  /** The file that was read last, whose bytes are hashed before it is read as a page. */
  let last: { readonly file: TreeFile; readonly bytes: Buffer | null } | null = null
  const bytesOf = (file: TreeFile, faults: ContentFault[]): Buffer | null => {
    const known = last?.file === file ? last.bytes : null
    const bytes = known ?? read(file, PAGE_LIMIT_BYTES, faults)
    last = { file, bytes }
    return bytes
  }
  await source.pages.each({
    items: found.filter(isPage),
    fileOf,
    keyOf: (file) => hashOf(file.file, bytesOf(file, []) ?? ''),
    world: () => hashOf('markdown', JSON.stringify([listed.files.map(fileOf), listed.faults])),
    places: () => draft.digest(),
    leadsAlike: (reading) => links.leadAlike(reading),
    read(file) {
      const bytes = bytesOf(file, faults)
      return bytes === null ? null : pageOf(reading, file, bytes)
    },
    add: (_, page) => draft.addPage(page),
    redo: (deed) => redoDeed(deed, { draft, files, links }),
    faults,
  })
  watch.step('the names in meta.json', () => checkMetas(reading, found))
  return {
    report: { kind: 'markdown', generator: null, rules: new Map(), dropped: new Map() },
    files: files.placed,
  }
}

function readInto(reading: FolderReading, file: TreeFile, metas: typeof import('./meta.ts') | null): void {
  const { draft } = reading
  const { faults } = draft
  const slash = file.relative.lastIndexOf('/')
  const folder = file.relative.slice(0, Math.max(slash, 0))
  const name = file.relative.slice(slash + 1)
  if (name === 'synonyms.json' && folder !== '') return
  const bytes = read(file, name.endsWith('.json') ? JSON_LIMIT_BYTES : PAGE_LIMIT_BYTES, faults)
  if (bytes === null) return
  const { locale } = file
  draft.uses(file.file)
  if (name === 'meta.json' && metas !== null) {
    const { text } = decodeText(bytes)
    const meta = metas.parseMeta(text, file.file, faults)
    draft.setMeta(locale, folder, meta)
    reading.metas.push({ file, folder, text, meta })
  } else if (name === 'synonyms.json' && metas !== null) {
    draft.addSynonyms(locale, metas.parseSynonyms(decodeText(bytes).text, file.file, faults))
  } else if (file.relative === 'llms.md') {
    draft.setIntro(locale, splitFrontMatter(decodeText(bytes).text).body.trim() || null)
  }
}

/** Text of a page as it is now, for the places of faults. */
function textOfPage(file: TreeFile | undefined): WrittenText {
  const bytes = file === undefined ? null : read(file, PAGE_LIMIT_BYTES, [])
  if (file === undefined || bytes === null) return { text: '', line: 1 }
  const { body, bodyLine } = openPage(bytes, file.file, [])
  return { text: body, line: bodyLine }
}

/** Reads a file as a page, or null if it is left out. */
function pageOf(reading: FolderReading, { file, locale, relative }: TreeFile, bytes: Buffer): ContentPage | null {
  const { draft, files, links } = reading
  const { faults } = draft
  const path = sitePath(relative)
  if (path === null) {
    const message =
      'no address can lead to a name with a backslash, a control character, or .md or index before its end'
    faults.push({ file, line: 1, code: 'bad_name', message })
    return null
  }
  const opened = openPage(bytes, file, faults)
  const why = excludedBy(opened.frontMatter.fields)
  draft.changesAt(nextChange(opened.frontMatter.fields))
  if (why === UNLISTED) faults.push({ file, line: 1, code: 'not_listed', message: notListed(why) })
  else if (why !== null) {
    faults.push({ file, line: 1, code: 'not_published', message: `the page is left out, because it is ${why}` })
    draft.leaveOut(file, why)
    return null
  }
  const { body: text, bodyLine: line } = opened
  const { fields } = opened.frontMatter
  const unsearched = why !== UNLISTED && isUnsearched(fields)
  if (unsearched) faults.push({ file, line: 1, code: 'not_searched', message: NOT_SEARCHED })
  const hero = frontHero(fields, null, (written) => written || null)
  const linesAbove = countLines(hero, hero.length) - 1
  const fault = (code: FaultCode, message: string, at = 1): void =>
    void faults.push({ file, line: line + at - 1 - linesAbove, code, message })
  const read = (): ContentPage =>
    readPage(
      opened,
      {
        locale,
        path,
        fileTitle: path === '' ? 'Home' : nameTitle(path.slice(path.lastIndexOf('/') + 1)),
        mustHaveTitle: true,
        mdx: file.endsWith('.mdx'),
        slugs: 'github',
        expanded: hero === '' ? null : hero + text,
        linesAbove,
        mdxFile: (code) => openMdx({ file, fields, folder: NO_FILES, fault }, code),
        unlisted: why === UNLISTED,
        unsearched,
        splash: fields.get('template') === 'splash',
        finish(blocks) {
          files.placeImages(blocks, { file, lineOf: (source) => lineOf(source, { text, line }) }, faults)
          links.resolve(
            blocks,
            { file, locale, path: draft.mounted(path), address: `${locale}/${path}` },
            { text, line },
          )
        },
      },
      faults,
    )
  return readSafely(read, file, faults)
}

/** Reports names in `meta.json` of what is not there. A translation may name what the English folder alone has. */
function checkMetas({ draft, metas }: FolderReading, files: readonly TreeFile[]): void {
  const names = new Set<string>()
  for (const { locale, relative } of files) addNames(names, `${locale}/${relative}`)
  for (const { file, folder, meta, text } of metas) {
    const isKnown = (name: string): boolean =>
      [file.locale, FALLBACK_LOCALE].some((locale) => names.has([locale, folder, name].filter(Boolean).join('/')))
    checkNames(meta, text, file.file, isKnown, draft.faults)
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
    return readWalked(file, limitBytes)
  } catch (error) {
    faults.push({ file: file.file, line: 1, code: 'unreadable', message: reasonOf(error) })
    return null
  }
}
