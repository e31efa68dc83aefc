import { emojiAt } from '../../expansion/emoji.ts'
import type { Locale } from '../../../../shared/locale.ts'
import type { Fields } from '../../../front-matter.ts'
import { vitepressSlug } from '../../../slug.ts'
import { below, isMarkdown, joinAddress, withoutExtension } from '../../../addresses.ts'
import { readConfigModule } from '../../config/config-module.ts'
import { isRecord, UNKNOWN } from '../../config/config-values.ts'
import { lineOfMember } from '../../config/member-line.ts'
import type { TextFunction } from '../../config/text-function.ts'
import { matcher } from '../../globs.ts'
import { editUrlFrom } from '../../edit-url.ts'
import { vitepressHeader } from '../../headers/vitepress-header.ts'
import { rewriteRule, RULE_LIMIT, type RewriteRule } from '../../rewrite-rules.ts'
import { onlyServed, localeOutside } from '../../languages.ts'
import { folderKey } from '../../source.ts'
import type { FolderInfo, LeftOut, Place, Source, SourceFolder, SourceFooter, SourceKind } from '../../source.ts'
import { record, shownText, text, texts } from '../../values.ts'
import { takeLineComments } from '../../../readers/markdown/code/line-comments.ts'
import { reportUnread } from '../../config/unread-members.ts'
import { brandOf, iconOf } from './look.ts'
import { CONFIG_MEMBERS, SIDEBAR_MEMBERS } from './config-members.ts'
import { headerLinks } from './section-title.ts'
import { createSidebar, type Sidebar } from './sidebar.ts'
import { vitepressMarkdown } from './vitepress-markdown.ts'
import { themeComponents } from './vue-components.ts'
import { reportAbsent } from '../../order/report-absent.ts'

interface Address {
  readonly address: string
  /** Name of the folder of its language, or `''`. */
  readonly language: string
  readonly locale: Locale
  readonly path: string
}

interface Themes {
  readonly config: Config
  readonly folder: SourceFolder
  readonly languages: ReadonlyMap<string, Locale | null>
  /** Configurations of single languages by their folders. */
  readonly ownConfigs: ReadonlyMap<string, Config>
}

type Config = Readonly<Record<string, unknown>>

export const vitepress: SourceKind = {
  name: 'vitepress',
  recognises: (names) => names.includes('.vitepress'),
  open: openVitePress,
}

