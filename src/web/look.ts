import type { Locale } from '../shared/locale.ts'
import { textFor } from '../docs/site/localised.ts'
import { linkFor, type LookImage, type SiteLook } from '../docs/site/site-look.ts'
import { markup, type Markup } from './markup.ts'
import type { Messages } from './messages.ts'

/** Renders the logo, one image for each theme. The name of the site stands beside it, or names its link. */
export function renderLogo({ dark, light }: NonNullable<SiteLook['logo']>): Markup {
  if (dark === null) return image(light, 'site-logo')
  return markup`${image(light, 'site-logo in-light')}${image(dark, 'site-logo in-dark')}`
}

function image({ height, src, width }: LookImage, className: string): Markup {
  const size = width !== null && height !== null && markup` width="${width}" height="${height}"`
  return markup`<img class="${className}" src="${src}" alt=""${size}>`
}

/** Renders the links that the header has; null: it has none in this locale. */
export function renderSiteLinks(
  { navigation }: SiteLook,
  locale: Locale,
  { siteLinks }: Messages,
  where: 'in-header' | 'in-menu',
): Markup | null {
  const links = linkItems(navigation, locale)
  if (links.length === 0) return null
  return markup`<nav class="site-links ${where}" aria-label="${siteLinks}"><ul>
${links}</ul></nav>
`
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

function linkItems(links: SiteLook['navigation'], locale: Locale): Markup[] {
  return links.flatMap((link) => {
    const shown = linkFor(link, locale)
    return shown === null ? [] : [markup`<li><a href="${shown.href}">${shown.text}</a></li>\n`]
  })
}
