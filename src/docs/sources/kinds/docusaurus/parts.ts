import type { DocVersion } from '../../../versions/doc-version.ts'
import { joinAddress } from '../../../addresses.ts'
import { matcher } from '../../globs.ts'
import { sidebarLabel } from '../../headers/docusaurus-labels.ts'
import { createGroupPaths, type GroupPaths } from '../../order/group-paths.ts'
import type { SourceFolder } from '../../source.ts'
import { list, record, text, texts } from '../../values.ts'
import { readCategories, type Category } from './categories.ts'
import { categoryLists } from './category-lists.ts'
import { placeDocs, type DocPlaces } from './doc-places.ts'
import { numberPrefixes, type NumberPrefixes } from './numbers.ts'
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
  readonly numbers: NumberPrefixes
  /** Base of addresses at which files are edited; null if the configuration has none as plain text. */
  readonly editUrl: string | null
  /** Where its sidebars have its documents, or null. */
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
const TYPES = ['docs', 'blog', 'pages'] as const

/** Files and folders that Docusaurus takes for parts of pages, or for tests. */
const EXCLUDED = ['**/_*.{js,jsx,ts,tsx,md,mdx}', '**/_*/**', '**/*.test.{js,jsx,ts,tsx}', '**/__tests__/**']

interface Site {
  readonly config: Readonly<Record<string, unknown>>
  readonly folder: SourceFolder
  readonly versions: SiteVersions
  readonly groupPaths: GroupPaths
}

/** An instance of a plugin for documents, articles or pages. */
interface Plugin {
  readonly type: Part['type']
  readonly options: Readonly<Record<string, unknown>>
}

/** The parts of the instances of the plugins for documents, articles and pages, those of presets too. */
export function partsOf(
  config: Readonly<Record<string, unknown>>,
  folder: SourceFolder,
  versions: SiteVersions,
): Part[] {
  const plugins = pluginsOf(config)
  const owners = new Map(plugins.map((plugin) => [homeOf(plugin), plugin]))
  let current: Plugin | null = null
  // No section of a plugin stands at the address of another one.
  const groupPaths = createGroupPaths((path) => owners.has(path) && owners.get(path) !== current)
  const site: Site = { config, folder, versions, groupPaths }
  return plugins.flatMap((plugin) => {
    current = plugin
    return plugin.type === 'docs' ? docsParts(plugin, site) : [plainPart(plugin.type, plugin, folder)]
  })
}

function pluginsOf(config: Readonly<Record<string, unknown>>): Plugin[] {
  const plugins: Plugin[] = []
  let hasPreset = false
  for (const preset of list(config['presets']).slice(0, PART_LIMIT)) {
    const [name, options] = Array.isArray(preset) ? (preset as unknown[]) : [preset]
    if (!/preset|classic/.test(text(name) ?? '')) continue
    hasPreset = true
    for (const type of TYPES) {
      const own = record(options)[type]
      if (own !== false) plugins.push({ type, options: record(own) })
    }
  }
  for (const plugin of list(config['plugins']).slice(0, PART_LIMIT)) {
    const [name, options] = Array.isArray(plugin) ? (plugin as unknown[]) : [plugin]
    const type = TYPES.find((each) => text(name)?.endsWith(`content-${each}`))
    if (type !== undefined) plugins.push({ type, options: record(options) })
  }
  if (plugins.length === 0 && !hasPreset) plugins.push({ type: 'docs', options: {} })
  return plugins
}

/** Address of all that a plugin has. */
function homeOf({ options, type }: Plugin): string {
  const usual = { docs: 'docs', blog: 'blog', pages: '' }[type]
  const { routeBasePath } = options
  return joinAddress(typeof routeBasePath === 'string' ? routeBasePath : usual)
}

/** A part for each version that the plugin shows; of a plugin with other versions than the site, the last one. */
function docsParts(plugin: Plugin, { config, folder, groupPaths, versions: site }: Site): Part[] {
  const { options } = plugin
  const home = homeOf(plugin)
  const numbers = numberPrefixes(options['numberPrefixParser'])
  const { base } = folder
  const id = text(options['id']) ?? 'default'
  const prefix = id === 'default' ? '' : `${id}_`
  const folderOf = (version: string): string => joinAddress(base, `${prefix}versioned_docs/version-${version}`)
  const listFile = joinAddress(base, `${prefix}versions.json`)
  const { last, versions } = readDocusaurusVersions(options, listFile, folderOf, folder)
  if (versions.length > 1) site.found ??= { versions: [], default: last.name }
  const isOfSite = versions.length > 1 && site.found?.default === last.name
  for (const version of isOfSite ? versions : []) {
    if (site.found?.versions.every(({ name }) => name !== version.name)) site.found.versions.push(version)
  }
  // The version that is shown first gives sections their names, which those of others follow.
  const others = isOfSite ? versions.filter(({ name }) => name !== last.name) : []
  return [last, ...others].map((version) => {
    const { name } = version
    const isCurrent = name === CURRENT
    const docs = isCurrent ? joinAddress(base, text(options['path']) ?? 'docs') : folderOf(name)
    // Without a file of its own, a further plugin lists its documents as they stand in folders.
    const own = text(options['sidebarPath']) ?? (id === 'default' ? 'sidebars.js' : '')
    const sidebars = isCurrent ? own : `${prefix}versioned_sidebars/version-${name}-sidebars.json`
    const translated = `docusaurus-plugin-content-docs${id === 'default' ? '' : `-${id}`}`
    const route = joinAddress(home, version.path)
    const read = readSidebars(joinAddress(base, sidebars), folder, isCurrent ? null : name, numbers)
    const categories = readCategories(folder, docs, numbers)
    return {
      type: 'docs',
      plugin: id,
      folder: docs,
      translated: joinAddress(translated, isCurrent ? CURRENT : `version-${name}`),
      home,
      route,
      version: isOfSite ? version : null,
      numbers,
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

function plainPart(type: 'blog' | 'pages', plugin: Plugin, { base }: SourceFolder): Part {
  const { options } = plugin
  const route = homeOf(plugin)
  const id = text(options['id']) ?? 'default'
  return {
    type,
    plugin: `${type}/${id}`,
    folder: joinAddress(base, text(options['path']) ?? (type === 'blog' ? 'blog' : 'src/pages')),
    translated: `docusaurus-plugin-content-${type}${id === 'default' ? '' : `-${id}`}`,
    route,
    home: route,
    version: null,
    numbers: numberPrefixes(undefined),
    editUrl: text(options['editUrl']),
    isExcluded: matcher(Array.isArray(options['exclude']) ? texts(options['exclude']) : EXCLUDED),
    places: null,
    categories: new Map(),
    // The list of articles begins with the newest one.
    lists: new Map(type === 'blog' ? [['', '/']] : []),
  }
}
