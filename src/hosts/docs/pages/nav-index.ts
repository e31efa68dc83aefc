import type { NavPage, NavSection } from '../../../docs/page.ts'

/** Lookups in the navigation of a locale. */
export interface NavIndex {
  /** Finds the section that has the page at `path`, else the one that its first segment names. */
  section(path: string): NavSection | undefined
  /** Finds the pages before and after `path` in reading order. The home page comes first. */
  neighbours(path: string): { readonly previous: NavPage | null; readonly next: NavPage | null }
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
  return {
    section: (path) => sectionOfPage.get(path) ?? sections.get(firstSegment(path)),
    neighbours(path) {
      const position = positions.get(path) ?? (path === '' ? -1 : null)
      if (position === null) return { previous: null, next: null }
      return { previous: pages[position - 1] ?? null, next: pages[position + 1] ?? null }
    },
  }
}

function firstSegment(path: string): string {
  const slash = path.indexOf('/')
  return slash < 0 ? path : path.slice(0, slash)
}
