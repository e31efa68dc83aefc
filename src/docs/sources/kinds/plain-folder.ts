import { LOCALES } from '../../../shared/locale.ts'
import type { Fields } from '../../front-matter.ts'
import { folderOf, isMarkdown, joinAddress, lastSegment, localeOf, withoutExtension } from '../../addresses.ts'
import { parseYaml } from '../config/parse-yaml.ts'
import { frontHero } from '../expansion/hero.ts'
import { expandMdc, hasMdc } from '../expansion/mdc.ts'
import { localeOfText, localesOf, namedByCode, onlyServed } from '../languages.ts'
import { isTag } from '../../locales/language-tag.ts'
import { NO_NUMBERS, numberedNames, type NumberedNames } from '../order/numbered-names.ts'
import {
  folderKey,
  type FolderInfo,
  type LeftOut,
  type Place,
  type Source,
  type SourceFolder,
  type SourceKind,
} from '../source.ts'
import { record, text } from '../values.ts'

/** `page.zh-CN.md`, and what repositories call their translated README. */
const SUFFIX = /^(.+)\.([A-Za-z]{2}(?:[-_][A-Za-z]{2,4})?)$|^(readme)[-_]([A-Za-z]{2}(?:[-_][A-Za-z]{2,4})?)$/i
/** `page_en.md`, which is a translation where `page.md` stands beside it. */
const TRANSLATED = /^(.+?)[-_]([A-Za-z]{2}(?:[-_][A-Za-z]{2,4})?)$/
/** Configuration of a site whose pages may be those of Nuxt Content. */
const NUXT_SETTINGS = /^(?:nuxt|content)\.config\.[cm]?[jt]s$/
/** Templates of Jekyll, and the frame that docsify puts around its pages. */
const PARTS = /(?:^|\/)(?:_(?:includes|layouts|sass|data|plugins|site)\/|_(?:sidebar|navbar|coverpage|404)\.md$)/
const NAVIGATION = '.navigation.yml'
/** Folders deeper than this name no language. */
const LANGUAGE_DEPTH = 3

/** Markdown without the configuration of any generator, such as a repository with a README and `docs`. */
export const plainFolder: SourceKind = {
  name: 'folder',
  recognises: (names) => names.some(isMarkdown),
  open: openPlainFolder,
}

interface Tagged {
  /** Tag of the language in the path, or null. */
  readonly tag: string | null
  /** Path without the tag and the extension. */
  readonly path: string
}

function openPlainFolder(folder: SourceFolder): Source {
  const files = [...folder.files.keys()].filter(isMarkdown)
  const languageFolders = findLanguageFolders(files)
  const paths = new Map(files.map((file) => [withoutExtension(file), file]))
  const tagged = new Map(files.map((file) => [file, suffixOf(file) ?? tagOf(file, languageFolders)]))
  const english = new Set(
    [...tagged.values()].flatMap(({ path, tag }) => (folder.localeOf(tag) === 'en' ? [path] : [])),
  )
  const tags = new Set([...tagged.values()].map(({ tag }) => tag).filter((tag) => tag !== null))
  const locales = localesOf(namedByCode(tags), folder.localeOf, { together: true })

  function suffixOf(file: string): Tagged | null {
    const path = withoutExtension(file)
    const [, name = '', tag = ''] = TRANSLATED.exec(lastSegment(path)) ?? []
    const locale = folder.localeOf(tag)
    const original = joinAddress(folderOf(path), name)
    const from = paths.get(original)
    if (locale === null || from === undefined) return null
    if (locale === folder.defaultLocale) {
      // A page with the tag of the language of all pages translates only one that is in another language by its text.
      const own = localeOfText(folder.readText(from) ?? '')
      if (own === null || own === locale) return null
    }
    return { tag, path: original }
  }

  const ordered = numberedNames(new Set([...paths.keys(), ...[...tagged.values()].map(({ path }) => path)]))
  const isNuxt = showsNuxt(folder, files, ordered)
  const numbers = isNuxt ? ordered : NO_NUMBERS
  const folders = new Map<string, FolderInfo>()
  for (const path of numbers.folders) {
    // A folder without a number stands behind those with one, whatever numbers its pages have.
    const info = { order: numbers.of(path) ?? Number.POSITIVE_INFINITY, title: titleOfFolder(path, folder) }
    for (const locale of LOCALES) folders.set(folderKey(locale, numbers.without(path)), info)
  }

  function locate(file: string, fields: Fields): Place | LeftOut {
    if (PARTS.test(file)) return { leftOut: 'a part of other pages' }
    const { path, tag } = tagged.get(file) ?? { tag: null, path: withoutExtension(file) }
    // Beside an English translation, a file without a language is in another.
    const untagged = english.has(path) ? localeOfText(folder.readText(file) ?? '') : folder.defaultLocale
    const locale = tag === null ? untagged : (locales.get(tag) ?? null)
    if (locale === null) return { leftOut: 'in a language that is not served', language: tag }
    const splash = fields.get('template') === 'splash'
    const address = numbers.without(withoutExtension(file))
    const site = siteOf(numbers.without(path), file, folder)
    // The page of a folder stands where the folder does.
    const order = lastSegment(site) === lastSegment(numbers.without(path)) ? numbers.of(path) : null
    return { locale, path: site, address, order, splash }
  }

  return {
    listsAllPages: true,
    title: null,
    locate,
    dialect: {
      isMdx: (file) => file.endsWith('.mdx'),
      slugs: 'github',
      expand: (written, { fields }) =>
        frontHero(fields, null, (hero) => hero || null) + (isNuxt || hasMdc(written) ? expandMdc(written) : written),
    },
    links: {
      basePath: '/',
      localeFolders: onlyServed(locales),
      rootLocale: null,
      aliases: new Map(),
      relativeTo: 'file',
    },
    folders,
  }
}

