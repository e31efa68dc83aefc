import { pageUrl } from '../../../docs/paths.ts'
import type { NavPage, NavSection } from '../../../docs/page.ts'
import type { Locale } from '../../../shared/locale.ts'
import { MENU_ID } from '../../../web/layout.ts'
import { markup, type Markup } from '../../../web/markup.ts'
import { fill, type Messages } from '../../../web/messages.ts'
import { navIndexOf } from './nav-index.ts'

/** Number of links in one page's navigation, however many pages there are. */
export const PAGE_LINK_LIMIT = 120
export const SECTION_LINK_LIMIT = 80

export interface NavigationOptions {
  readonly nav: readonly NavSection[]
  readonly locale: Locale
  /** Path of the page. */
  readonly path: string
  readonly messages: Messages
}

/** Renders the sections in their order, with the pages of the current one below its name. */
export function renderNavigation(options: NavigationOptions): Markup {
  const { nav, locale, path, messages } = options
  const section = navIndexOf(nav).section(path)
  const current = section === undefined ? -1 : nav.indexOf(section)
  const shown = nav.filter(({ pages }, index) => pages.length > 0 && (index < SECTION_LINK_LIMIT || index === current))
  return markup`<nav class="site-nav" id="${MENU_ID}" popover aria-label="${messages.documentation}">
<div class="popup-bar"><button type="button" popovertarget="${MENU_ID}" popovertargetaction="hide">${messages.close}</button></div>
<ul>
<li><a href="${pageUrl('', locale, '')}"${path === '' && markup` aria-current="page"`}>${messages.home}</a></li>
${shown.map((each) => sectionItem(each, each === section, options))}</ul>
</nav>
`
}

export function renderPageTurns({ nav, locale, path, messages }: NavigationOptions): Markup | null {
  const { previous, next } = navIndexOf(nav).neighbours(path)
  if (previous === null && next === null) return null
  const turn = (page: NavPage | null, rel: 'prev' | 'next', label: string): Markup | null =>
    page &&
    markup`<a rel="${rel}" href="${pageUrl('', locale, page.path)}"><span>${label}</span> <b>${page.title}</b></a>\n`
  return markup`<nav class="turns" aria-label="${messages.pageTurns}">
${turn(previous, 'prev', messages.previous)}${turn(next, 'next', messages.next)}</nav>
`
}

function sectionItem(section: NavSection, isCurrent: boolean, options: NavigationOptions): Markup {
  const { locale, path, messages } = options
  const index = section.pages.find((page) => page.path === section.name)
  const target = index ?? section.pages[0]
  if (target === undefined) return markup``
  const current = index?.path === path && markup` aria-current="page"`
  const address = pageUrl('', locale, target.path)
  const name = markup`<a href="${address}" data-section="${section.name}"${current}>${section.title}</a>`
  if (!isCurrent) return markup`<li>${name}</li>\n`
  const pages = section.pages.filter((page) => page !== index)
  const shown = choosePages(pages, path)
  const left = pages.length - shown.length
  return markup`<li class="current">${name}
<ul>
${shown.map((page) => pageItem(page, section, options))}</ul>
${left > 0 && markup`<p class="left-out">${fill(messages.pagesLeftOut, { count: left })}</p>\n`}</li>
`
}

function pageItem(page: NavPage, section: NavSection, { locale, path }: NavigationOptions): Markup {
  const depth = Math.min(4, page.depth ?? page.path.slice(section.name.length + 1).split('/').length)
  const current = page.path === path && markup` aria-current="page"`
  return markup`<li class="depth-${depth}"><a href="${pageUrl('', locale, page.path)}"${current}>${page.title}</a></li>\n`
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
