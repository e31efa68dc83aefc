import type { IconRecord } from '../../../icons/icon-record.ts'
import type { Locale } from '../../../shared/locale.ts'
import { markup, type Markup } from '../../../web/markup.ts'
import { iconAddress } from './icons-address.ts'
import type { IconsSite } from './icons-frame.ts'

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

/** Renders an icon of the list as a link to its page. The scripts fill the same markup in a template. */
export function renderTile(icon: IconRecord, lang: Locale | null, site: IconsSite): Markup {
  return markup`<li><a class="tile" href="${iconAddress(icon.id, lang)}" data-id="${icon.id}">${renderPicture(icon, 64, site)}<span class="tile-name" lang="en">${icon.title}</span></a></li>
`
}

/** Renders the template that a script clones and fills for the icons of its own searches. */
export function renderTileTemplate(): Markup {
  return markup`<template><li><a class="tile"><picture class="art"><source media="${REDUCED_MOTION}"><img alt="" width="64" height="64" loading="lazy" decoding="async"></picture><span class="tile-name" lang="en"></span></a></li></template>
`
}

/**
 * Renders the icon as an animated image without a name of its own. Readers who want less motion get its still. Without a
 * still, `data-smil` tells the script to stop the drawing itself. Until then a looping icon is replaced by a sign for
 * paused, and one that plays once ends by itself.
 */
export function renderPicture(icon: IconRecord, sizePx: number, site: IconsSite): Markup {
  const png = assetPath(icon, 'png')
  const smil = png === null && markup` data-smil="${icon.loop ? 'loop' : 'once'}"`
  const look = markup` data-set="${icon.set}" data-style="${icon.style}"${smil}`
  return pictureOf(look, assetPath(icon, 'svg'), png ?? (icon.loop ? site.assets['paused.svg'] : null), sizePx, site)
}

/** @param svg Path of the moving image, or null. */
export function pictureOf(
  attributes: Markup,
  svg: string | null,
  still: string | null,
  sizePx: number,
  site: IconsSite,
): Markup {
  return markup`<picture class="art"${attributes}>${
    still !== null && markup`<source media="${REDUCED_MOTION}" srcset="${still}">`
  }<img src="${svg ?? site.assets['paused.svg']}" alt="" width="${sizePx}" height="${sizePx}" loading="lazy" decoding="async"></picture>`
}

/**
 * Gives the path of a file on the origin from which the page was opened. That may differ from the origin in the service's
 * addresses.
 */
export function assetPath(icon: Pick<IconRecord, 'formats'>, ext: string): string | null {
  const url = icon.formats.find((format) => format.ext === ext)?.url
  if (url === undefined) return null
  return pathOf(url)
}

export function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
