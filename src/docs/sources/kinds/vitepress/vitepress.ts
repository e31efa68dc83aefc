import type { Locale } from '../../../../shared/locale.ts'
import { HEADING_ATTRIBUTES } from '../../../readers/markdown/lines.ts'
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
  function addressOf(file: string): { address: string; language: string; locale: Locale; path: string } | LeftOut {
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
  let hasFooterLinks = false
  const folders = new Map<string, FolderInfo>()
  for (const [language, { locale, pages }] of pagesOf) {
    const others = [...languages.keys()].filter((name) => name !== language)
    const header = headerLinks(memberOf(locale, 'nav'), language)
    const given = memberOf(locale, 'sidebar')
    const sidebar = createSidebar(given, header, { language, others, pages })
    emptySidebars.set(given, sidebar.isEmpty && emptySidebars.get(given) !== false)
    sidebars.set(language, sidebar)
    for (const [path, title] of sidebar.titles) folders.set(folderKey(locale, path), { title })
  }

  if ([...emptySidebars.values()].includes(true)) {
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
  const descriptions = new Map<Locale, string>()
  for (const [name, value] of Object.entries(locales)) {
    const locale = name === 'root' ? folder.localeOf(rootLanguage) : languages.get(name)
    const description = text(record(value)['description'])
    if (locale != null && description !== null) descriptions.set(locale, description)
  }
  return {
    title: text(config['title']) ?? text(record(locales['root'])['title']),
    describe: (locale) => descriptions.get(locale) ?? text(config['description']),
    locate,
    editUrl: (file) => editUrlFrom(editPattern, ':path', below(file, root)),
    publicFolders: [joinAddress(root, text(record(config['vite'])['publicDir']) ?? 'public')],
    dialect: {
      isMdx: () => false,
      headingAttributes:
        attributes['disable'] === true || attributes['leftDelimiter'] !== undefined ? null : HEADING_ATTRIBUTES,
      slugs: isRead ? { slugOf: slugify as TextFunction, repeat: '-' } : 'vitepress',
      formulas,
      ...vitepressMarkdown(root, attributes, themeComponents(settings, folder), formulas),
      code: (block) => takeLineComments(block),
      emoji: true,
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

  function memberOf(locale: Locale, member: string): unknown {
    return themesFor(locale).find((theme) => theme[member] !== undefined)?.[member]
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

  /** Settings of the theme for a locale: those of the folder of its language, of its entry, and of the whole site. */
  function themesFor(locale: Locale): Readonly<Record<string, unknown>>[] {
    const names = [...languages].filter(([, each]) => each === locale).map(([name]) => name)
    const folders =
      names.length > 0 ? names : ['', ...[...ownConfigs.keys()].filter((name) => isRootFolder(name, locale))]
    const entries = names.length > 0 ? names : ['root']
    return [...folders.map((name) => ownConfigs.get(name)), ...entries.map((name) => locales[name]), config].map(
      (each) => record(record(each)['themeConfig']),
    )
  }

  /** Whether a folder has the pages of a locale whose addresses do not name it. */
  function isRootFolder(name: string, locale: Locale): boolean {
    return !languages.has(name) && folder.localeOf(name) === locale
  }
}

function configOf(folder: SourceFolder, settings: string): string | null {
  const name = folder.names(settings).find((each) => /^config\.[cm]?[jt]s$/.test(each))
  if (name !== undefined) return joinAddress(settings, name)
  const inner = folder.names(joinAddress(settings, 'config')).find((each) => /^index\.[cm]?[jt]s$/.test(each))
  return inner === undefined ? null : joinAddress(settings, 'config', inner)
}

/** Configurations of single languages by the folders in which they stand; `''`: that of the pages. */
function languageConfigs(folder: SourceFolder, root: string): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const configs = new Map<string, Readonly<Record<string, unknown>>>()
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
