import type { Locale } from '../../../../shared/locale.ts'
import type { Fields } from '../../../front-matter.ts'
import { below, joinAddress, lastSegment } from '../../../addresses.ts'
import { readConfigModule } from '../../config/config-module.ts'
import { formulasOf } from '../../config/formula-switch.ts'
import { excludedBy, UNLISTED } from '../../excluded.ts'
import { editUrlBelow } from '../../edit-url.ts'
import { markedCommandTabs } from '../../expansion/package-managers.ts'
import { lineOfMember } from '../../config/member-line.ts'
import { reportUnread } from '../../config/unread-members.ts'
import { createDocAddresses } from '../../headers/docusaurus-docs.ts'
import { docusaurusHeader } from '../../headers/docusaurus-header.ts'
import {
  folderKey,
  type LeftOut,
  type OldAddress,
  type Place,
  type Source,
  type SourceFolder,
  type SourceKind,
} from '../../source.ts'
import { takeLineComments } from '../../../readers/markdown/code/line-comments.ts'
import { localeAmong } from '../../languages.ts'
import { isMarked, number, record, text, texts } from '../../values.ts'
import { articleAddress, docAddress, newestFirst, pageAddress, type FileAddress } from './file-address.ts'
import { describeFolders } from './folders.ts'
import { createCardLists } from './card-lists.ts'
import { docusaurusAccent } from './accent.ts'
import { docusaurusMarks, docusaurusPaths } from './markdown.ts'
import { openApiPage } from './openapi-pages.ts'
import { partsOf, type Part, type SiteVersions } from './parts.ts'
import { readTexts } from './texts.ts'
import type { Label } from '../../headers/docusaurus-labels.ts'

/** Languages of one site. Each file is looked for in all of them. */
const LANGUAGE_LIMIT = 50

/** What is read of the configuration, and of the options of the plugins for documents, articles and pages. */
const PLUGIN_OPTIONS = 'path routeBasePath sidebarPath exclude exclude.* lastVersion versions versions.*'.split(' ')
const CONFIG_MEMBERS = [
  ...`title tagline url baseUrl trailingSlash i18n i18n.defaultLocale i18n.locales i18n.locales.* staticDirectories
  staticDirectories.* presets presets.* presets.*.1 plugins themeConfig themeConfig.navbar themeConfig.navbar.logo
  themeConfig.navbar.items themeConfig.navbar.items.* themeConfig.navbar.items.*.type themeConfig.navbar.items.*.to
  themeConfig.navbar.items.*.href themeConfig.navbar.items.*.items themeConfig.navbar.items.*.items.* favicon
  themeConfig.footer themeConfig.footer.copyright themeConfig.footer.links themeConfig.footer.links.*
  themeConfig.footer.links.*.items themeConfig.footer.links.*.items.*`.split(/\s+/),
  ...['docs', 'blog', 'pages'].map((name) => `presets.*.1.${name}`),
  ...['presets.*.1.docs', 'presets.*.1.blog', 'presets.*.1.pages', 'plugins.*.1'].flatMap((plugin) =>
    PLUGIN_OPTIONS.map((option) => `${plugin}.${option}`),
  ),
]

