import type { Locale } from '../../../../shared/locale.ts'
import { joinAddress, lastSegment } from '../../../addresses.ts'
import { createSlugger } from '../../../slug.ts'
import type { GroupPaths } from '../../order/group-paths.ts'
import { folderKey, type FolderInfo, type SourceFolder } from '../../source.ts'
import type { Collection } from './fumadocs-config.ts'
import {
  labelOf,
  labelsOf,
  namesOf,
  readCollection,
  type CollectionTree,
  type Naming,
  type Node,
} from './fumadocs-tree.ts'

const DEPTH_LIMIT = 64
const ITEM_LIMIT = 200_000

interface MetaNaming extends Naming {
  readonly locales: readonly Locale[]
  readonly groupPaths: GroupPaths
}

const PARENTHESES = /^\((.*)\)$/

/**
 * Reads the `meta.json` files of a collection: positions of pages, by the folder of the collection and their path in it,
 * and titles of folders. Gives the place in the navigation of a path in the collection.
 */
export function readFumadocsMeta(
  collection: Collection,
  folder: SourceFolder,
  naming: MetaNaming,
  positions: Map<string, number>,
  folders: Map<string, FolderInfo>,
): (path: string) => string {
  const tree = readCollection(collection, folder, naming)
  const navigation = new Navigation(collection, tree, naming, positions, folders)
  navigation.placeAll()
  return (path) => navigation.placeOf(path)
}

/** Where the pages and folders of a collection stand. */
class Navigation {
  private readonly collection: Collection
  private readonly tree: CollectionTree
  private readonly locales: readonly Locale[]
  private readonly positions: Map<string, number>
  private readonly folders: Map<string, FolderInfo>
  /** Sections of root folders. */
  private readonly sections: ReadonlyMap<string, string>
  /** Groups below separators, by the pages and folders in them. */
  private readonly groups = new Map<string, string>()
  /** Folders whose entries are listed in the folder around them. */
  private readonly extracted = new Set<string>()
  private readonly seen = new Set<Node>()
  private next: number

  constructor(
    collection: Collection,
    tree: CollectionTree,
    { groupPaths, locales }: MetaNaming,
    positions: Map<string, number>,
    folders: Map<string, FolderInfo>,
  ) {
    this.collection = collection
    this.tree = tree
    this.locales = locales
    this.positions = positions
    this.folders = folders
    this.next = positions.size
    const sectionOf = (path: string): string => groupPaths.next(lastSegment(path).replace(PARENTHESES, '$1'), '', '')
    this.sections = new Map([...tree.roots].map((path) => [path, sectionOf(path)]))
  }

  placeAll(): void {
    const { root, titles } = this.tree
    this.place(root, '', 0, new Set(namesOf(root)))
    for (const [within, named] of titles) {
      for (const [locale, title] of this.extracted.has(within) ? [] : named) {
        this.folders.set(folderKey(locale, this.placeOf(within)), { title })
      }
    }
  }

  /** Folders in parentheses, which are no part of addresses, have a place where they have a title. */
  placeOf(path: string): string {
    let place = this.collection.route
    let isInSection = false
    let within = ''
    for (const segment of path.split('/').filter(Boolean)) {
      within = joinAddress(within, segment)
      const section = this.sections.get(within)
      const [, group] = PARENTHESES.exec(segment) ?? []
      if (section !== undefined && !isInSection) {
        place = section
        isInSection = true
      } else {
        place = joinAddress(place, this.groups.get(within) ?? '')
        const isShown = group === undefined || this.tree.titles.has(within)
        if (isShown && (!this.extracted.has(within) || path === `${within}/index`))
          place = joinAddress(place, group ?? segment)
      }
    }
    return place.replace(/(?:^|\/)index$/, '')
  }

  /** @param shown names in the folder that has the entries of this one in the navigation */
  private place(node: Node, path: string, depth: number, shown: Set<string>): void {
    if (this.seen.has(node) || depth > DEPTH_LIMIT || this.next > ITEM_LIMIT) return
    this.seen.add(node)
    const hidden = new Set((node.items ?? []).map((item) => item.replace(/^!|^\.\.\./, '')))
    const around = this.placeOf(path)
    const total = labelsOf(node.items ?? []).length
    const slugs = createSlugger('github')
    let isRest = false
    let separators = 0
    /** Place of the group below the last separator, or `''`. */
    let group = ''
    const put = (name: string, isExtracted = false): void => {
      // The page of the folder itself is in no group, and a section needs no other.
      const key = joinAddress(path, name)
      if (group !== '' && name !== 'index' && !name.includes('/') && !this.groups.has(key)) this.groups.set(key, group)
      this.placeName(node, path, name, depth, isExtracted ? shown : null)
    }
    for (const item of node.items ?? ['...']) {
      const label = labelOf(item)
      if (label !== null) {
        // No page has an address with parentheses.
        group = label === '' || around === '' ? '' : `(${slugs.next(label)})`
        for (const locale of group === '' ? [] : this.locales) {
          const own = node.labels.get(locale)
          const title = (own?.length === total ? own[separators] : null) || label
          this.folders.set(folderKey(locale, joinAddress(around, group)), { title })
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
  private placeName(node: Node, path: string, name: string, depth: number, around: Set<string> | null): void {
    const [first = '', ...rest] = name.split('/')
    const inner = node.folders.get(first)
    if (rest.length > 0) {
      if (inner !== undefined && depth < DEPTH_LIMIT)
        this.placeName(inner, joinAddress(path, first), rest.join('/'), depth + 1, null)
      return
    }
    const key = joinAddress(this.collection.dir, path, name)
    if (node.pages.has(name) && !this.positions.has(key)) this.positions.set(key, this.next++)
    if (inner === undefined || this.seen.has(inner)) return
    const within = joinAddress(path, name)
    const names = namesOf(inner).filter((each) => each !== 'index')
    // Two entries of one name would have one place.
    if (around === null || names.some((each) => around.has(each))) this.place(inner, within, depth + 1, new Set(names))
    else {
      for (const each of names) around.add(each)
      this.extracted.add(within)
      this.place(inner, within, depth + 1, around)
    }
  }
}
