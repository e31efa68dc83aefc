import type { DocVersion } from '../../../versions/doc-version.ts'
import { joinAddress } from '../../addresses.ts'
import { matcher } from '../../globs.ts'
import { sidebarLabel } from '../../headers/docusaurus-labels.ts'
import { createGroupPaths, type GroupPaths } from '../../order/group-paths.ts'
import type { SourceFolder } from '../../source.ts'
import { list, record, text, texts } from '../../values.ts'
import { readCategories, type Category } from './categories.ts'
import { categoryLists } from './category-lists.ts'
import { placeDocs, type DocPlaces } from './doc-places.ts'
import { readSidebars } from './sidebars.ts'
import { CURRENT, readDocusaurusVersions, type DocusaurusVersion } from './versions.ts'

/** A part of the site: the pages of one plugin. */
export interface Part {
  readonly type: 'docs' | 'blog' | 'pages'
  /** Id of the plugin, which no other one of the site has. */
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
  /** Where its sidebars have its documents; null: it has none. */
  readonly places: DocPlaces | null
  readonly categories: ReadonlyMap<string, Category>
  /** Addresses of its lists, as `categoryLists` gives them. */
  readonly lists: ReadonlyMap<string, string>
}

/** Versions of the first plugin that has some, which are those of the site. */
export interface SiteVersions {
  found: { readonly versions: DocVersion[]; readonly default: string } | null
}

/** Instances of plugins of one site. Each file is looked for in all of them. */
const PART_LIMIT = 50

/** Files and folders that Docusaurus takes for parts of pages, or for tests. */
const EXCLUDED = ['**/_*.{js,jsx,ts,tsx,md,mdx}', '**/_*/**', '**/*.test.{js,jsx,ts,tsx}', '**/__tests__/**']

interface Site {
  readonly config: Readonly<Record<string, unknown>>
  readonly folder: SourceFolder
  readonly versions: SiteVersions
  readonly groupPaths: GroupPaths
}

/** The instances of the plugins for documents, articles and pages, those of presets too. */
export function partsOf(
  config: Readonly<Record<string, unknown>>,
  folder: SourceFolder,
  versions: SiteVersions,
): Part[] {
  const site: Site = { config, folder, versions, groupPaths: createGroupPaths() }
  const parts: Part[] = []
  let hasPreset = false
  for (const preset of list(config['presets']).slice(0, PART_LIMIT)) {
    const [name, options] = Array.isArray(preset) ? (preset as unknown[]) : [preset]
    if (!/preset|classic/.test(text(name) ?? '')) continue
    hasPreset = true
    const { docs, blog, pages } = record(options)
    if (docs !== false) parts.push(...docsParts(record(docs), site))
    if (blog !== false) parts.push(plainPart('blog', record(blog), folder))
    if (pages !== false) parts.push(plainPart('pages', record(pages), folder))
  }
  for (const plugin of list(config['plugins']).slice(0, PART_LIMIT)) {
    const [name, options] = Array.isArray(plugin) ? (plugin as unknown[]) : [plugin]
    const type = /content-(docs|blog|pages)$/.exec(text(name) ?? '')?.[1]
    if (type === 'docs') parts.push(...docsParts(record(options), site))
    else if (type === 'blog' || type === 'pages') parts.push(plainPart(type, record(options), folder))
  }
  if (parts.length === 0 && !hasPreset) parts.push(...docsParts({}, site))
  return parts
}

/** A part for each version that the plugin shows; of a plugin with other versions than the site, the last one. */
function docsParts(
  options: Readonly<Record<string, unknown>>,
  { config, folder, groupPaths, versions: site }: Site,
): Part[] {
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
    const route = joinAddress(home, version.path)
    const read = readSidebars(joinAddress(base, sidebars), folder)
    const categories = readCategories(folder, joinAddress(base, path))
    return {
      type: 'docs',
      plugin: id,
      folder: joinAddress(base, path),
      translated: joinAddress(plugin, isCurrent ? CURRENT : `version-${name}`),
      home: joinAddress(home),
      route,
      version: isOfSite ? version : null,
      editUrl: text(options['editUrl']),
      isExcluded: matcher(Array.isArray(options['exclude']) ? texts(options['exclude']) : EXCLUDED),
      places: placeDocs(read, {
        groupPaths,
        route,
        sectionTitle: (sidebar) => sidebarLabel(config, { ...sidebar, plugin: id }),
      }),
      categories,
      lists: categoryLists(read, categories),
    }
  })
}

function plainPart(type: 'blog' | 'pages', options: Readonly<Record<string, unknown>>, { base }: SourceFolder): Part {
  const id = text(options['id']) ?? 'default'
  const route = typeof options['routeBasePath'] === 'string' ? options['routeBasePath'] : type === 'blog' ? 'blog' : ''
  return {
    type,
    plugin: `${type}/${id}`,
    folder: joinAddress(base, text(options['path']) ?? (type === 'blog' ? 'blog' : 'src/pages')),
    translated: `docusaurus-plugin-content-${type}${id === 'default' ? '' : `-${id}`}`,
    route: joinAddress(route),
    home: joinAddress(route),
    version: null,
    editUrl: text(options['editUrl']),
    isExcluded: matcher(Array.isArray(options['exclude']) ? texts(options['exclude']) : EXCLUDED),
    places: null,
    categories: new Map(),
    // The list of articles begins with the newest one.
    lists: new Map(type === 'blog' ? [['', '/']] : []),
  }
}
