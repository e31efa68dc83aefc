import { pageUrl } from '../../../docs/paths.ts'
import type { SiteLook } from '../../../docs/site/site-look.ts'
import type { NavGroup, NavPage, NavSection } from '../../../docs/page.ts'
import type { Locale } from '../../../shared/locale.ts'
import { renderSiteLinks } from '../../../web/look.ts'
import { MENU_ID } from '../../../web/layout.ts'
import { markup, type Markup } from '../../../web/markup.ts'
import { fill, type Messages } from '../../../web/messages.ts'
import { navIndexOf } from './nav-index.ts'

/** Most pages of a documentation whose sections can all be opened. Of a larger one, only the current section can. */
export const OPEN_LINK_LIMIT = 200
/** Number of links in one page's navigation, however many pages a section has. */
export const PAGE_LINK_LIMIT = 120
export const SECTION_LINK_LIMIT = 80

export interface NavigationOptions {
  readonly nav: readonly NavSection[]
  readonly locale: Locale
  /** Path of the page; null for a page outside the documentation, such as the results of a search. */
  readonly path: string | null
  readonly messages: Messages
  readonly look: SiteLook
}

/** The same, for a page of the documentation. */
export interface PageNavigation extends NavigationOptions {
  readonly path: string
}

/**
 * Renders the sections in their order, with their pages in groups that can be opened, after the switch of versions. What
 * has the current page is open.
 */
export function renderNavigation(options: NavigationOptions, versions: Markup | null): Markup {
  const { nav, locale, path, messages } = options
  const index = navIndexOf(nav)
  const current = path === null ? undefined : index.section(path)
  const opensAll = index.pageCount <= OPEN_LINK_LIMIT
  const shown = nav.filter((each, at) => each.pages.length > 0 && (at < SECTION_LINK_LIMIT || each === current))
  const items = shown.map((section) => {
    if (section === current || opensAll) return sectionItem(section, section === current, options)
    return sectionLink(section, options)
  })
  return markup`<nav class="site-nav" id="${MENU_ID}" popover aria-label="${messages.documentation}">
<sidebar-state hidden></sidebar-state>
<div class="popup-bar"><button type="button" popovertarget="${MENU_ID}" popovertargetaction="hide">${messages.close}</button></div>
${renderSiteLinks(options.look, locale, messages, 'in-menu')}${versions}<ul>
<li>${pageLink({ path: '', title: messages.home }, options)}</li>
${items}</ul>
</nav>
`
}

/** Renders links to the pages before and after the current one. */
export function renderPageTurns({ nav, locale, path, messages }: PageNavigation): Markup | null {
  const { previous, next } = navIndexOf(nav).neighbours(path)
  if (previous === null && next === null) return null
  const turn = (page: NavPage | null, rel: 'prev' | 'next', label: string): Markup | null =>
    page &&
    markup`<a rel="${rel}" href="${pageUrl('', locale, page.path)}"><span>${label}</span> <b>${page.title}</b></a>\n`
  return markup`<nav class="turns" aria-label="${messages.pageTurns}">
${turn(previous, 'prev', messages.previous)}${turn(next, 'next', messages.next)}</nav>
`
}

function sectionLink(section: NavSection, options: NavigationOptions): Markup {
  const target = section.pages.find((page) => page.path === section.name) ?? section.pages[0]
  const path = target?.path ?? section.name
  return markup`<li>${pageLink({ path, title: section.title }, options, section.name)}</li>\n`
}

function sectionItem(section: NavSection, isCurrent: boolean, options: NavigationOptions): Markup {
  const { name, pages, title } = section
  if (pages.length === 1) return sectionLink(section, options)
  const shown = new Set(choosePages(pages, options.path ?? ''))
  const left = pages.length - shown.size
  const whole = { path: name, title, at: 0, count: pages.length }
  const current = pages.findIndex(({ path }) => path === options.path)
  const tree = { pages, groups: section.groups ?? [], shown, current }
  const note = left > 0 && markup`<p class="left-out">${fill(options.messages.pagesLeftOut, { count: left })}</p>\n`
  return markup`<li>${groupDetails(whole, 0, tree, options, { isCurrent, isSection: true })}${note}</li>\n`
}

