import type { Locale } from '../../../../shared/locale.ts'
import { below, folderOf, isMarkdown, joinAddress, lastSegment } from '../../../addresses.ts'
import { append } from '../../../../shared/append.ts'
import { readConfigModule } from '../../config/config-module.ts'
import { createSlugger } from '../../../slug.ts'
import type { LogicalFile } from '../../logical-file.ts'
import type { GroupPaths } from '../../order/group-paths.ts'
import { folderKey, type FolderInfo, type SourceFolder } from '../../source.ts'
import { record, text, texts } from '../../values.ts'
import type { Collection } from './fumadocs-config.ts'

const DEPTH_LIMIT = 64
const ITEM_LIMIT = 200_000

interface Naming {
  readonly split: (relative: string) => LogicalFile
  readonly localeOf: (language: string | null) => Locale | null
  readonly locales: readonly Locale[]
  readonly groupPaths: GroupPaths
}

/** A line between entries with their label, which an icon may stand before: `---[Icon]Label---`. */
const SEPARATOR = /^---(?:\[[^\]]*\])?(.*)---$/
const PARENTHESES = /^\((.*)\)$/

/** A folder of a collection, with what is in it by name. */
interface Node {
  readonly pages: Set<string>
  readonly folders: Map<string, Node>
  /** `pages` of its `meta.json`, or null. */
  items: readonly string[] | null
  /** Labels of the separators among them. */
  readonly labels: Map<Locale, readonly string[]>
}

/**
 * Reads the `meta.json` files of a collection: positions of pages, by the folder of the collection and their path in it,
 * and titles of folders. Gives the place in the navigation of a path in the collection.
 */
