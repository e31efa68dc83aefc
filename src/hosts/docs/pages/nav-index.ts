import type { NavPage, NavSection } from '../../../docs/page.ts'

/** Lookups in the navigation of a locale. */
export interface NavIndex {
  /** Number of pages of all sections. */
  readonly pageCount: number
  /** Finds the section that has the page at `path`, else the one that its first segment names. */
  section(path: string): NavSection | undefined
  /** Finds the pages before and after `path` in reading order. The home page comes first. */
  neighbours(path: string): { readonly previous: NavPage | null; readonly next: NavPage | null }
  /** The section and the groups above a page, the outermost first. */
  trail(path: string): readonly TrailStep[]
}

export interface TrailStep {
  readonly title: string
  /** Path of its own page, or null. */
  readonly path: string | null
}

const indexes = new WeakMap<readonly NavSection[], NavIndex>()

/**
 * Gives the index of a navigation. It is cached by the array, so callers pass the same array for every page of a
 * generation.
 */
export function navIndexOf(nav: readonly NavSection[]): NavIndex {
  const known = indexes.get(nav)
  if (known) return known
  const index = createNavIndex(nav)
  indexes.set(nav, index)
  return index
}

function createNavIndex(nav: readonly NavSection[]): NavIndex {
  const pages = nav.flatMap((section) => section.pages)
  const positions = new Map(pages.map((page, position) => [page.path, position]))
  const sections = new Map(nav.map((section) => [section.name, section]))
  const sectionOfPage = new Map(nav.flatMap((section) => section.pages.map(({ path }) => [path, section])))
  const sectionOf = (path: string): NavSection | undefined =>
    sectionOfPage.get(path) ?? sections.get(firstSegment(path))
  return {
    pageCount: pages.length,
    section: sectionOf,
    neighbours(path) {
      const position = positions.get(path) ?? (path === '' ? -1 : null)
      if (position === null) return { previous: null, next: null }
      return { previous: pages[position - 1] ?? null, next: pages[position + 1] ?? null }
    },
    trail(path) {
      const section = sectionOfPage.get(path)
      if (section === undefined) return []
      const at = section.pages.findIndex((page) => page.path === path)
      const around = (section.groups ?? []).filter((group) => group.at <= at && at < group.at + group.count)
      return [{ path: section.name, title: section.title }, ...around]
        .filter((step) => step.path !== path)
        .map((step) => ({ title: step.title, path: positions.has(step.path) ? step.path : null }))
    },
  }
}

function firstSegment(path: string): string {
  const slash = path.indexOf('/')
  return slash < 0 ? path : path.slice(0, slash)
}