interface Tree {
  readonly pages: readonly NavPage[]
  readonly groups: readonly NavGroup[]
  readonly shown: ReadonlySet<NavPage>
  /** Position of the page that is read; -1: it is in another section. */
  readonly current: number
}

/** @param next Position in the groups of the first one that may lie in this one */
function groupDetails(
  group: NavGroup,
  next: number,
  tree: Tree,
  options: NavigationOptions,
  { isCurrent = false, isSection = false } = {},
): Markup {
  const { current, pages, groups, shown } = tree
  const end = group.at + group.count
  const items: Markup[] = []
  const isOpen = isCurrent || (current >= group.at && current < end)
  for (let at = group.at, from = next; at < end;) {
    const inner = groups[from]
    if (inner !== undefined && inner.at === at && inner.at + inner.count <= end) {
      const last = at + inner.count
      if (pages.slice(at, last).some((page) => shown.has(page))) {
        items.push(markup`<li>${groupDetails(inner, from + 1, tree, options)}</li>\n`)
      }
      while (groups[from] !== undefined && (groups[from] as NavGroup).at < last) from += 1
      at = last
    } else {
      const page = pages[at] as NavPage
      if (shown.has(page)) items.push(markup`<li>${pageLink(named(page, group, options), options)}</li>\n`)
      at += 1
    }
  }
  return markup`<details data-group="${group.path}"${isOpen && markup` open`}><summary${isSection && markup` data-section="${group.path}"`}>${group.title}</summary>
<ul>
${items}</ul></details>`
}

/** A page that has the name of its group is the overview of that. */
function named(page: NavPage, group: NavGroup, { messages }: NavigationOptions): Pick<NavPage, 'path' | 'title'> {
  return page.path === group.path && page.title === group.title ? { ...page, title: messages.overview } : page
}

function pageLink(
  { path, title }: Pick<NavPage, 'path' | 'title'>,
  { locale, path: current }: NavigationOptions,
  section: string | null = null,
): Markup {
  const mark = path === current && markup` aria-current="page"`
  return markup`<a href="${pageUrl('', locale, path)}"${section !== null && markup` data-section="${section}"`}${mark}>${title}</a>`
}

/**
 * Chooses the pages of a section to show. Of a large section these are the pages above, beside and directly below `path`,
 * followed by the nearest in order.
 */
function choosePages(pages: readonly NavPage[], path: string): readonly NavPage[] {
  if (pages.length <= PAGE_LINK_LIMIT) return pages
  const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')))
  const isNear = ({ path: other }: NavPage): boolean =>
    path === other || path.startsWith(`${other}/`) || isChild(other, parent) || isChild(other, path)
  const wanted = new Set(around(pages.filter(isNear), path, PAGE_LINK_LIMIT))
  const others = pages.filter((page) => page.path === path || !wanted.has(page))
  const isListed = pages.some((page) => page.path === path)
  const left = PAGE_LINK_LIMIT - wanted.size + (isListed ? 1 : 0)
  for (const page of around(others, path, left)) wanted.add(page)
  return pages.filter((page) => wanted.has(page))
}

function isChild(path: string, parent: string): boolean {
  return path.length > parent.length && path.startsWith(`${parent}/`) && !path.includes('/', parent.length + 1)
}

/** Gives at most `limit` consecutive pages, with the one at `path` in their middle. */
function around(pages: readonly NavPage[], path: string, limit: number): readonly NavPage[] {
  const position = Math.max(
    0,
    pages.findIndex((page) => page.path === path),
  )
  const start = Math.max(0, Math.min(position - (limit >> 1), pages.length - limit))
  return pages.slice(start, start + limit)
}