export function readFumadocsMeta(
  collection: Collection,
  folder: SourceFolder,
  { groupPaths, localeOf, locales, split }: Naming,
  positions: Map<string, number>,
  folders: Map<string, FolderInfo>,
): (path: string) => string {
  const root = emptyNode()
  /** Folders with a title, each with the locales that have it. */
  const titles = new Map<string, [Locale, string][]>()
  /** Root folders, whose pages Fumadocs shows by themselves, with their sections. */
  const sections = new Map<string, string>()
  for (const file of folder.files.keys()) {
    const relative = below(file, collection.dir)
    if (relative === null) continue
    const isMeta = /(?:^|\/)meta(?:\.[\w-]+)?\.json$/.test(relative)
    if (!isMeta && !isMarkdown(relative)) continue
    const { language, path } = split(relative)
    // The rest of the name is a language that the project does not have.
    if (isMeta && lastSegment(path) !== 'meta') continue
    const within = folderOf(path)
    const node = nodeAt(root, within)
    if (!isMeta) node.pages.add(lastSegment(path))
    else {
      const meta = record(readConfigModule(file, folder.readText)['default'])
      if (language === null || node.items === null)
        node.items = Array.isArray(meta['pages']) ? texts(meta['pages']) : null
      const locale = localeOf(language)
      if (locale !== null) node.labels.set(locale, labelsOf(texts(meta['pages'])))
      const title = text(meta['title'])
      if (locale !== null && title !== null && within !== '') append(titles, within, [locale, title])
      const isRoot = meta['root'] === true || text(meta['root']) !== null
      if (isRoot && within !== '' && !sections.has(within))
        sections.set(within, groupPaths.next(lastSegment(within).replace(PARENTHESES, '$1'), '', ''))
    }
  }

  /** Groups below separators, by the pages and folders in them. */
  const groups = new Map<string, string>()
  /** Folders whose entries are listed in the folder around them. */
  const extracted = new Set<string>()

  /** Folders in parentheses, which are no part of addresses, have a place where they have a title. */
  function placeOf(path: string): string {
    let place = collection.route
    let isInSection = false
    let within = ''
    for (const segment of path.split('/').filter(Boolean)) {
      within = joinAddress(within, segment)
      const section = sections.get(within)
      const [, group] = PARENTHESES.exec(segment) ?? []
      if (section !== undefined && !isInSection) {
        place = section
        isInSection = true
      } else {
        place = joinAddress(place, groups.get(within) ?? '')
        const isShown = group === undefined || titles.has(within)
        if (isShown && (!extracted.has(within) || path === `${within}/index`))
          place = joinAddress(place, group ?? segment)
      }
    }
    return place.replace(/(?:^|\/)index$/, '')
  }

  let next = positions.size
  const seen = new Set<Node>()

  /** @param shown names in the folder that has the entries of this one in the navigation */
  function place(node: Node, path: string, depth: number, shown: Set<string>): void {
    if (seen.has(node) || depth > DEPTH_LIMIT || next > ITEM_LIMIT) return
    seen.add(node)
    const hidden = new Set((node.items ?? []).map((item) => item.replace(/^!|^\.\.\./, '')))
    const around = placeOf(path)
    const total = labelsOf(node.items ?? []).length
    const slugs = createSlugger('github')
    let isRest = false
    let separators = 0
    /** Place of the group below the last separator, or `''`. */
    let group = ''
    const put = (name: string, isExtracted = false): void => {
      // The page of the folder itself is in no group, and a section needs no other.
      const key = joinAddress(path, name)
      if (group !== '' && name !== 'index' && !name.includes('/') && !groups.has(key)) groups.set(key, group)
      placeName(node, path, name, depth, isExtracted ? shown : null)
    }
    for (const item of node.items ?? ['...']) {
      const label = labelOf(item)
      if (label !== null) {
        // No page has an address with parentheses.
        group = label === '' || around === '' ? '' : `(${slugs.next(label)})`
        for (const locale of group === '' ? [] : locales) {
          const own = node.labels.get(locale)
          const title = (own?.length === total ? own[separators] : null) || label
          folders.set(folderKey(locale, joinAddress(around, group)), { title })
        }
        separators += 1
      } else if (item === '...' || item === 'z...a') {
        if (isRest) continue
        isRest = true
        const names = namesOf(node).filter((name) => !hidden.has(name))
        for (const name of item === '...' ? names : names.toReversed()) put(name)
      } else if (!/^(?:---|!|\[|external:)/.test(item)) {
        put(joinAddress(item.replace(/^\.\.\.(?=.)/, '')), item.startsWith('...'))
      }
    }
  }

  /** @param around names beside which the entries of a folder are listed; null: they stand in the folder */
  function placeName(node: Node, path: string, name: string, depth: number, around: Set<string> | null): void {
    const [first = '', ...rest] = name.split('/')
    const inner = node.folders.get(first)
    if (rest.length > 0) {
      if (inner !== undefined && depth < DEPTH_LIMIT)
        placeName(inner, joinAddress(path, first), rest.join('/'), depth + 1, null)
      return
    }
    const key = joinAddress(collection.dir, path, name)
    if (node.pages.has(name) && !positions.has(key)) positions.set(key, next++)
    if (inner === undefined || seen.has(inner)) return
    const within = joinAddress(path, name)
    const names = namesOf(inner).filter((each) => each !== 'index')
    // Two entries of one name would have one place.
    if (around === null || names.some((each) => around.has(each))) place(inner, within, depth + 1, new Set(names))
    else {
      for (const each of names) around.add(each)
      extracted.add(within)
      place(inner, within, depth + 1, around)
    }
  }

  place(root, '', 0, new Set(namesOf(root)))
  for (const [within, named] of titles) {
    for (const [locale, title] of extracted.has(within) ? [] : named) {
      folders.set(folderKey(locale, placeOf(within)), { title })
    }
  }
  return placeOf
}

/** Names in a folder, its own page first, pages before folders. */
function namesOf({ folders, pages }: Node): string[] {
  const names = [...pages].sort((a, b) => (a === 'index' ? -1 : b === 'index' ? 1 : a < b ? -1 : 1))
  return [...names, ...[...folders.keys()].filter((name) => !pages.has(name)).sort()]
}

/** Label of a separator, or null if it is not one. */
function labelOf(item: string): string | null {
  return SEPARATOR.exec(item)?.[1]?.trim() ?? null
}

function labelsOf(items: readonly string[]): string[] {
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