function openVitePress(folder: SourceFolder): Source {
  const { base } = folder
  const settings = joinAddress(base, '.vitepress')
  const configFile = configOf(folder, settings)
  const config = record(configFile === null ? {} : readConfigModule(configFile, folder.readText)['default'])
  reportUnread(config, CONFIG_MEMBERS, folder, SIDEBAR_MEMBERS)
  const root = joinAddress(base, text(config['srcDir']) ?? '')
  const isExcluded = matcher(texts(config['srcExclude']))
  const rewrite = rewriter(config['rewrites'], configFile ?? settings, folder)
  const locales = record(config['locales'])
  const unnamed = localeOutside(
    folder,
    Object.entries(locales).flatMap(([name, value]) => (name === 'root' ? [] : [text(record(value)['lang']) ?? name])),
  )
  const rootLanguage = text(record(locales['root'])['lang']) ?? text(config['lang']) ?? unnamed
  const rootLocale = folder.localeOf(rootLanguage) ?? unnamed
  const languages = new Map<string, Locale | null>()
  for (const [name, value] of Object.entries(locales)) {
    if (name !== 'root') languages.set(name, folder.localeOf(text(record(value)['lang']) ?? name))
  }
  const ownConfigs = languageConfigs(folder, root)
  for (const own of ownConfigs.values()) reportUnread(own, CONFIG_MEMBERS, folder, SIDEBAR_MEMBERS)
  const themesFor = themesBy({ config, folder, languages, ownConfigs })
  const memberOf = (locale: Locale, member: string): unknown =>
    themesFor(locale).find((theme) => theme[member] !== undefined)?.[member]
  const markdown = record(config['markdown'])
  const attributes = record(markdown['attrs'])
  const { math } = markdown
  // They are those of markdown-it-mathjax3.
  const formulas = math === true || isRecord(math) ? 'tight dollars' : 'double dollars'
  const slugify = record(markdown['anchor'])['slugify']
  const isRead = typeof slugify === 'function'
  if (slugify !== undefined && !isRead) {
    const message = 'markdown.anchor.slugify is a program, which is not run; ids of headings may differ from the site'
    folder.fault(configFile ?? settings, 'unread_config', message)
  }

  /** Where a page stands; its folder names its language. */
  function addressOf(file: string): Address | LeftOut {
    const relative = below(file, root)
    if (relative === null) return { leftOut: 'outside of the documentation' }
    if (isExcluded(relative)) return { leftOut: 'excluded by the configuration' }
    if (relative.includes('[')) return { leftOut: 'a template of pages' }
    const address = withoutExtension(rewrite(relative)).replace(/(^|\/)index$/, '$1')
    const first = address.split('/', 1)[0] as string
    const language = languages.has(first) ? first : ''
    const locale = language === '' ? rootLocale : (languages.get(first) ?? null)
    if (locale === null) return { leftOut: 'in a language that is not served', language }
    return { address, language, locale, path: joinAddress(language === '' ? address : address.slice(first.length)) }
  }

  let hasFooterLinks = false
  const { dead, folders, isEmpty, sidebars } = readSidebars(folder, addressOf, memberOf, [...languages.keys()])
  if (!isEmpty) reportAbsent(folder, configFile ?? settings, dead)
  else {
    const message = 'themeConfig.sidebar names no page that can be read, so pages are in the order of their folders'
    folder.fault(configFile ?? settings, 'unread_config', message, lineOf('sidebar'))
  }

  function locate(file: string, fields: Fields): Place | LeftOut {
    const found = addressOf(file)
    if ('leftOut' in found) return found
    const { address, language, locale, path } = found
    const isPage = address !== '' && !address.endsWith('/')
    const shown = isPage && config['cleanUrls'] !== true ? `${address}.html` : address
    const listed = sidebars.get(language)?.place(path) ?? { order: null }
    return { locale, path, address: shown, splash: fields.get('layout') === 'home', ...listed }
  }

  const editPattern = text(record(record(config['themeConfig'])['editLink'])['pattern'])
  const descriptions = descriptionsOf(locales, (name) =>
    name === 'root' ? folder.localeOf(rootLanguage) : languages.get(name),
  )
  return {
    title: text(config['title']) ?? text(record(locales['root'])['title']),
    describe: (locale) => descriptions.get(locale) ?? text(config['description']),
    locate,
    editUrl: (file) => editUrlFrom(editPattern, ':path', below(file, root)),
    publicFolders: [joinAddress(root, text(record(config['vite'])['publicDir']) ?? 'public')],
    dialect: {
      isMdx: () => false,
      slugs: isRead ? { slugOf: slugify as TextFunction, repeat: '-' } : 'vitepress',
      formulas,
      ...vitepressMarkdown(root, attributes, themeComponents(settings, folder)),
      code: (block) => takeLineComments(block),
      emoji: emojiAt,
    },
    links: {
      basePath: text(config['base']) ?? '/',
      localeFolders: onlyServed(languages),
      rootLocale,
      aliases: new Map([['@/', root === '' ? '' : `${root}/`]]),
      // Fragments of links are as they are written where the site makes its own ids.
      ...(isRead ? {} : { fragment: vitepressSlug }),
      relativeTo: 'file',
    },
    header: vitepressHeader(configFile ?? settings, memberOf, {
      accent: brandOf(settings, folder),
      favicon: iconOf(config['head'], text(config['base']) ?? '/'),
      footer,
    }),
    folders,
  }

  /** Its links are told once: they stand in a text here, which has none. */
  function footer(locale: Locale): SourceFooter {
    const { copyright, message: own } = record(memberOf(locale, 'footer'))
    const { hasLinks, text: shown } = shownText([own, copyright])
    if (hasLinks && !hasFooterLinks) {
      const message = 'links of themeConfig.footer are shown as text; footer.groups of site.yaml can have them'
      folder.fault(configFile ?? settings, 'unread_config', message, lineOf('footer'))
    }
    hasFooterLinks ||= hasLinks
    return { text: shown, groups: [] }
  }

  /** Line of the configuration that names a member of the theme. */
  function lineOf(name: 'footer' | 'sidebar'): number {
    return lineOfMember(folder.readText(configFile ?? settings) ?? '', name)
  }
}

