import type { Locale } from '../../../shared/locale.ts'
import { FALLBACK_LOCALE } from '../../../shared/locale.ts'
import type { Fields } from '../../front-matter.ts'
import { below, folderOf, joinAddress, lastSegment, localeOf, withoutExtension } from '../addresses.ts'
import { readConfigModule } from '../config-module.ts'
import { matcher } from '../globs.ts'
import type { FolderInfo, LeftOut, Place, Source, SourceFolder, SourceKind } from '../source.ts'
import { withoutLineMarks } from '../line-marks.ts'
import { parseUpdated } from '../../updated.ts'
import { isTrue, list, number, record, text, texts } from '../values.ts'
import { docusaurusExpansion, docusaurusMarks } from './docusaurus-markdown.ts'
import { numberOf, withoutNumber } from './docusaurus-numbers.ts'
import { readCategories } from './docusaurus-categories.ts'
import { readSidebar } from './docusaurus-sidebars.ts'

/** A part of the site: the pages of one plugin. */
interface Part {
  readonly type: 'docs' | 'blog' | 'pages'
  /** Folder of the sources below the content directory. */
  readonly folder: string
  /** Folder of translations below that of a locale, in the order of Docusaurus. */
  readonly translated: string
  readonly route: string
  readonly isExcluded: (path: string) => boolean
  /** Positions of documents by their ids, as the sidebars list them. */
  readonly positions: ReadonlyMap<string, number>
}

/** Instances of plugins, and languages, of one site. Each file is looked for in all of them. */
const PART_LIMIT = 50
const LANGUAGE_LIMIT = 50

/** Files and folders that Docusaurus takes for parts of pages, or for tests. */
const EXCLUDED = ['**/_*.{js,jsx,ts,tsx,md,mdx}', '**/_*/**', '**/*.test.{js,jsx,ts,tsx}', '**/__tests__/**']
const BLOG_DATE = /^(.*?)(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-/](.*)$/

export const docusaurus: SourceKind = {
  name: 'docusaurus',
  recognises: (names) => names.some((name) => /^docusaurus\.config\.[cm]?[jt]s$/.test(name)),
  open: openDocusaurus,
}

function openDocusaurus(folder: SourceFolder): Source {
  const { base } = folder
  const configFile = folder.names(base).find((name) => name.startsWith('docusaurus.config.')) ?? ''
  const config = record(readConfigModule(joinAddress(base, configFile), folder.readText)['default'])
  const i18n = record(config['i18n'])
  const defaultLanguage = text(i18n['defaultLocale']) ?? 'en'
  const languages = texts(i18n['locales'])
  const rootLocale = localeOf(defaultLanguage) ?? FALLBACK_LOCALE
  const localeFolders = new Map<string, Locale>()
  for (const language of languages) {
    const locale = localeOf(language)
    if (language === defaultLanguage || locale === null) continue
    if (localeFolders.size < LANGUAGE_LIMIT) localeFolders.set(language, locale)
  }
  const parts = partsOf(config, folder)
  const translations = new Map(parts.map((part) => [part, translationsOf(part)]))
  const marks = docusaurusMarks(config)
  const folders = new Map<string, FolderInfo>()
  for (const part of parts) readCategories(folder, part, rootLocale, folders)

  function translationsOf({ translated }: Part): { folder: string; language: string; locale: Locale }[] {
    return [...localeFolders].map(([language, locale]) => {
      return { folder: joinAddress(base, 'i18n', language, translated), language, locale }
    })
  }

  function locate(file: string, fields: Fields): Place | LeftOut {
    for (const part of parts) {
      const own = below(file, part.folder)
      if (own !== null) return placeOf(part, own, fields, rootLocale, '')
      for (const { folder: own, language, locale } of translations.get(part) ?? []) {
        const translated = below(file, own)
        if (translated === null) continue
        const original = joinAddress(part.folder, translated)
        if (!folder.files.has(original)) return { leftOut: 'a translation of no page' }
        const place = placeOf(part, translated, fields, locale, language)
        return 'leftOut' in place ? place : { ...place, translates: original }
      }
    }
    const isOther = below(file, joinAddress(base, 'i18n')) !== null
    if (isOther) return { leftOut: 'in a language that is not served' }
    const isVersion = /(?:^|\/)(?:\w+_)?versioned_docs\//.test(file)
    return { leftOut: isVersion ? 'of another version' : 'outside of the documentation' }
  }

  return {
    title: text(config['title']),
    locate(file, fields) {
      const place = locate(file, fields)
      const isEnded = config['trailingSlash'] === true && 'path' in place && place.path !== ''
      return isEnded ? { ...place, address: `${place.address}/` } : place
    },
    dialect: {
      isMdx: text(record(config['markdown'])['format']) === 'detect' ? (file) => file.endsWith('.mdx') : () => true,
      slugs: 'github',
      expand: docusaurusExpansion(base),
      code: (code) => withoutLineMarks(code, marks),
    },
    links: {
      siteUrl: text(config['url']),
      basePath: text(config['baseUrl']) ?? '/',
      localeFolders,
      rootLocale: null,
      aliases: new Map([['@site/', base === '' ? '' : `${base}/`]]),
      roots: [...parts.map((part) => part.folder), base],
      relativeTo: 'file',
      bareTo: 'address',
    },
    publicFolders: texts(config['staticDirectories']).map((name) => joinAddress(base, name)),
    folders,
  }
}

