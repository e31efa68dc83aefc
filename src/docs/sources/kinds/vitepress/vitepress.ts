import type { Locale } from '../../../../shared/locale.ts'
import { FALLBACK_LOCALE } from '../../../../shared/locale.ts'
import type { Fields } from '../../../front-matter.ts'
import { vitepressSlug } from '../../../slug.ts'
import { below, joinAddress, withoutExtension } from '../../addresses.ts'
import { readConfigModule, UNKNOWN } from '../../config-module.ts'
import type { TextFunction } from '../../text-function.ts'
import { matcher } from '../../globs.ts'
import { editUrlFrom } from '../../edit-url.ts'
import { vitepressHeader } from '../../headers/vitepress-header.ts'
import { rewriteRule, RULE_LIMIT, type RewriteRule } from '../../rewrite-rules.ts'
import type { LeftOut, Place, Source, SourceFolder, SourceKind } from '../../source.ts'
import { list, record, text, texts } from '../../values.ts'
import { takeLineComments } from '../../../readers/markdown/code/line-comments.ts'
import { vitepressExpansion } from './vitepress-markdown.ts'
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
  const root = joinAddress(base, text(config['srcDir']) ?? '')
  const isExcluded = matcher(texts(config['srcExclude']))
  const rewrite = rewriter(config['rewrites'], configFile ?? settings, folder)
  const locales = record(config['locales'])
  const rootLanguage = text(record(locales['root'])['lang']) ?? text(config['lang']) ?? 'en'
  const languages = new Map<string, Locale | null>()
  for (const [name, value] of Object.entries(locales)) {
    if (name !== 'root') languages.set(name, folder.localeOf(text(record(value)['lang']) ?? name))
  }
  const ownConfigs = languageConfigs(folder, root)
  const positions = sidebarPositions([config, ...ownConfigs.values()])
  const markdown = record(config['markdown'])
  const slugify = record(markdown['anchor'])['slugify']
  const isRead = typeof slugify === 'function'
  if (slugify !== undefined && !isRead) {
    const message = 'markdown.anchor.slugify is a program, which is not run; ids of headings may differ from the site'
    folder.fault(configFile ?? settings, 'unread_config', message)
  }

  function locate(file: string, fields: Fields): Place | LeftOut {
    const relative = below(file, root)
    if (relative === null) return { leftOut: 'outside of the documentation' }
    if (isExcluded(relative)) return { leftOut: 'excluded by the configuration' }
    if (relative.includes('[')) return { leftOut: 'a template of pages' }
    const address = withoutExtension(rewrite(relative)).replace(/(^|\/)index$/, '$1')
    const first = address.split('/', 1)[0] as string
    const language = languages.has(first) ? first : ''
    const locale = language === '' ? (folder.localeOf(rootLanguage) ?? FALLBACK_LOCALE) : (languages.get(first) ?? null)
    if (locale === null) return { leftOut: 'in a language that is not served', language }
    const path = joinAddress(language === '' ? address : address.slice(first.length))
    const isPage = address !== '' && !address.endsWith('/')
    const shown = isPage && config['cleanUrls'] !== true ? `${address}.html` : address
    const order = positions.get(joinAddress(address)) ?? null
    return { locale, path, address: shown, order, splash: fields.get('layout') === 'home' }
  }

  const editPattern = text(record(record(config['themeConfig'])['editLink'])['pattern'])
  const descriptions = new Map<Locale, string>()
  for (const [name, value] of Object.entries(locales)) {
    const locale = name === 'root' ? folder.localeOf(rootLanguage) : languages.get(name)
    const description = text(record(value)['description'])
    if (locale != null && description !== null) descriptions.set(locale, description)
  }
  const localeFolders = new Map<string, Locale>()
  for (const [name, locale] of languages) if (locale !== null) localeFolders.set(name, locale)
  return {
    title: text(config['title']) ?? text(record(locales['root'])['title']),
    describe: (locale) => descriptions.get(locale) ?? text(config['description']),
    locate,
    editUrl: (file) => editUrlFrom(editPattern, ':path', below(file, root)),
    publicFolders: [joinAddress(root, text(record(config['vite'])['publicDir']) ?? 'public')],
    dialect: {
      isMdx: () => false,
      slugs: isRead ? { slugOf: slugify as TextFunction, repeat: '-' } : 'vitepress',
      expand: vitepressExpansion(root, record(markdown['attrs']), themeComponents(settings, folder)),
      code: (block) => takeLineComments(block),
      emoji: true,
    },
    links: {
      basePath: text(config['base']) ?? '/',
      localeFolders,
      rootLocale: folder.localeOf(rootLanguage) ?? FALLBACK_LOCALE,
      aliases: new Map([['@/', root === '' ? '' : `${root}/`]]),
      // Fragments of links are as they are written where the site makes its own ids.
      ...(isRead ? {} : { fragment: vitepressSlug }),
      relativeTo: 'file',
    },
    header: vitepressHeader(configFile ?? settings, themesFor),
    folders: new Map(),
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

const ITEM_LIMIT = 200_000
const DEPTH_LIMIT = 50

/** Positions of addresses in the order in which the sidebars of all locales name them. */
function sidebarPositions(configs: readonly Readonly<Record<string, unknown>>[]): ReadonlyMap<string, number> {
  const positions = new Map<string, number>()
  let visited = 0

  function add(item: unknown, base: string, depth: number): void {
    // One list may stand in many places.
    if (depth > DEPTH_LIMIT || ++visited > ITEM_LIMIT) return
    if (Array.isArray(item)) return item.forEach((each) => add(each, base, depth + 1))
    const { base: ownBase, items, link } = record(item)
    const within = text(ownBase) ?? base
    const target = text(link)
    if (target !== null && !/^[a-z]+:/i.test(target)) {
      const address = joinAddress(
        `${within}/${target}`
          .replace(/[?#].*$/s, '')
          .replace(/\.(?:md|html)$/, '')
          .replace(/(^|\/)index$/, '$1'),
      )
      if (!positions.has(address)) positions.set(address, positions.size)
    }
    if (items !== undefined) add(list(items), within, depth + 1)
  }
  const themes = configs
    .flatMap((config) => [config, ...Object.values(record(config['locales'])).map(record)])
    .map((each) => record(each['themeConfig']))
  for (const { sidebar } of themes) {
    if (Array.isArray(sidebar)) add(sidebar, '', 0)
    else {
      for (const group of Object.values(record(sidebar))) {
        if (Array.isArray(group)) add(group, '', 0)
        else add(list(record(group)['items']), text(record(group)['base']) ?? '', 0)
      }
    }
  }
  return positions
}