/** Reads the sidebar of each language that has pages. */
function readSidebars(
  folder: SourceFolder,
  addressOf: (file: string) => Address | LeftOut,
  memberOf: (locale: Locale, member: string) => unknown,
  names: readonly string[],
) {
  const pagesOf = new Map<string, { readonly locale: Locale; readonly pages: Set<string> }>()
  for (const file of folder.files.keys()) {
    const found = isMarkdown(file) ? addressOf(file) : null
    if (found === null || 'leftOut' in found) continue
    const { language, locale, path } = found
    if (!pagesOf.has(language)) pagesOf.set(language, { locale, pages: new Set() })
    pagesOf.get(language)?.pages.add(path)
  }
  const sidebars = new Map<string, Sidebar>()
  /** Whether no language that has a sidebar has one of its pages. Languages may share one. */
  const emptySidebars = new Map<unknown, boolean>()
  const folders = new Map<string, FolderInfo>()
  const absent = new Map<string, string>()
  for (const [language, { locale, pages }] of pagesOf) {
    const others = names.filter((name) => name !== language)
    const header = headerLinks(memberOf(locale, 'nav'), language)
    const given = memberOf(locale, 'sidebar')
    const sidebar = createSidebar(given, header, { absent, language, others, pages })
    emptySidebars.set(given, sidebar.isEmpty && emptySidebars.get(given) !== false)
    sidebars.set(language, sidebar)
    for (const [path, title] of sidebar.titles) folders.set(folderKey(locale, path), { title })
  }
  // Languages may share a sidebar, and a page that a program makes is no file of this folder.
  const isThere = (path: string): boolean => [...pagesOf.values()].some(({ pages }) => pages.has(path))
  const hasMade = [...folder.files.keys()].some((file) => file.includes('['))
  const dead = [...absent].filter(([path]) => !hasMade && !isThere(path) && !/\.\w+$/.test(path))
  return {
    folders,
    isEmpty: [...emptySidebars.values()].includes(true),
    sidebars,
    dead: dead.map(([, link]) => link),
  }
}

/** Settings of the theme for a locale: those of the folder of its language, of its entry, and of the whole site. */
function themesBy({ config, folder, languages, ownConfigs }: Themes): (locale: Locale) => Config[] {
  const locales = record(config['locales'])
  /** Whether a folder has the pages of a locale whose addresses do not name it. */
  const isRootFolder = (name: string, locale: Locale): boolean =>
    !languages.has(name) && folder.localeOf(name) === locale
  return (locale) => {
    const names = [...languages].filter(([, each]) => each === locale).map(([name]) => name)
    const folders =
      names.length > 0 ? names : ['', ...[...ownConfigs.keys()].filter((name) => isRootFolder(name, locale))]
    const entries = names.length > 0 ? names : ['root']
    return [...folders.map((name) => ownConfigs.get(name)), ...entries.map((name) => locales[name]), config].map(
      (each) => record(record(each)['themeConfig']),
    )
  }
}

/** Summaries of the languages of a site that have one. */
function descriptionsOf(
  locales: Config,
  localeOf: (name: string) => Locale | null | undefined,
): ReadonlyMap<Locale, string> {
  const found = Object.entries(locales).flatMap(([name, value]): [Locale, string][] => {
    const locale = localeOf(name)
    const description = text(record(value)['description'])
    return locale == null || description === null ? [] : [[locale, description]]
  })
  return new Map(found)
}

function configOf(folder: SourceFolder, settings: string): string | null {
  const name = folder.names(settings).find((each) => /^config\.[cm]?[jt]s$/.test(each))
  if (name !== undefined) return joinAddress(settings, name)
  const inner = folder.names(joinAddress(settings, 'config')).find((each) => /^index\.[cm]?[jt]s$/.test(each))
  return inner === undefined ? null : joinAddress(settings, 'config', inner)
}

/** Configurations of single languages by the folders in which they stand; `''`: that of the pages. */
function languageConfigs(folder: SourceFolder, root: string): ReadonlyMap<string, Config> {
  const configs = new Map<string, Config>()
  for (const file of folder.files.keys()) {
    const [, name = null] = /^(?:([^/]+)\/)?config\.[cm]?[jt]s$/.exec(below(file, root) ?? '') ?? []
    const isConfig = name !== null || /^config\.[cm]?[jt]s$/.test(below(file, root) ?? '')
    if (isConfig) configs.set(name ?? '', record(readConfigModule(file, folder.readText)['default']))
  }
  return configs
}

function rewriter(rewrites: unknown, file: string, folder: SourceFolder): (path: string) => string {
  if (rewrites === undefined) return (path) => path
  if (rewrites === UNKNOWN || typeof rewrites !== 'object') {
    folder.fault(
      file,
      'unread_config',
      'rewrites is made by a program, which is not run; addresses may differ from the site',
    )
    return (path) => path
  }
  const rules = Object.entries(record(rewrites))
    .slice(0, RULE_LIMIT)
    .flatMap(([from, to]): RewriteRule[] => {
      const rule = typeof to === 'string' ? rewriteRule(from, to) : null
      if (rule === null) folder.fault(file, 'unread_config', `the rewrite of ${from.slice(0, 100)} cannot be read`)
      return rule === null ? [] : [rule]
    })
  return (path) => {
    for (const rule of rules) {
      const written = rule(path)
      if (written !== null) return written
    }
    return path
  }
}
