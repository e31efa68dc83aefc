import type { Locale } from '../shared/locale.ts'
import type { ContentPage } from './content.ts'
import { nameTitle } from './site-path.ts'
import type { Meta } from './meta.ts'
import { openingOfLines } from './model/opening.ts'
import type { NavGroup, NavPage, NavSection, Page } from './page.ts'

type PageHead = Pick<Page, 'path' | 'title' | 'description'> &
  Partial<Pick<ContentPage, 'aside' | 'blockLines' | 'label' | 'navPath'>>

interface Node {
  readonly name: string
  readonly path: string
  page: PageHead | null
  readonly children: Map<string, Node>
}

/**
 * Builds the sections of a locale with their pages in reading order: depth first, a folder's own page before its
 * contents unless `meta.json` says otherwise. The home page is in no section. `metas` are keyed by folder (`''`: the
 * locale's). Pages are named by their labels where they have any, and stand at their `navPath`. Those that stand aside are the
 * last section, which has no name.
 */
export function buildNav(locale: Locale, all: readonly PageHead[], metas: ReadonlyMap<string, Meta>): NavSection[] {
  const pages = all.filter(({ aside }) => aside !== true)
  const asides = all.filter(({ aside }) => aside === true).map(toNavPage)
  const collator = new Intl.Collator(locale, { numeric: true })
  const root = createNode('', '')
  // Pages keep the place that their address tells, before others that stand there for their folder.
  for (const page of pages) if (page.path !== '' && page.navPath == null) insert(root, page, page.path)
  for (const page of pages) if (page.path !== '' && page.navPath != null) insert(root, page, page.navPath)

  function titleOf(node: Node): string {
    return node.page?.label ?? node.page?.title ?? metas.get(node.path)?.title ?? nameTitle(node.name)
  }

  /** The children in order, with the node itself at the position of its own page. */
  function ordered(node: Node): Node[] {
    const names = new Map(
      (metas.get(node.path)?.pages ?? []).toReversed().map((name, at, all) => [name, all.length - at]),
    )
    const position = (child: Node) =>
      child === node ? (names.get('index') ?? 0) : (names.get(child.name) ?? Number.POSITIVE_INFINITY)
    const entries = [...(node.page ? [node] : []), ...node.children.values()].map((child) => ({
      child,
      position: position(child),
      title: titleOf(child),
    }))
    entries.sort((a, b) => {
      if (a.position !== b.position) return a.position < b.position ? -1 : 1
      return collator.compare(a.title, b.title) || (a.child.path < b.child.path ? -1 : 1)
    })
    return entries.map(({ child }) => child)
  }

  function walk(node: Node, pages: NavPage[], groups: NavGroup[]): void {
    for (const child of ordered(node)) {
      if (child === node) {
        if (child.page) pages.push(toNavPage(child.page))
      } else if (child.children.size === 0) walk(child, pages, groups)
      else addGroup(child, pages, groups)
    }
  }

  function addGroup(node: Node, pages: NavPage[], groups: NavGroup[]): void {
    const at = pages.length
    const within: NavGroup[] = []
    walk(node, pages, within)
    const count = pages.length - at
    // A folder that nobody named needs no heading for a single page.
    const isNamed = node.page !== null || metas.get(node.path)?.title !== undefined
    if (isNamed || count > 1) groups.push({ path: node.path, title: titleOf(node), at, count })
    groups.push(...within)
  }

  const sections = ordered(root).map((node): NavSection => {
    const pages: NavPage[] = []
    const groups: NavGroup[] = []
    walk(node, pages, groups)
    const title = metas.get(node.path)?.title ?? titleOf(node)
    return { name: node.name, title, pages, ...(groups.length === 0 ? {} : { groups }) }
  })
  return asides.length === 0 ? sections : [...sections, { name: '', title: '', pages: asides }]
}

/** The sections that readers see, without that of the pages that stand aside. */
export function shownSections(sections: readonly NavSection[]): NavSection[] {
  return sections.filter(({ name }) => name !== '')
}

function toNavPage({ blockLines = '', path, title, description, label }: PageHead): NavPage {
  return { path, title: label ?? title, description: description || (openingOfLines(blockLines) ?? '') }
}

function insert(root: Node, page: PageHead, place: string): void {
  let node = root
  for (const name of place.split('/')) node = childOf(node, name)
  // Another page may stand there, of which this one is a child then.
  if (node.page !== null) node = childOf(node, page.path)
  node.page = page
}

function childOf(node: Node, name: string): Node {
  let child = node.children.get(name)
  if (child === undefined) {
    child = createNode(name, node.path === '' ? name : `${node.path}/${name}`)
    node.children.set(name, child)
  }
  return child
}

function createNode(name: string, path: string): Node {
  return { name, path, page: null, children: new Map() }
}
