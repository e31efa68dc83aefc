import { FALLBACK_LOCALE, LOCALES, type Locale } from '../../../shared/locale.ts'
import type { Fields } from '../../front-matter.ts'
import { folderOf, isMarkdown, joinAddress, lastSegment, withoutExtension } from '../../addresses.ts'
import { isLanguageSuffix, languageFolderOf, languageFolders } from '../../locales/language-folders.ts'
import { parseYaml } from '../config/parse-yaml.ts'
import { frontHero } from '../expansion/hero.ts'
import { hasMdc, MDC } from '../expansion/mdc.ts'
import { localesOf, namedByCode, onlyServed } from '../languages.ts'
import { readSidebars } from '../order/sidebar-files.ts'
import { NO_NUMBERS, numberedNames, type NumberedNames } from '../order/numbered-names.ts'
import {
  CONFIGURATION,
  folderKey,
  type FolderInfo,
  type LeftOut,
  type Place,
  type Source,
  type SourceFolder,
  type SourceKind,
} from '../source.ts'
import { isFalse, record, text } from '../values.ts'
import { NOTE_SLUGS, noteFragment } from './vault/fragments.ts'
import { openVault } from './vault/vault.ts'

/** `page.zh-CN.md`, and what repositories call their translated README. */
const SUFFIX =
  /^(.+)\.([A-Za-z]{2}(?:[-_][\dA-Za-z]{2,4}){0,2})$|^(readme)[-_]([A-Za-z]{2}(?:[-_][\dA-Za-z]{2,4}){0,2})$/i
/** `page_en.md`, which is a translation where `page.md` stands beside it. */
const TRANSLATED = /^(.+?)[-_]([A-Za-z]{2}(?:[-_][A-Za-z]{2,4}){0,2})$/
/** Configuration of a site whose pages may be those of Nuxt Content. */
const NUXT_SETTINGS = /^(?:nuxt|content)\.config\.[cm]?[jt]s$/
/** Templates of Jekyll, and the frame that docsify puts around its pages. */
const PARTS =
  /(?:^|\/)(?:_(?:includes|layouts|sass|data|plugins|site)\/|_(?:sidebar|navbar|coverpage|header|footer|404)\.md$)/i
