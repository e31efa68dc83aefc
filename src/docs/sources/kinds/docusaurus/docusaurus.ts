import type { Locale } from '../../../../shared/locale.ts'
import { FALLBACK_LOCALE } from '../../../../shared/locale.ts'
import type { Fields } from '../../../front-matter.ts'
import { below, folderOf, joinAddress, lastSegment, withoutExtension } from '../../addresses.ts'
import { readConfigModule } from '../../config/config-module.ts'
import { editUrlBelow } from '../../edit-url.ts'
import { reportUnread } from '../../config/unread-members.ts'
import { createDocAddresses } from '../../headers/docusaurus-docs.ts'
import { docusaurusHeader } from '../../headers/docusaurus-header.ts'
import { matcher } from '../../globs.ts'
import type { DocVersion } from '../../../versions/doc-version.ts'
import { folderKey } from '../../source.ts'
import type { FolderInfo, LeftOut, Place, Source, SourceFolder, SourceKind } from '../../source.ts'
import { takeLineComments } from '../../../readers/markdown/code/line-comments.ts'
import { parseUpdated } from '../../../updated.ts'
import { isTrue, list, number, record, text, texts } from '../../values.ts'
import { CURRENT, readDocusaurusVersions, type DocusaurusVersion } from './versions.ts'
import { docusaurusExpansion, docusaurusMarks } from './markdown.ts'
import { numberOf, withoutNumber } from './numbers.ts'
import { readCategories } from './categories.ts'
import { readSidebars, type Sidebars } from './sidebars.ts'

/** A part of the site: the pages of one plugin. */
interface Part {
  readonly type: 'docs' | 'blog' | 'pages'
  /** Id of the plugin. */
  readonly plugin: string
  /** Folder of the sources below the content directory. */
  readonly folder: string
  /** Folder of translations below that of a locale, in the order of Docusaurus. */
  readonly translated: string
  readonly route: string
  /** The same without what names the version. */
  readonly home: string
  /** Version of its documents; null: they belong to every version. */
  readonly version: DocusaurusVersion | null
  readonly isExcluded: (path: string) => boolean
  /** Base of addresses at which files are edited; null: the configuration has none as plain text. */
  readonly editUrl: string | null
  /** Positions of documents by their ids, as the sidebars list them, and the first one of each sidebar. */
  readonly positions: Sidebars['positions']
  readonly firsts: Sidebars['firsts']
}

/** Versions of the first plugin that has some, which are those of the site. */
interface SiteVersions {
  found: { readonly versions: DocVersion[]; readonly default: string } | null
}

/** Instances of plugins, and languages, of one site. Each file is looked for in all of them. */
const PART_LIMIT = 50
const LANGUAGE_LIMIT = 50

