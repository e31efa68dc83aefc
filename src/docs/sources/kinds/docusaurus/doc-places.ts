import { below, folderOf, joinAddress } from '../../../addresses.ts'
import type { Label, NamedSidebar } from '../../headers/docusaurus-labels.ts'
import { commonFolder, type GroupPaths } from '../../order/group-paths.ts'
import { positionWithin } from '../../order/position-within.ts'
import { nameTitle } from '../../../site-path.ts'
import type { ReadSidebars, SidebarItem } from './sidebars.ts'

/** A document, as far as its file tells where it stands. */
export interface PlacedDoc {
  readonly id: string
  /** Address below that of all documents. */
  readonly own: string
  /** Place below the folder of the documents, without numbers; that of the folder for the document of a folder. */
  readonly standing: string
  /** Position that its front matter or its file name gives it in a folder that is listed whole. */
  readonly position: number | null
}

/** Where the sidebars have a document. */
export interface DocPlace {
  readonly order: number | null
  /** Label that a sidebar gives it, or null. */
  readonly label: Label | null
  readonly navPath: string | null
  /** Whether no sidebar has it. */
  readonly aside: boolean
}

export interface DocPlaces {
  place(doc: PlacedDoc): DocPlace
  /** Where the navigation has a folder that a sidebar lists whole; null: nowhere, or where the sidebar names a group. */
  folder(folder: string, position: number | null): FolderPlace | null
  /** Places of the sections, in their order. */
  readonly sections: readonly string[]
  /** Titles of sections and groups, by their places. */
  readonly titles: ReadonlyMap<string, Label>
  /** What each sidebar begins with: the id of a document, or a folder, with a slash at its end. */
  readonly firsts: ReadonlyMap<string, string>
}

export interface FolderPlace {
  readonly path: string
  readonly order: number
  /** Name of the sidebar, which is in the keys of translations. */
  readonly sidebar: string
}

interface Entry {
  readonly order: number
  readonly group: string
  readonly label: Label | null
  /** Whether the group leads to the document. */
  readonly isGroup: boolean
}

interface Directory {
  readonly folder: string
  readonly order: number
  readonly group: string
  readonly sidebar: string
}

/** The site of the documents of a plugin. */
interface Around {
  readonly groupPaths: GroupPaths
  /** Address of all documents. */
  readonly route: string
  /** What the header calls a sidebar; null: nothing. */
  readonly sectionTitle: (sidebar: Omit<NamedSidebar, 'plugin'>) => Label | null
}

/** Gives the documents of a plugin the places of its sidebars. Each of several sidebars is a section of its own. */
export function placeDocs({ isWhole, sidebars }: ReadSidebars, { groupPaths, route, sectionTitle }: Around): DocPlaces {
  const docs = new Map<string, Entry>()
  const references = new Map<string, Entry>()
  /** Folders that are listed whole, by their paths. */
  const directories = new Map<string, Directory>()
  const titles = new Map<string, Label>()
  const firsts = new Map<string, string>()
  let count = 0

  function add(item: SidebarItem, around: string, sidebar: string): void {
    if (item.kind === 'folder') {
      const { folder } = item
      if (!directories.has(folder)) directories.set(folder, { folder, order: count, group: around, sidebar })
      count++
    } else if (item.kind === 'document') {
      const { id, isReference, label } = item
      put(id, { order: count++, group: around, label: labelOf(label, 'doc', sidebar), isGroup: false }, isReference)
    } else {
      const { items, link } = item
      const paths = pathsOf(item)
      if (paths.length === 0) return
      const label = labelOf(item.label, 'category', sidebar)
      const folder = joinAddress(route, commonFolder(paths))
      const group = label === null ? around : groupPaths.next(label.text, around, folder)
      if (label !== null) titles.set(group, label)
      if (link !== null) put(link, { order: count++, group, label, isGroup: label !== null }, false)
      for (const each of items) add(each, group, sidebar)
    }
  }

  function put(id: string, entry: Entry, isReference: boolean): void {
    const entries = isReference ? references : docs
    if (!entries.has(id)) entries.set(id, entry)
  }

  const shown = sidebars.flatMap(({ items, name }) => {
    const [first] = items.flatMap(pathsOf)
    return first === undefined ? [] : [{ first, items, name }]
  })
  const isOnly = shown.length === 1
  const sections: string[] = []
  for (const { first, items, name } of shown) {
    firsts.set(name, first)
    const own = sectionTitle({ first, name, route: isOnly ? route : null })
    const title = own ?? (isOnly ? null : { text: titleOfSidebar(name), key: '' })
    const section = title === null || isOnly ? route : groupPaths.next(title.text, '', '')
    sections.push(section)
    if (title !== null && section !== '' && !section.includes('/')) titles.set(section, title)
    for (const item of items) add(item, section, name)
  }

  /** The folder that is listed whole and has a path, the innermost one of several. */
  function directoryOf(path: string): Directory | null {
    for (let folder = path; ; folder = folderOf(folder)) {
      const found = directories.get(folder)
      if (found !== undefined || folder === '') return found ?? null
    }
  }

  function inDirectory(path: string, { folder, group }: Directory): string {
    if (path !== folder) return joinAddress(group, below(path, folder) ?? path)
    // The page of the folder is not that of a group which has a name of its own.
    return folder !== '' && titles.has(group) ? joinAddress(group, folder.replaceAll('/', '-')) : group
  }

  /** A place in a group for a page from anywhere, at which no group stands. */
  function leaf(own: string, group: string): string {
    const path = joinAddress(route, own)
    if (folderOf(path) === group && !titles.has(path)) return path
    const place = joinAddress(group, own.replaceAll('/', '-'))
    return titles.has(place) ? `${place}.page` : place
  }

  return {
    sections,
    titles,
    firsts,
    folder(folder, position) {
      const directory = directoryOf(folder)
      if (directory === null || folder === directory.folder) return null
      const path = inDirectory(folder, directory)
      const order = positionWithin(directory.order, position)
      return { path, order, sidebar: directory.sidebar }
    },
    place({ id, own, position, standing }) {
      const path = joinAddress(route, own)
      const asPlaced = (navPath: string): string | null => (navPath === path ? null : navPath)
      const entry = docs.get(id) ?? references.get(id)
      if (entry !== undefined) {
        const { group, isGroup, label, order } = entry
        return { order, label, navPath: asPlaced(isGroup ? group : leaf(own, group)), aside: false }
      }
      const directory = directoryOf(standing)
      if (directory !== null) {
        const order = positionWithin(directory.order, position)
        return { order, label: null, navPath: asPlaced(inDirectory(standing, directory)), aside: false }
      }
      return { order: position, label: null, navPath: null, aside: isWhole && count > 0 }
    },
  }
}

/** Paths of the documents of an entry, as far as their ids tell; those of folders end with a slash. */
export function pathsOf(item: SidebarItem): string[] {
  if (item.kind === 'document') return [item.id]
  if (item.kind === 'folder') return [`${item.folder}/`]
  return [...(item.link === null ? [] : [item.link]), ...item.items.flatMap(pathsOf)]
}

function labelOf(label: string | null, kind: 'category' | 'doc', sidebar: string): Label | null {
  return label === null ? null : { text: label, key: `sidebar.${sidebar}.${kind}.${label}` }
}

/** `tutorialSidebar` is `Tutorial`. */
function titleOfSidebar(name: string): string {
  const words = name.replace(/(?<=.)[-_]?sidebar$/i, '').replace(/(?<=[a-z])(?=[A-Z])/g, '-')
  return nameTitle(words.toLowerCase())
}