/** What tells tools how to work on a repository. */
const SETTINGS = /(?:^|\/)(?:AGENTS|CLAUDE|GEMINI)\.md$/
/** What Notion writes behind the names of pages and folders that it exports. */
const NOTION_ID = / [0-9a-f]{32}(?=\/|$)/g
const NAVIGATION = '.navigation.yml'
const HOME = /^(?:index|readme|home)\.(?:mdx?|markdown)$/i

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
  const languages = languageFolders(files, folder.localeOf)
  const paths = new Map(files.map((file) => [withoutExtension(file), file]))
  const tagged = new Map(
    files.map((file) => [file, suffixOf(file) ?? tagOf(withoutExtension(file), languages, (path) => paths.has(path))]),
  )
  const english = new Set(
    [...tagged.values()].flatMap(({ path, tag }) => (folder.localeOf(tag) === 'en' ? [path] : [])),
  )
  const tags = new Set([...tagged.values()].map(({ tag }) => tag).filter((tag) => tag !== null))
  const locales = localesOf(namedByCode(tags), folder.localeOf, { together: true })
  const vault = openVault(folder, files, (file) => {
    const within = languageFolderOf(file, languages)
    return within === null ? (tagged.get(file)?.tag ?? null) : lastSegment(within)
  })
  const isHomeNamed = vault !== null && [...tagged.values()].some(({ path }) => isHome(path))
  const hasScripts = [...folder.files.keys()].some((file) => file.startsWith('scripts/') && !isMarkdown(file))
  const exported = new Map<string, string>()
  let latin: Locale | null = null

  function suffixOf(file: string): Tagged | null {
    const path = withoutExtension(file)
    const [, name = '', tag = ''] = TRANSLATED.exec(lastSegment(path)) ?? []
    const locale = folder.localeOf(tag)
    const original = joinAddress(folderOf(path), name)
    const from = paths.get(original)
    if (locale === null || from === undefined) return null
    // A page with the tag of the language of all pages translates only one that is in another language by its text.
    const own = folder.scriptOf(from) ?? folder.namedLocale ?? FALLBACK_LOCALE
    if (own === locale) return null
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

  /** Site path of a page by the name of its file. */
  function siteAs(file: string): string {
    const path = numbers.without(tagged.get(file)?.path ?? withoutExtension(file))
    if (vault !== null && isHome(path)) return ''
    return isHomeNamed && !path.includes('/') && /^readme$/i.test(path) ? path : siteOf(path, file, folder)
  }

  /** The same without what Notion writes behind names, unless another page has that path. */
  function sitePathOf(file: string): string {
    const written = siteAs(file)
    const path = written.replace(NOTION_ID, '')
    const first = exported.get(path) ?? file
    if (path !== written) exported.set(path, first)
    return first === file ? path : written
  }

  const sidebars = readSidebars(
    folder,
    (file) => sitePathOf(paths.get(file) ?? file),
    (file) =>
      vault === null
        ? []
        : vault.constructs({ file, locale: folder.defaultLocale, fields: new Map(), folder, fault: () => {} }),
  )
  for (const [path, group] of sidebars.groups) for (const locale of LOCALES) folders.set(folderKey(locale, path), group)

  /** The locale of a page whose path names no language. What `site.yaml` says holds, else its script, else the rest. */
  function untagged(file: string, path: string): Locale | null {
    // Beside an English translation, a file without a language is in another.
    if (english.has(path)) return folder.scriptOf(file)
    return folder.namedLocale ?? folder.scriptOf(file) ?? (latin ??= latinLocale())
  }

  /** Pages in Latin letters are in English, unless they stand around a home page in another language. */
  function latinLocale(): Locale {
    const home = files.find((file) => tagged.get(file)?.tag === null && HOME.test(file))
    if (english.size > 0 || (home !== undefined && folder.scriptOf(home) === null)) return FALLBACK_LOCALE
    return (home === undefined ? null : folder.scriptOf(home)) ?? folder.defaultLocale
  }

  function locate(file: string, fields: Fields): Place | LeftOut {
    if (PARTS.test(file)) return { leftOut: 'a part of other pages' }
    if (SETTINGS.test(file) || (hasScripts && file.startsWith('scripts/'))) return { leftOut: CONFIGURATION }
    if (vault?.isTemplate(file) === true) return { leftOut: 'a template of pages' }
    if (vault !== null && isFalse(fields.get('publish'))) return { leftOut: 'a draft' }
    if (vault !== null && fields.has('excalidraw-plugin')) return { leftOut: 'a drawing' }
    const { path, tag } = tagged.get(file) ?? { tag: null, path: withoutExtension(file) }
    // Beside an English translation, a file without a language is in another.
    const locale = tag === null ? untagged(file, path) : (locales.get(tag) ?? null)
    if (locale === null) return { leftOut: 'in a language that is not served', language: tag }
    const splash = fields.get('template') === 'splash'
    const address = numbers.without(withoutExtension(file))
    const site = vault?.isStart(fields, tag) === true ? '' : sitePathOf(file)
    const aliases = [...(vault?.addAliases(file, fields) ?? []), ...(site === siteAs(file) ? [] : [`/${siteAs(file)}`])]
    const chapter = sidebars.chapterOf(file)
    // The page of a folder stands where the folder does.
    const order = lastSegment(site) === lastSegment(numbers.without(path)) ? numbers.of(path) : null
    const listed = chapter === null ? {} : { navPath: chapter.navPath, title: chapter.title }
    const named = vault === null ? {} : { nameTitle: vault.titleOf(file) }
    return { locale, path: site, address, order: chapter?.position ?? order, splash, aliases, ...listed, ...named }
  }

  return {
    listsAllPages: true,
    title: null,
    locate,
    dialect: {
      isMdx: (file) => file.endsWith('.mdx'),
      slugs: vault === null ? 'github' : NOTE_SLUGS,
      ...(vault?.hasFormulas === true ? { formulas: 'tight dollars' } : {}),
      constructs: (page, text) => [
        ...(vault === null ? [] : vault.constructs(page)),
        ...(isNuxt || hasMdc(text) ? MDC : []),
      ],
      above: ({ fields }) => frontHero(fields, null, (hero) => hero || null),
    },
    links: {
      basePath: '/',
      localeFolders: onlyServed(locales),
      rootLocale: null,
      aliases: new Map(),
      relativeTo: 'file',
      // A link in Markdown names a heading by its words, and one of the web by an id.
      ...(vault === null
        ? {}
        : { fragment: (written: string) => (/\s/.test(written) ? noteFragment(written) : written) }),
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

/** Whether a page is the home of a wiki. */
function isHome(path: string): boolean {
  return path.toLowerCase() === 'home'
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

function tagOf(path: string, languages: ReadonlySet<string>, isPage: (path: string) => boolean): Tagged {
  const folder = languageFolderOf(path, languages)
  if (folder !== null) {
    const tag = lastSegment(folder)
    return { tag, path: joinAddress(folderOf(folder), path.slice(folder.length)) }
  }
  const [, name, suffix, readme, readmeSuffix] = SUFFIX.exec(lastSegment(path)) ?? []
  const tag = suffix ?? readmeSuffix
  const stem = joinAddress(folderOf(path), name ?? readme ?? '')
  return tag === undefined || !isLanguageSuffix(stem, tag, isPage) ? { tag: null, path } : { tag, path: stem }
}