/** The instances of the plugins for documents, articles and pages, those of presets too. */
function partsOf(config: Readonly<Record<string, unknown>>, folder: SourceFolder): Part[] {
  const parts: Part[] = []
  let hasPreset = false
  for (const preset of list(config['presets']).slice(0, PART_LIMIT)) {
    const [name, options] = Array.isArray(preset) ? (preset as unknown[]) : [preset]
    if (!/preset|classic/.test(text(name) ?? '')) continue
    hasPreset = true
    const { docs, blog, pages } = record(options)
    if (docs !== false) parts.push(docsPart(record(docs), folder))
    if (blog !== false) parts.push(plainPart('blog', record(blog), folder))
    if (pages !== false) parts.push(plainPart('pages', record(pages), folder))
  }
  for (const plugin of list(config['plugins']).slice(0, PART_LIMIT)) {
    const [name, options] = Array.isArray(plugin) ? (plugin as unknown[]) : [plugin]
    const type = /content-(docs|blog|pages)$/.exec(text(name) ?? '')?.[1]
    if (type === 'docs') parts.push(docsPart(record(options), folder))
    else if (type === 'blog' || type === 'pages') parts.push(plainPart(type, record(options), folder))
  }
  if (parts.length === 0 && !hasPreset) parts.push(docsPart({}, folder))
  return parts
}

function docsPart(options: Readonly<Record<string, unknown>>, folder: SourceFolder): Part {
  const { base } = folder
  const id = text(options['id']) ?? 'default'
  const prefix = id === 'default' ? '' : `${id}_`
  const { version, names } = lastVersion(options, joinAddress(base, `${prefix}versions.json`), folder)
  const isCurrent = version === null
  const path = joinAddress(
    base,
    isCurrent ? (text(options['path']) ?? 'docs') : `${prefix}versioned_docs/version-${version}`,
  )
  const sidebars = isCurrent
    ? joinAddress(base, text(options['sidebarPath']) ?? 'sidebars.js')
    : joinAddress(base, `${prefix}versioned_sidebars/version-${version}-sidebars.json`)
  const versionRoute = text(record(record(options['versions'])[version ?? 'current'])['path'])
  const plugin = `docusaurus-plugin-content-docs${id === 'default' ? '' : `-${id}`}`
  return {
    type: 'docs',
    folder: path,
    translated: joinAddress(plugin, isCurrent ? 'current' : `version-${version}`),
    route: joinAddress(
      typeof options['routeBasePath'] === 'string' ? options['routeBasePath'] : 'docs',
      names.length > 0 && versionRoute !== null ? versionRoute : '',
    ),
    isExcluded: matcher(Array.isArray(options['exclude']) ? texts(options['exclude']) : EXCLUDED),
    positions: readSidebar(sidebars, folder),
  }
}

