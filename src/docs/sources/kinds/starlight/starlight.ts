import type { Locale } from '../../../../shared/locale.ts'
import type { Fields } from '../../../front-matter.ts'
import { createSlugger } from '../../../slug.ts'
import { below, folderOf, joinAddress, lastSegment, withoutExtension } from '../../../addresses.ts'
import { formulasOf } from '../../config/formula-switch.ts'
import { readConfigModule } from '../../config/config-module.ts'
import { UNKNOWN } from '../../config/config-values.ts'
import { editUrlBelow } from '../../edit-url.ts'
import { starlightHeader } from '../../headers/starlight-header.ts'
import { localesOf, type SiteLanguage, localeOutside } from '../../languages.ts'
import { aliasesOf } from '../../mdx/aliases.ts'
import { reportUnread } from '../../config/unread-members.ts'
import type { LeftOut, OldAddress, Place, Source, SourceFolder, SourceKind } from '../../source.ts'
import { list, number, record, text } from '../../values.ts'
import { starlightMarkdown } from './starlight-markdown.ts'
import { readStarlightSidebar } from './starlight-sidebar.ts'

/** Languages of a site. */
const LANGUAGE_LIMIT = 200
const REDIRECT_LIMIT = 10_000
const COLLECTIONS = ['ts', 'mts', 'js', 'mjs'].flatMap((extension) => [
  `content.config.${extension}`,
  `content/config.${extension}`,
])
const CONFIG = /^astro\.config\.[cm]?[jt]s$/

/** What is read of the configuration of Astro, and of the options of Starlight. */
const ASTRO_MEMBERS = ['site', 'base', 'srcDir', 'publicDir', 'redirects']
const OPTIONS =
  `title description defaultLocale locales locales.* locales.*.lang editLink editLink.baseUrl logo logo.src logo.light
  logo.dark social social.* sidebar sidebar.**`.split(/\s+/)
const SIDEBAR_MEMBERS = new Set(['label', 'slug', 'link', 'items', 'autogenerate', 'directory', 'translations'])

export const starlight: SourceKind = {
  name: 'starlight',
  recognises(names, folder) {
    const config = names.find((name) => CONFIG.test(name))
    if (config === undefined) return false
    return folder.readText(config)?.includes('starlight') === true || folder.names('src/content/docs').length > 0
  },
  open: openStarlight,
}

function openStarlight(folder: SourceFolder): Source {
  const { base } = folder
  const configFile = joinAddress(base, folder.names(base).find((name) => CONFIG.test(name)) ?? '')
  const astro = record(readConfigModule(configFile, folder.readText)['default'])
  const config = starlightOptions(astro)
  if (config === null) {
    const message =
      'the options of starlight() are made by a program, which is not run; languages and order may be missing'
    folder.fault(configFile, 'unread_config', message)
  }
  const options = config ?? {}
  reportUnread(astro, ASTRO_MEMBERS, folder)
  reportUnread(options, OPTIONS, folder, SIDEBAR_MEMBERS)
  const root = joinAddress(base, text(astro['srcDir']) ?? 'src', 'content/docs')
  const languages = languagesOf(options, folder)
  const locales = localesOf(languages, folder.localeOf)
  const rootLanguage = languages.find(({ name }) => name === 'root')
  const rootLocale = folder.localeOf(rootLanguage?.lang) ?? folder.defaultLocale
  const isRootServed =
    rootLanguage === undefined || locales.get('root') !== null || folder.localeOf(rootLanguage.lang) === null
  const aliases = aliasesOf(base, folder)
  const sidebar = readStarlightSidebar(options['sidebar'], languages, locales)

  const hidesFolders = hasPlainCollections(folder)

  function locate(file: string, fields: Fields): Place | LeftOut {
    const relative = below(file, root)
    if (relative === null) return { leftOut: 'outside of the documentation' }
    const names = hidesFolders ? relative.split('/') : [lastSegment(relative)]
    if (names.some((name) => name.startsWith('_'))) return { leftOut: 'a part of other pages' }
    const slug = fields.get('slug')
    const address = typeof slug === 'string' ? joinAddress(slug) : addressOf(relative)
    const first = address.split('/', 1)[0] as string
    const named = first !== 'root' && locales.has(first)
    const locale = named ? locales.get(first) : isRootServed ? rootLocale : null
    if (locale == null) return { leftOut: 'in a language that is not served', language: first }
    const path = joinAddress(named ? address.slice(first.length) : address)
    if (path === '404') return { leftOut: 'a page for what is not found' }
    const own = record(fields.get('sidebar'))
    const order = sidebar.position(path, number(own['order']))
    const title = sidebar.label(path, locale) ?? text(own['label'])
    const updated = text(fields.get('lastUpdated'))
    const splash = fields.get('template') === 'splash'
    const navPath = sidebar.navPath(path)
    return { locale, path, address, order, navPath, title, updated, splash, aside: sidebar.isAside(path) }
  }

  const localeFolders = new Map<string, Locale>()
  for (const [name, locale] of locales) if (name !== 'root' && locale !== null) localeFolders.set(name, locale)
  return {
    title: titleOf(options['title'], rootLanguage?.lang),
    describe: () => text(options['description']),
    locate,
    editUrl: (file) => editUrlBelow(text(record(options['editLink'])['baseUrl']), below(file, base)),
    publicFolders: [joinAddress(base, text(astro['publicDir']) ?? 'public')],
    header: starlightHeader(options, configFile),
    dialect: {
      isMdx: (file) => file.endsWith('.mdx'),
      slugs: 'github',
      formulas: formulasOf(folder.readText(configFile)),
      ...starlightMarkdown(aliases),
    },
    links: {
      siteUrl: text(astro['site']),
      basePath: `/${joinAddress(text(astro['base']) ?? '')}/`.replace('//', '/'),
      localeFolders,
      rootLocale: rootLanguage === undefined && languages.length > 0 ? null : rootLocale,
      aliases,
      relativeTo: 'address',
    },
    redirects: redirectsOf(astro['redirects'], configFile).filter(({ from }) => {
      return locales.get(joinAddress(from).split('/', 1)[0] ?? '') !== null
    }),
    folders: sidebar.folders,
  }
}