/** Whether a folder has the configuration of Nuxt or, where names are numbered, files or components of Nuxt Content. */
function showsNuxt({ names, readText }: SourceFolder, files: readonly string[], ordered: NumberedNames): boolean {
  if (names('').some((name) => NUXT_SETTINGS.test(name))) return true
  if (ordered === NO_NUMBERS) return false
  const hasTitles = ['', ...ordered.folders].some((path) => readText(joinAddress(path, NAVIGATION)) !== null)
  return hasTitles || files.some((file) => hasMdc(readText(file) ?? ''))
}

/** The title that Nuxt Content reads for a folder. */
function titleOfFolder(path: string, { readText }: SourceFolder): string | undefined {
  const parsed = parseYaml(readText(joinAddress(path, NAVIGATION)) ?? '')
  return text(record(parsed.ok ? parsed.value : null)['title']) ?? undefined
}

/** A README is the page of its folder, unless the folder has an index. */
function siteOf(path: string, file: string, { files }: SourceFolder): string {
  const name = lastSegment(path).toLowerCase()
  if (name === 'index') return folderOf(path)
  if (name !== 'readme') return path
  const within = folderOf(file)
  const hasIndex = ['index.md', 'index.mdx'].some((index) => files.has(joinAddress(within, index)))
  return hasIndex ? path : folderOf(path)
}

/** Folders whose names are tags of languages. One of a language that is not served needs another beside it. */
function findLanguageFolders(files: readonly string[]): ReadonlySet<string> {
  const byParent = new Map<string, Set<string>>()
  for (const file of files) {
    const segments = file.split('/').slice(0, -1).slice(0, LANGUAGE_DEPTH)
    for (const [at, name] of segments.entries()) {
      if (!isTag(name)) continue
      const parent = segments.slice(0, at).join('/')
      let found = byParent.get(parent)
      if (found === undefined) byParent.set(parent, (found = new Set()))
      found.add(name)
    }
  }
  const folders = new Set<string>()
  for (const [parent, names] of byParent) {
    for (const name of names) if (names.size > 1 || localeOf(name) !== null) folders.add(joinAddress(parent, name))
  }
  return folders
}

function tagOf(file: string, languageFolders: ReadonlySet<string>): Tagged {
  const path = withoutExtension(file)
  const segments = path.split('/')
  for (let at = 0; at < Math.min(segments.length - 1, LANGUAGE_DEPTH); at++) {
    if (!languageFolders.has(segments.slice(0, at + 1).join('/'))) continue
    return { tag: segments[at] as string, path: segments.toSpliced(at, 1).join('/') }
  }
  const [, name, suffix, readme, readmeSuffix] = SUFFIX.exec(lastSegment(path)) ?? []
  const tag = suffix ?? readmeSuffix
  if (tag === undefined || !isTag(tag)) return { tag: null, path }
  return { tag, path: joinAddress(folderOf(path), name ?? readme ?? '') }
}