/** The version that the site shows first; null: the current documents. */
function lastVersion(
  options: Readonly<Record<string, unknown>>,
  file: string,
  { readText }: SourceFolder,
): { readonly version: string | null; readonly names: readonly string[] } {
  if (isTrue(options['disableVersioning'])) return { version: null, names: [] }
  const names = texts(readConfigModule(file, readText)['default'])
  const last = text(options['lastVersion']) ?? names[0] ?? 'current'
  return { version: last === 'current' || !names.includes(last) ? null : last, names }
}

function plainPart(type: 'blog' | 'pages', options: Readonly<Record<string, unknown>>, { base }: SourceFolder): Part {
  const id = text(options['id']) ?? 'default'
  const route = typeof options['routeBasePath'] === 'string' ? options['routeBasePath'] : type === 'blog' ? 'blog' : ''
  return {
    type,
    folder: joinAddress(base, text(options['path']) ?? (type === 'blog' ? 'blog' : 'src/pages')),
    translated: `docusaurus-plugin-content-${type}${id === 'default' ? '' : `-${id}`}`,
    route: joinAddress(route),
    isExcluded: matcher(Array.isArray(options['exclude']) ? texts(options['exclude']) : EXCLUDED),
    positions: new Map(),
  }
}

function placeOf(part: Part, relative: string, fields: Fields, locale: Locale, language: string): Place | LeftOut {
  if (lastSegment(relative).startsWith('_')) return { leftOut: 'a part of other pages' }
  if (part.isExcluded(relative)) return { leftOut: 'excluded by the configuration' }
  if (isTrue(fields.get('unlisted'))) return { leftOut: 'not for search engines' }
  const { own, id } = part.type === 'docs' ? docAddress(relative, fields) : plainAddress(part, relative, fields)
  const path = joinAddress(part.route, own)
  const position = number(fields.get('sidebar_position')) ?? numberOf(lastSegment(relative))
  return {
    locale,
    path,
    address: joinAddress(language, path),
    order: part.positions.get(id) ?? (part.type === 'blog' ? newestFirst(blogDate(relative, fields)) : position),
    // The address of a post has its date in folders.
    navPath: part.type === 'blog' ? joinAddress(part.route, withoutExtension(relative).replace(/\/index$/, '')) : null,
    title: text(fields.get('sidebar_label')),
    updated: text(record(fields.get('last_update'))['date']),
  }
}

/** Address and id of a document, as Docusaurus makes them of file name and front matter. */
function docAddress(relative: string, fields: Fields): { own: string; id: string } {
  const folders = folderOf(relative).split('/').filter(Boolean)
  const folder = folders.map(withoutNumber).join('/')
  const fileName = withoutExtension(lastSegment(relative))
  const name = withoutNumber(fileName)
  const baseId = text(fields.get('id')) ?? name
  const id = joinAddress(folder, baseId)
  const slug = text(fields.get('slug'))
  if (slug?.startsWith('/')) return { own: joinAddress(slug), id }
  const isIndex = ['index', 'readme', folders.at(-1)?.toLowerCase()].includes(fileName.toLowerCase())
  if (slug === null && isIndex) return { own: folder, id }
  return { own: joinAddress(folder, slug ?? baseId), id }
}

function plainAddress({ type }: Part, relative: string, fields: Fields): { own: string; id: string } {
  const slug = text(fields.get('slug'))
  if (type === 'blog') {
    if (slug !== null) return { own: joinAddress(slug), id: relative }
    const [, before = '', year, month = '', day = '', name = ''] = BLOG_DATE.exec(withoutExtension(relative)) ?? []
    const file = (year === undefined ? withoutExtension(relative) : name).replace(/\/?index$/, '')
    const date = year === undefined ? '' : `${year}/${month.padStart(2, '0')}/${day.padStart(2, '0')}`
    return { own: joinAddress(before, date, file), id: relative }
  }
  return {
    own: slug === null ? withoutExtension(relative).replace(/(?:^|\/)index$/, '') : joinAddress(slug),
    id: relative,
  }
}

function newestFirst(date: string | null): number | null {
  const time = date === null ? null : parseUpdated(date)
  return time === null ? null : -Date.parse(time)
}

function blogDate(relative: string, fields: Fields): string | null {
  const [, , year, month, day] = BLOG_DATE.exec(relative) ?? []
  return text(fields.get('date')) ?? (year === undefined ? null : `${year}-${month}-${day}`)
}
