import type { Locale } from '../../../../shared/locale.ts'
import { append } from '../../../../shared/append.ts'
import { below, folderOf, isMarkdown, lastSegment } from '../../../addresses.ts'
import { readConfigModule } from '../../config/config-module.ts'
import type { LogicalFile } from '../../logical-file.ts'
import type { SourceFolder } from '../../source.ts'
import { record, text, texts } from '../../values.ts'
import type { Collection } from './fumadocs-config.ts'

/** A line between entries with their label, which an icon may stand before: `---[Icon]Label---`. */
const SEPARATOR = /^---(?:\[[^\]]*\])?(.*)---$/
const META = /(?:^|\/)meta(?:\.[\w-]+)?\.json$/

export interface Naming {
  readonly split: (relative: string) => LogicalFile
  readonly localeOf: (language: string | null) => Locale | null
}

/** A folder of a collection, with what is in it by name. */
export interface Node {
  readonly pages: Set<string>
  readonly folders: Map<string, Node>
  /** `pages` of its `meta.json`, or null. */
  items: readonly string[] | null
  /** Labels of the separators among them. */
  readonly labels: Map<Locale, readonly string[]>
}

/** The pages and folders of a collection, with what their `meta.json` files say. */
export interface CollectionTree {
  readonly root: Node
  /** Folders with a title, each with the locales that have it. */
  readonly titles: ReadonlyMap<string, readonly (readonly [Locale, string])[]>
  /** Root folders, whose pages Fumadocs shows by themselves, in their order. */
  readonly roots: ReadonlySet<string>
}

export function readCollection({ dir }: Collection, folder: SourceFolder, { localeOf, split }: Naming): CollectionTree {
  const root = emptyNode()
  const titles = new Map<string, [Locale, string][]>()
  const roots = new Set<string>()
  for (const file of folder.files.keys()) {
    const relative = below(file, dir)
    const isMeta = META.test(relative ?? '')
    if (relative === null || (!isMeta && !isMarkdown(relative))) continue
    const { language, path } = split(relative)
    // The rest of the name is a language that the project does not have.
    if (isMeta && lastSegment(path) !== 'meta') continue
    const within = folderOf(path)
    const node = nodeAt(root, within)
    if (!isMeta) {
      node.pages.add(lastSegment(path))
      continue
    }
    const meta = record(readConfigModule(file, folder.readText)['default'])
    if (language === null || node.items === null)
      node.items = Array.isArray(meta['pages']) ? texts(meta['pages']) : null
    const locale = localeOf(language)
    if (locale !== null) node.labels.set(locale, labelsOf(texts(meta['pages'])))
    const title = text(meta['title'])
    if (locale !== null && title !== null && within !== '') append(titles, within, [locale, title])
    if (within !== '' && (meta['root'] === true || text(meta['root']) !== null)) roots.add(within)
  }
  return { root, titles, roots }
}

/** Names in a folder, its own page first, pages before folders. */
export function namesOf({ folders, pages }: Node): string[] {
  const names = [...pages].sort((a, b) => (a === 'index' ? -1 : b === 'index' ? 1 : a < b ? -1 : 1))
  return [...names, ...[...folders.keys()].filter((name) => !pages.has(name)).sort()]
}

/** Label of a separator, or null if it is not one. */
export function labelOf(item: string): string | null {
  return SEPARATOR.exec(item)?.[1]?.trim() ?? null
}

export function labelsOf(items: readonly string[]): string[] {
  return items.flatMap((item) => labelOf(item) ?? [])
}

function emptyNode(): Node {
  return { pages: new Set(), folders: new Map(), items: null, labels: new Map() }
}

function nodeAt(root: Node, path: string): Node {
  let node = root
  for (const name of path.split('/').filter(Boolean)) {
    let inner = node.folders.get(name)
    if (inner === undefined) node.folders.set(name, (inner = emptyNode()))
    node = inner
  }
  return node
}
