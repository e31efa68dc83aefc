import type { Locale } from '../shared/locale.ts'
import { textFor } from '../docs/site/localised.ts'
import { linkFor, type LookEntry, type LookImage, type LookLink, type SiteLook } from '../docs/site/site-look.ts'
import { markup, type Markup } from './markup.ts'
import type { Messages } from './messages.ts'
import { serviceIcon } from './service-icons.ts'

/**
 * Renders the logo, one image for each theme. The name of the site stands beside it, or names its link. Neither is lazy: it would
 * be missing for a moment on each page.
 */
export function renderLogo({ dark, light }: NonNullable<SiteLook['logo']>): Markup {
  if (dark === null) return image(light, 'site-logo')
  return markup`${image(light, 'site-logo in-light')}${image(dark, 'site-logo in-dark')}`
}

function image({ height, src, width }: LookImage, className: string): Markup {
  const size = width !== null && height !== null && markup` width="${width}" height="${height}"`
  return markup`<img class="${className}" src="${src}" alt=""${size}>`
}

/** Width of the links that fit into the header, in units of the width of a letter. More of them stand in a menu. */
const HEADER_WIDTH = 72
/** Width of what stands around the text of a link, in the same unit. */
const LINK_PADDING = 4
/** Width of the icon of a service, in the same unit. */
const ICON_WIDTH = 5
const WIDE_LETTER = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uff60]/g

/** Renders the links and menus that the header has; null if it has none in this locale. */
export function renderSiteLinks(
  { navigation }: SiteLook,
  locale: Locale,
  { moreLinks, siteLinks }: Messages,
  where: 'in-header' | 'in-menu',
): Markup | null {
  const isService = ({ icon }: LookEntry): boolean => icon !== undefined
  const entries = navigation.filter((entry) => !isService(entry)).flatMap((entry) => entryItem(entry, locale) ?? [])
  const services = navigation.filter(isService).flatMap((entry) => serviceItem(entry, locale) ?? [])
  if (entries.length === 0 && services.length === 0) return null
  const room = HEADER_WIDTH - services.length * ICON_WIDTH
  const fitting = where === 'in-menu' ? entries.length : countFitting(entries, moreLinks, room)
  const more = entries.slice(fitting).map(({ item }) => item)
  const links = [
    entries.slice(0, fitting).map(({ item }) => item),
    more.length > 0 && markup`<li>${menu(moreLinks, more)}</li>\n`,
  ]
  return markup`<nav class="site-links ${where}" aria-label="${siteLinks}">${entries.length > 0 && markup`<ul>\n${links}</ul>`}${services.length > 0 && markup`<ul class="services">\n${services}</ul>`}</nav>
`
}

interface EntryItem {
  readonly text: string
  readonly item: Markup
}

/** A link or a menu in the header; null: it has no text, or no links, for the locale. */
function entryItem({ label, links, to }: LookEntry, locale: Locale): EntryItem | null {
  if (links === undefined) {
    const shown = to === undefined ? null : linkFor({ label, to }, locale)
    return shown && { text: shown.text, item: markup`<li><a href="${shown.href}">${shown.text}</a></li>\n` }
  }
  const text = textFor(label, locale)
  const items = linkItems(links, locale)
  return text === null || items.length === 0 ? null : { text, item: markup`<li>${menu(text, items)}</li>\n` }
}

/** A link to a service, shown as its icon; null: it has no name for the locale. */
function serviceItem({ icon, label, to = '' }: LookEntry, locale: Locale): Markup | null {
  const shown = linkFor({ label, to }, locale)
  if (shown === null || icon === undefined) return null
  const { href, text } = shown
  return markup`<li><a href="${href}" aria-label="${text}" title="${text}">${serviceIcon(icon)}</a></li>\n`
}

/** A list that opens without a script. The script of pages closes it again. */
function menu(text: string, items: readonly Markup[]): Markup {
  return markup`<details><summary>${text}</summary>\n<ul>\n${items}</ul></details>`
}

/** How many entries fit into the header, with the menu for those that do not. */
function countFitting(entries: readonly EntryItem[], more: string, room: number): number {
  const widthOf = (text: string): number => text.length + (text.match(WIDE_LETTER)?.length ?? 0) + LINK_PADDING
  const widths = entries.map(({ text }) => widthOf(text))
  if (widths.reduce((sum, width) => sum + width, 0) <= room) return entries.length
  let left = room - widthOf(more)
  return widths.findIndex((width) => (left -= width) < 0)
}

/** Renders what stands below every page; null: nothing does in this locale. */
export function renderSiteFooter({ footer }: SiteLook, locale: Locale): Markup | null {
  const text = textFor(footer.text ?? undefined, locale)
  const groups = footer.groups.flatMap(({ links, title }) => {
    const heading = textFor(title, locale)
    const items = linkItems(links, locale)
    if (heading === null || items.length === 0) return []
    return [markup`<section><h2>${heading}</h2>\n<ul>\n${items}</ul></section>\n`]
  })
  if (text === null && groups.length === 0) return null
  return markup`<footer class="site-footer">
${groups.length > 0 && markup`<div class="groups">\n${groups}</div>\n`}${text !== null && markup`<p>${text}</p>\n`}</footer>
`
}

function linkItems(links: readonly LookLink[], locale: Locale): Markup[] {
  return links.flatMap((link) => {
    const shown = linkFor(link, locale)
    return shown === null ? [] : [markup`<li><a href="${shown.href}">${shown.text}</a></li>\n`]
  })
}