/** What is read of the configuration, and of the options of the plugins for documents, articles and pages. */
const PLUGIN_OPTIONS = 'path routeBasePath sidebarPath exclude exclude.* lastVersion versions versions.*'.split(' ')
const CONFIG_MEMBERS = [
  ...`title tagline url baseUrl trailingSlash i18n i18n.defaultLocale i18n.locales i18n.locales.* staticDirectories
  staticDirectories.* presets presets.* presets.*.1 plugins themeConfig themeConfig.navbar themeConfig.navbar.logo
  themeConfig.navbar.items themeConfig.navbar.items.* themeConfig.navbar.items.*.type themeConfig.navbar.items.*.to
  themeConfig.navbar.items.*.href themeConfig.navbar.items.*.items themeConfig.navbar.items.*.items.*`.split(/\s+/),
  ...['docs', 'blog', 'pages'].map((name) => `presets.*.1.${name}`),
  ...['presets.*.1.docs', 'presets.*.1.blog', 'presets.*.1.pages', 'plugins.*.1'].flatMap((plugin) =>
    PLUGIN_OPTIONS.map((option) => `${plugin}.${option}`),
  ),
]

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
  reportUnread(config, CONFIG_MEMBERS, folder)
  const i18n = record(config['i18n'])
  const defaultLanguage = text(i18n['defaultLocale']) ?? 'en'
  const languages = texts(i18n['locales'])
  const rootLocale = folder.localeOf(defaultLanguage) ?? FALLBACK_LOCALE
  const localeFolders = new Map<string, Locale>()
  for (const language of languages) {
    const locale = folder.localeOf(language)
    if (language === defaultLanguage || locale === null) continue
    if (localeFolders.size < LANGUAGE_LIMIT) localeFolders.set(language, locale)
  }
  const site: SiteVersions = { found: null }
  const parts = partsOf(config, folder, site)
  const translations = new Map(parts.map((part) => [part, translationsOf(part)]))
  const marks = docusaurusMarks(config)
  const docs = createDocAddresses()
  const folders = new Map<string, FolderInfo>()
  for (const part of parts) {
    readCategories(folder, part, rootLocale, folders)
    if (part.route === part.home || part.version === null) continue
    const { label } = part.version
    for (const locale of [rootLocale, ...localeFolders.values()]) {
      folders.set(folderKey(locale, part.route), { title: label })
    }
  }

  function translationsOf({ translated }: Part): { folder: string; language: string; locale: Locale }[] {
    return [...localeFolders].map(([language, locale]) => {
      return { folder: joinAddress(base, 'i18n', language, translated), language, locale }
    })
  }

  function locate(file: string, fields: Fields): Place | LeftOut {
    for (const part of parts) {
      const own = below(file, part.folder)
      if (own !== null) {
        const isCurrent = part.version === null || part.version.name === site.found?.default
        const place = placeOf(part, own, fields, rootLocale, '')
        if (part.type === 'docs' && isCurrent && 'path' in place) docs.add(part, docAddress(own, fields).id, place)
        return place
      }
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

  /** Folders of the documents of the file's own version, and of those without versions. */
  function roots(file: string): readonly string[] {
    const own = parts.find((part) => {
      if (below(file, part.folder) !== null) return true
      return translations.get(part)?.some((translation) => below(file, translation.folder) !== null)
    })
    const name = own?.version?.name ?? site.found?.default
    const near = parts.filter(({ version }) => version === null || version.name === name)
    return near.map((part) => part.folder).concat(base)
  }

  return {
    title: text(config['title']),
    describe: () => text(config['tagline']),
    locate(file, fields) {
      const place = locate(file, fields)
      const isEnded = config['trailingSlash'] === true && 'path' in place && place.path !== ''
      return isEnded ? { ...place, address: `${place.address}/` } : place
    },
    editUrl(file) {
      const part = parts.find((each) => below(file, each.folder) !== null)
      return editUrlBelow(part?.editUrl ?? null, below(file, base))
    },
    dialect: {
      isMdx: text(record(config['markdown'])['format']) === 'detect' ? (file) => file.endsWith('.mdx') : () => true,
      slugs: 'github',
      expand: docusaurusExpansion(base),
      code: (block) => takeLineComments(block, marks),
    },
    links: {
      siteUrl: text(config['url']),
      basePath: text(config['baseUrl']) ?? '/',
      localeFolders,
      rootLocale: null,
      aliases: new Map([['@site/', base === '' ? '' : `${base}/`]]),
      roots,
      relativeTo: 'file',
      bareTo: 'address',
    },
    header: docusaurusHeader(config, {
      file: joinAddress(base, configFile),
      basePath: text(config['baseUrl']) ?? '/',
      folder,
      texts(locale) {
        const language = [...localeFolders].find(([, each]) => each === locale)?.[0] ?? defaultLanguage
        return joinAddress(base, 'i18n', language, 'docusaurus-theme-classic/navbar.json')
      },
      docAt: docs.at,
      sidebarAt: docs.firstOf,
    }),
    publicFolders: texts(config['staticDirectories']).map((name) => joinAddress(base, name)),
    folders,
    ...(site.found === null ? {} : { versions: site.found }),
  }
}

/** The instances of the plugins for documents, articles and pages, those of presets too. */
function partsOf(config: Readonly<Record<string, unknown>>, folder: SourceFolder, site: SiteVersions): Part[] {
  const parts: Part[] = []
  let hasPreset = false
  for (const preset of list(config['presets']).slice(0, PART_LIMIT)) {
    const [name, options] = Array.isArray(preset) ? (preset as unknown[]) : [preset]
    if (!/preset|classic/.test(text(name) ?? '')) continue
    hasPreset = true
    const { docs, blog, pages } = record(options)
    if (docs !== false) parts.push(...docsParts(record(docs), folder, site))
    if (blog !== false) parts.push(plainPart('blog', record(blog), folder))
    if (pages !== false) parts.push(plainPart('pages', record(pages), folder))
  }
  for (const plugin of list(config['plugins']).slice(0, PART_LIMIT)) {
    const [name, options] = Array.isArray(plugin) ? (plugin as unknown[]) : [plugin]
    const type = /content-(docs|blog|pages)$/.exec(text(name) ?? '')?.[1]
    if (type === 'docs') parts.push(...docsParts(record(options), folder, site))
    else if (type === 'blog' || type === 'pages') parts.push(plainPart(type, record(options), folder))
  }
  if (parts.length === 0 && !hasPreset) parts.push(...docsParts({}, folder, site))
  return parts
}

/** A part for each version that the plugin shows; of a plugin with other versions than the site, the last one. */
function docsParts(options: Readonly<Record<string, unknown>>, folder: SourceFolder, site: SiteVersions): Part[] {
  const { base } = folder
  const id = text(options['id']) ?? 'default'
  const prefix = id === 'default' ? '' : `${id}_`
  const { last, versions } = readDocusaurusVersions(options, joinAddress(base, `${prefix}versions.json`), folder)
  if (versions.length > 1) site.found ??= { versions: [], default: last.name }
  const isOfSite = versions.length > 1 && site.found?.default === last.name
  for (const version of isOfSite ? versions : []) {
    if (site.found?.versions.every(({ name }) => name !== version.name)) site.found.versions.push(version)
  }
  return (isOfSite ? versions : [last]).map((version) => {
    const { name } = version
    const isCurrent = name === CURRENT
    const path = isCurrent ? (text(options['path']) ?? 'docs') : `${prefix}versioned_docs/version-${name}`
    const sidebars = isCurrent
      ? (text(options['sidebarPath']) ?? 'sidebars.js')
      : `${prefix}versioned_sidebars/version-${name}-sidebars.json`
    const plugin = `docusaurus-plugin-content-docs${id === 'default' ? '' : `-${id}`}`
    const home = typeof options['routeBasePath'] === 'string' ? options['routeBasePath'] : 'docs'
    return {
      type: 'docs',
      plugin: id,
      folder: joinAddress(base, path),
      translated: joinAddress(plugin, isCurrent ? CURRENT : `version-${name}`),
      home: joinAddress(home),
      route: joinAddress(home, version.path),
      version: isOfSite ? version : null,
      editUrl: text(options['editUrl']),
      isExcluded: matcher(Array.isArray(options['exclude']) ? texts(options['exclude']) : EXCLUDED),
      ...readSidebars(joinAddress(base, sidebars), folder),
    }
  })
}

function plainPart(type: 'blog' | 'pages', options: Readonly<Record<string, unknown>>, { base }: SourceFolder): Part {
  const id = text(options['id']) ?? 'default'
  const route = typeof options['routeBasePath'] === 'string' ? options['routeBasePath'] : type === 'blog' ? 'blog' : ''
  return {
    type,
    plugin: id,
    folder: joinAddress(base, text(options['path']) ?? (type === 'blog' ? 'blog' : 'src/pages')),
    translated: `docusaurus-plugin-content-${type}${id === 'default' ? '' : `-${id}`}`,
    route: joinAddress(route),
    home: joinAddress(route),
    version: null,
    editUrl: text(options['editUrl']),
    isExcluded: matcher(Array.isArray(options['exclude']) ? texts(options['exclude']) : EXCLUDED),
    positions: new Map(),
    firsts: new Map(),
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
    ...(part.version === null ? {} : { version: { name: part.version.name, path: joinAddress(part.home, own) } }),
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
