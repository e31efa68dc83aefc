import type { Locale } from '../../../../shared/locale.ts'
import type { Fields } from '../../../front-matter.ts'
import type { SlugStyle } from '../../../slug.ts'
import { below, folderOf, joinAddress, lastSegment, withoutExtension, isMarkdown } from '../../../addresses.ts'
import { editUrlBelow } from '../../edit-url.ts'
import { mkdocsHeader } from '../../headers/mkdocs-header.ts'
import { ignoreRules } from '../../ignore-rules.ts'
import {
  folderKey,
  type FolderInfo,
  type LeftOut,
  type OldAddress,
  type Place,
  type Source,
  type SourceFolder,
  type SourceKind,
} from '../../source.ts'
import { isFalse, isTrue, record, text, texts } from '../../values.ts'
import { CONFIG_FILES, configFile, named, readMkDocsConfig, valueOf } from './config.ts'
import { hooksOf } from './hooks.ts'
import { readLanguages } from './languages.ts'
import { foundNav } from './found-nav.ts'
import { mkdocsMarkdown } from './markdown.ts'
import { readNav } from './nav.ts'
import { append } from '../../../../shared/append.ts'
import { reportAbsent } from '../../order/report-absent.ts'

export const mkdocs: SourceKind = {
  name: 'mkdocs',
  recognises: (names) => CONFIG_FILES.some((name) => names.includes(name)),
  open: openMkDocs,
}