/** A file of a part, or its translation. */
interface FileOfPart {
  readonly file: string
  /** Path below the folder of the part. */
  readonly relative: string
  readonly fields: Fields
  readonly locale: Locale
  /** `''`: the default one. */
  readonly language: string
}

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
  const languages = texts(i18n['locales'])
  const unnamed = i18n['defaultLocale'] === undefined ? localeAmong(folder, languages) : folder.defaultLocale
  const defaultLanguage = text(i18n['defaultLocale']) ?? unnamed
  const rootLocale = folder.localeOf(defaultLanguage) ?? unnamed
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
  const basePath = text(config['baseUrl']) ?? '/'
  const cards = createCardLists(
    folder,
    basePath,
    (locale, place) => folders.get(folderKey(locale, place))?.title ?? null,
  )
  const inLanguages = [[defaultLanguage, rootLocale] as const, ...localeFolders]
  const themeTexts = {
    navbar: textsOf('docusaurus-theme-classic/navbar.json'),
    footer: textsOf('docusaurus-theme-classic/footer.json'),
  }
  const docTexts = new Map(parts.map((part) => [part, textsOf(`${part.translated}.json`)]))
  const locales = [rootLocale, ...localeFolders.values()]

  function textsOf(file: string): ReadonlyMap<Locale, ReadonlyMap<string, string>> {
    const read = inLanguages.map(
      ([language, locale]) => [locale, readTexts(joinAddress(base, 'i18n', language, file), folder)] as const,
    )
    // The first of several languages of a locale is its own.
    return new Map(read.toReversed())
  }

  function translated(part: Part, locale: Locale, { key, text }: Label): string {
    return docTexts.get(part)?.get(locale)?.get(key) ?? themeTexts.navbar.get(locale)?.get(key) ?? text
  }

  const reported = new Set<string>()

  function faultOnce(member: string, message: string): void {
    if (reported.has(message)) return
    reported.add(message)
    const file = joinAddress(base, configFile)
    folder.fault(file, 'unread_config', message, lineOfMember(folder.readText(file) ?? '', member))
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
        return placeOf(part, { file, relative: own, fields, locale: rootLocale, language: '' })
      }
      for (const { folder: own, language, locale } of translations.get(part) ?? []) {
        const translated = below(file, own)
        if (translated === null) continue
        const original = joinAddress(part.folder, translated)
        if (!folder.files.has(original)) return { leftOut: 'a translation of no page' }
        const place = placeOf(part, { file, relative: translated, fields, locale, language })
        return 'leftOut' in place ? place : { ...place, translates: original }
      }
    }
    const isOther = below(file, joinAddress(base, 'i18n')) !== null
    if (isOther) return { leftOut: 'in a language that is not served' }
    const isVersion = /(?:^|\/)(?:\w+_)?versioned_docs\//.test(file)
    return { leftOut: isVersion ? 'of another version' : 'outside of the documentation' }
  }

  function isCurrent({ version }: Part): boolean {
    return version === null || version.name === site.found?.default
  }

  /** The addresses of lists of categories and articles, which lead to what these begin with. */
  function listRedirects(): OldAddress[] {
    const file = joinAddress(base, configFile)
    return parts.flatMap((part) =>
      ['', ...localeFolders.keys()].flatMap((language) =>
        [...part.lists].flatMap(([list, what]) => {
          const first = docs.first(part, what, language)
          const from = `/${joinAddress(language, part.route, list)}`
          return first === null ? [] : [{ from, to: `/${joinAddress(language, first)}`, file }]
        }),
      ),
    )
  }

  /** Folders of the documents of the file's own part, then of its version and of those without versions. */
  function roots(file: string): readonly string[] {
    const foldersOf = (part: Part): string[] => [
      ...(translations.get(part) ?? []).flatMap(({ folder }) => (below(file, folder) === null ? [] : [folder])),
      part.folder,
    ]
    const own = parts.find((part) => foldersOf(part).some((each) => below(file, each) !== null))
    const name = own?.version?.name ?? site.found?.default
    const near = parts.filter(({ version }) => version === null || version.name === name)
    return [...(own === undefined ? [] : foldersOf(own)), ...near.map((part) => part.folder), base]
  }

  function placeOf(part: Part, { fields, file, language, locale, relative }: FileOfPart): Place | LeftOut {
    if (lastSegment(relative).startsWith('_')) return { leftOut: 'a part of other pages' }
    if (part.isExcluded(relative)) return { leftOut: 'excluded by the configuration' }
    if (isMarked(fields.get('unlisted'))) return { leftOut: 'not for search engines' }
    const { home, numbers, places, route, type, version } = part
    const { id, own, standing } = addressOf(part, relative, fields)
    const path = joinAddress(route, own)
    const position = number(fields.get('sidebar_position')) ?? numbers.of(lastSegment(relative))
    const listed = places?.place({ id, own, standing, position })
    const isArticle = type === 'blog'
    const place: Place = {
      locale,
      path,
      address: joinAddress(language, path),
      ...(version === null ? {} : { version: { name: version.name, path: joinAddress(home, own) } }),
      order: listed === undefined ? (isArticle ? newestFirst(relative, fields) : position) : listed.order,
      navPath: isArticle ? joinAddress(route, standing) : (listed?.navPath ?? null),
      title: listed?.label == null ? text(fields.get('sidebar_label')) : translated(part, locale, listed.label),
      aside: listed?.aside === true,
      updated: text(record(fields.get('last_update'))['date']),
    }
    const why = excludedBy(fields)
    if (why === null || why === UNLISTED) docs.add(part, id, place, language, isCurrent(part))
    if (why === null && type === 'docs' && listed?.aside === false) {
      const { navPath, order, title } = place
      const card = { file, locale, path, fields, navPath: navPath ?? path, label: title ?? null }
      cards.add(`${language}/${route}`, { ...card, order: order ?? Number.MAX_VALUE })
    }
    return place
  }

  const folders = describeFolders(config, parts, locales, translated)
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
      formulas: formulasOf(folder.readText(joinAddress(base, configFile))),
      modules: { pathOf: docusaurusPaths(base) },
      expand: (source, page) => cards.write(markedCommandTabs(openApiPage(source)), page.shownOn ?? page.file),
      code: (block) => takeLineComments(block, marks),
    },
    links: {
      siteUrl: text(config['url']),
      basePath,
      localeFolders,
      rootLocale: null,
      aliases: new Map([['@site/', base === '' ? '' : `${base}/`]]),
      roots,
      unchecked: 'pathname://',
      relativeTo: 'file',
      bareTo: 'address',
    },
    header: docusaurusHeader(config, {
      file: joinAddress(base, configFile),
      basePath,
      texts: (file, locale) => themeTexts[file].get(locale) ?? new Map(),
      accent: docusaurusAccent(config, folder),
      fault: faultOnce,
      docAt: docs.at,
      sidebarAt: docs.firstOf,
    }),
    get redirects() {
      return listRedirects()
    },
    publicFolders: texts(config['staticDirectories']).map((name) => joinAddress(base, name)),
    folders,
    ...(site.found === null ? {} : { versions: site.found }),
  }
}

function addressOf({ numbers, type }: Part, relative: string, fields: Fields): FileAddress {
  if (type === 'docs') return docAddress(relative, fields, numbers)
  return type === 'blog' ? articleAddress(relative, fields) : pageAddress(relative, fields)
}