/** Whether the collections of the site are without loaders, where Astro takes `_` before the name of a folder for a part of pages. */
function hasPlainCollections({ base, readText }: SourceFolder): boolean {
  const configs = COLLECTIONS.flatMap((name) => readText(joinAddress(base, 'src', name)) ?? [])
  return configs.length > 0 && !configs.some((config) => /loader/i.test(config))
}

/** Redirects that Astro makes pages of. Those with patterns lead to no one page. */
function redirectsOf(written: unknown, file: string): OldAddress[] {
  return Object.entries(record(written))
    .slice(0, REDIRECT_LIMIT)
    .flatMap(([from, target]) => {
      const to = text(target) ?? text(record(target)['destination'])
      return to === null || /[[\]]/.test(from + to) ? [] : [{ from, to, file }]
    })
}

/** What `starlight()` gets, among the integrations of Astro; null: it cannot be told. */
function starlightOptions(astro: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | null {
  const integrations = list(astro['integrations']).flat()
  return integrations.map(record).find((each) => each['title'] !== undefined && each['title'] !== UNKNOWN) ?? null
}

/** The languages, that of pages outside of their folders as `root`. A site of one language has that alone. */
function languagesOf(options: Readonly<Record<string, unknown>>, folder: SourceFolder): SiteLanguage[] {
  const written = Object.entries(record(options['locales']))
    .slice(0, LANGUAGE_LIMIT)
    .map(([name, value]) => ({ name, lang: text(record(value)['lang']) ?? (name === 'root' ? null : name) }))
  const unnamed = localeOutside(
    folder,
    written.flatMap(({ lang, name }) => (name === 'root' || lang === null ? [] : [lang])),
  )
  const languages = written.map(({ lang, name }) => ({ name, lang: lang ?? unnamed }))
  return languages.length > 0 ? languages : [{ name: 'root', lang: text(options['defaultLocale']) ?? unnamed }]
}

/** A title for all languages, or one for each. */
function titleOf(title: unknown, lang: string | undefined): string | null {
  const titles = record(title)
  return (
    text(title) ??
    text(titles[lang ?? 'en']) ??
    Object.values(titles)
      .map(text)
      .find((each) => each !== null) ??
    null
  )
}

/** The address that Astro makes of the name of a file: each segment like the id of a heading. */
function addressOf(relative: string): string {
  const segments = joinAddress(folderOf(relative), withoutExtension(lastSegment(relative))).split('/')
  return segments
    .map((segment) => createSlugger('github').next(segment))
    .join('/')
    .replace(/(?:^|\/)index$/, '')
}