/** Plugins that make or fetch pages which a navigation may name. */
const GENERATORS = [
  'gen-files',
  'monorepo',
  'multirepo',
  'mkdocs-nav-weight',
  'blog',
  'tags',
  'mkdocstrings',
  'autoapi',
  'api-autonav',
]
/** Files that MkDocs leaves out unless it is told otherwise. */
const EXCLUDED = '.*\n/templates/\n'
/** Paths below a repository at which its host edits files, where the configuration has none. */
const EDIT_PATHS: readonly (readonly [RegExp, string])[] = [
  [/^https?:\/\/(?:www\.)?github\.com\//, 'edit/master/docs'],
  [/^https?:\/\/(?:www\.)?gitlab\.com\//, 'edit/master/docs'],
  [/^https?:\/\/(?:www\.)?bitbucket\.org\//, 'src/default/docs'],
]
const INDEX = /(?:^|\/)(?:index|readme)\.\w+$/i

function isIndexFile(path: string): boolean {
  return INDEX.test(path)
}

/** Site path of a file, by its path below the pages of its language. */
function sitePath(path: string): string {
  return isIndexFile(path) ? folderOf(path) : withoutExtension(path)
}

/** Names of the folders directly below one. */
function foldersOf({ files }: SourceFolder, root: string): string[] {
  const names = new Set<string>()
  for (const file of files.keys()) {
    const relative = below(file, root) ?? ''
    if (relative.includes('/')) names.add(relative.split('/', 1)[0] as string)
  }
  return [...names]
}

/**
 * Roots of further languages by their names, where the root of the pages or the configuration lies in the folder of a language:
 * `docs/zh/docs` beside `docs/en/mkdocs.yml`, `docs/zh` beside `docs/en`. One with a configuration of its own is another site.
 * `own` is the language of the root itself.
 */
function languagesBeside(
  folder: SourceFolder,
  root: string,
): { readonly own: string | null; readonly roots: ReadonlyMap<string, string> } {
  const segments = root.split('/')
  const at = segments.findLastIndex((name) => name !== '' && folder.localeOf(name) !== null)
  if (at < 0) return { own: null, roots: new Map() }
  const parent = segments.slice(0, at).join('/')
  const roots = foldersOf(folder, parent)
    .filter((name) => name !== segments[at] && folder.localeOf(name) !== null)
    .filter((name) => !folder.names(joinAddress(parent, name)).some((each) => CONFIG_FILES.includes(each)))
    .map((name) => [name, joinAddress(parent, name, ...segments.slice(at + 1))] as const)
  return { own: segments[at] as string, roots: new Map(roots) }
}

function openMkDocs(folder: SourceFolder): Source {
  const config = readMkDocsConfig(folder)
  const pages = valueOf(config['docs_dir']) ?? 'docs'
  const root = joinAddress(folder.base, pages)
  const names = foldersOf(folder, root)
  const beside = languagesBeside(folder, root)
  const languages = readLanguages(config, names, folder, beside.own, [...beside.roots.keys()])
  const isExcluded = ignoreRules(`${EXCLUDED}${text(config['exclude_docs']) ?? ''}`)
  const isDraft = ignoreRules(text(config['draft_docs']) ?? '')
  const hasFolders = !isFalse(config['use_directory_urls'])
  // The order of the default language holds for all of them.
  const own = names.find(
    (name) => languages.localeOf(name) === languages.defaultLocale && languages.split(`${name}/a`).path === 'a',
  )
  const nav = readNav(foundNav(folder, joinAddress(root, own ?? ''), config), (file) =>
    sitePath(languages.split(file).path),
  )
  const plugins = named(config['plugins'])
  if (!GENERATORS.some((name) => plugins.has(name))) {
    const pathOf = (file: string): string => sitePath(languages.split(file).path)
    const there = new Set([...folder.files.keys()].flatMap((file) => below(file, root) ?? []).map(pathOf))
    const listed = [...nav.places.keys()].filter((file) => isMarkdown(file) && !there.has(pathOf(file)))
    reportAbsent(folder, configFile(folder), listed)
  }
  const hooks = hooksOf(config)
  const hasNav = config['nav'] != null
  const isUnsearched = searchExclusion(named(config['plugins']).get('exclude-search'))
  const isNotInNav = ignoreRules(text(config['not_in_nav']) ?? '')
  const extensions = named(config['markdown_extensions'])
  const redirectMaps = record(record(named(config['plugins']).get('redirects'))['redirect_maps'])
  const aliases = aliasesOf(redirectMaps)
  const themeFolder = valueOf(record(config['theme'])['custom_dir'])
  const theme = themeFolder === null ? null : joinAddress(folder.base, themeFolder)
  if (![...folder.files.keys()].some((file) => below(file, root) !== null)) {
    folder.fault(configFile(folder), 'unread_config', `the folder ${root} has no files`)
  }

  /** Path below `docs_dir`; files of a language beside it are as in a folder of that language. Null for any other file. */
  function relativeOf(file: string): string | null {
    const own = below(file, root)
    if (own !== null) return own
    for (const [language, other] of beside.roots) {
      const path = below(file, other)
      if (path !== null) return `${language}/${path}`
    }
    return null
  }

  function locate(file: string, fields: Fields): Place | LeftOut {
    const relative = relativeOf(file)
    if (relative === null || (theme !== null && below(file, theme) !== null))
      return { leftOut: 'outside of the documentation' }
    if (isExcluded(relative)) return { leftOut: 'excluded by the configuration' }
    if (isDraft(relative)) return { leftOut: 'a draft' }
    if (file.endsWith('.mdx')) return { leftOut: 'outside of the documentation' }
    const { language, path } = languages.split(relative)
    const locale = languages.localeOf(language)
    if (locale === undefined) return { leftOut: 'in a language that is not served', language }
    const isIndex = isIndexFile(path)
    if (isIndex && /^readme/i.test(lastSegment(path)) && hasIndex(file, relative))
      return { leftOut: 'outside of the documentation' }
    const own = sitePath(path)
    // Without a navigation of its own the site lists all pages, but for those that the configuration hides.
    const isHidden = !hasNav && isNotInNav(relative)
    const listed = isHidden ? undefined : (nav.places.get(relative) ?? nav.places.get(path))
    const address = hasFolders
      ? own === ''
        ? ''
        : `${own}/`
      : isIndex
        ? joinAddress(own, 'index.html')
        : `${own}.html`
    const prefix = languages.prefix(language)
    return {
      locale,
      path: own,
      address: prefix === '' ? address : `${prefix}/${address}`,
      order: listed?.order ?? null,
      title: listed?.title ?? null,
      ...(isUnsearched(relative, listed !== undefined) ? { unsearched: true } : {}),
      navPath: listed?.navPath ?? null,
      aside: listed === undefined && own !== '' && (hasNav || isHidden || locale === languages.defaultLocale),
      aliases: aliases.get(relative) ?? [],
      updated: text(record(fields.get('date'))['updated']),
      splash: ['navigation', 'toc'].every((part) => texts(fields.get('hide')).includes(part)),
    }
  }

  /** A README is the page of its folder where there is no index. */
  function hasIndex(file: string, relative: string): boolean {
    const suffix = lastSegment(relative).replace(/^readme/i, '')
    return folder.files.has(joinAddress(folderOf(file), `index${suffix}`))
  }

  const folders = new Map<string, FolderInfo>()
  for (const locale of new Set(languages.locales.values())) {
    for (const [path, title] of nav.titles) folders.set(folderKey(locale, path), { title })
  }
  const localeFolders = new Map<string, Locale>()
  for (const [name, locale] of languages.locales) if (languages.prefix(name) !== '') localeFolders.set(name, locale)
  const site = /^[a-z]+:\/\/[^/]*(\/[^?#]*)?/i.exec(text(config['site_url']) ?? '')?.[1] ?? '/'
  return {
    title: text(config['site_name']),
    describe: () => text(config['site_description']),
    locate,
    editUrl: (file) => editUrlBelow(editBase(config), below(file, root)),
    header: mkdocsHeader(config, configFile(folder), pages),
    dialect: {
      isMdx: () => false,
      slugs: slugStyle(extensions.get('toc') ?? extensions.get('markdown.extensions.toc')),
      ...mkdocsMarkdown({ base: folder.base, root, extensions, config, hooks }),
    },
    links: {
      siteUrl: text(config['site_url']),
      basePath: joinAddress(site) === '' ? '/' : `/${joinAddress(site)}/`,
      localeFolders,
      rootLocale: languages.defaultLocale,
      aliases: new Map(),
      relativeTo: 'file',
    },
    redirects: furtherRedirects(redirectMaps, configFile(folder)),
    folders,
    counts: hooks.counts,
    finished() {
      const missing = hooks.report()
      if (missing !== null) folder.fault(configFile(folder), 'unread_config', missing)
    },
  }
}

/** Pages that the plugin exclude-search keeps out of search. */
function searchExclusion(
  options: Readonly<Record<string, unknown>> | undefined,
): (file: string, isListed: boolean) => boolean {
  if (options === undefined) return () => false
  const rules = (value: unknown, sign: string): string[] =>
    texts(value).map((pattern) => `${sign}/${pattern.replace(/^\/+/, '')}`)
  const isExcluded = ignoreRules([...rules(options['exclude'], ''), ...rules(options['ignore'], '!')].join('\n'))
  const needsNav = isTrue(options['exclude_unreferenced'])
  return (file, isListed) => isExcluded(file) || (needsNav && !isListed)
}

/** Base of addresses at which files are edited: as MkDocs makes it of the address of the repository. */
function editBase(config: Readonly<Record<string, unknown>>): string | null {
  const repository = text(config['repo_url'])
  const own = text(config['edit_uri'])
  if (own !== null && /^https?:/i.test(own)) return own
  const path = config['edit_uri'] === undefined ? EDIT_PATHS.find(([host]) => host.test(repository ?? ''))?.[1] : own
  // An empty path says that there is no link, and one with a query is made by a program of the theme.
  if (repository === null || path == null || path === '' || /[?#]/.test(path)) return null
  return `${repository.replace(/(?<!\/)\/+$/, '')}/${path.replace(/^\/+/, '')}`
}

/** Files that a plugin redirects to others, by those: `old.md` leads to `new.md`. */
function aliasesOf(redirects: Readonly<Record<string, unknown>>): ReadonlyMap<string, readonly string[]> {
  const aliases = new Map<string, string[]>()
  for (const [from, to] of Object.entries(redirects)) {
    const target = (text(to) ?? '').replace(/#.*$/s, '')
    append(aliases, target, oldAddress(from))
  }
  return aliases
}

/** Redirects to other sites and to parts of pages. */
function furtherRedirects(redirects: Readonly<Record<string, unknown>>, file: string): OldAddress[] {
  return Object.entries(redirects).flatMap(([from, to]) => {
    const target = text(to) ?? ''
    if (/^https?:/i.test(target)) return { from: oldAddress(from), to: target, file }
    return target.includes('#')
      ? { from: oldAddress(from), to: `/${target.replace(/(^|\/)README\.md#/, '$1index.md#')}`, file }
      : []
  })
}

/** Address of a file that is no more. */
function oldAddress(file: string): string {
  return `/${withoutExtension(file).replace(/(^|\/)(?:index|README)$/, '$1')}`
}

/** How the extension for contents makes ids of headings. */
function slugStyle(options: Readonly<Record<string, unknown>> | undefined): SlugStyle {
  const { slugify } = options ?? {}
  const isLower = text(record(record(slugify)['kwds'])['case'])?.startsWith('lower') ?? false
  if (typeof slugify === 'object' && slugify !== null) return isLower ? 'pymdownx-lower' : 'pymdownx'
  const name = text(slugify) ?? ''
  if (/^python:pymdownx\.slugs\.(?:uslugify|gfm)(?:_encoded)?$/.test(name)) return 'pymdownx-lower'
  if (name.startsWith('python:pymdownx.slugs.')) return 'pymdownx'
  return name.endsWith('slugify_unicode') ? 'python-unicode' : 'python-markdown'
}
