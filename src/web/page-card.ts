import { createHash } from 'node:crypto'
import type { Page } from '../docs/page.ts'
import { pageUrl, parsePageAddress } from '../docs/paths.ts'
import type { ServedSite } from '../docs/served/served-site.ts'
import { sectionTitle } from '../docs/served/served-sections.ts'
import type { LookImage } from '../docs/site/site-look.ts'
import type { Locale } from '../shared/locale.ts'
import { SITE_NAME } from './layout.ts'

/** Size in pixels of the picture of a page. */
export const CARD_WIDTH = 1200
export const CARD_HEIGHT = 630

/** What the picture of a page shows where the page is shared. */
export interface PageCard {
  readonly locale: Locale
  readonly title: string
  readonly description: string | null
  /** Titles of the section and the version, the widest first. */
  readonly above: readonly string[]
  readonly siteName: string
  readonly logo: LookImage | null
  /** Whether the logo shows the name. */
  readonly replacesName: boolean
  /** Colour of the site on a light background, as `#rrggbb`. */
  readonly accent: string
}

/** The logo of the site, with its size in pixels. */
export interface CardLogo {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/** What a picture is drawn from. */
export interface CardOrder {
  readonly card: PageCard
  readonly logo: CardLogo | null
  /** Font files of the operator, as absolute paths. */
  readonly fontFiles: readonly string[]
}

/** A picture as it was drawn. */
export interface DrawnCard {
  readonly png: Uint8Array
  /** Whether no text is missing because a letter of it has no font, and no logo because it cannot be drawn. */
  readonly complete: boolean
  /** Font files that could not be read, with the reason. Each is told once by a thread. */
  readonly faults: readonly string[]
}

/** One higher with each change of how pictures are drawn, since their addresses are kept for ever. */
const DRAWING = 2
/** `--accent` of `base.css`. */
const OWN_ACCENT = '#12614d'
/** Longer texts could not be shown anyway. */
const TEXT_LIMIT_CHARS = 400
const HASH_DIGITS = 32
const ADDRESS = /^\/cards\/([\da-f]{32})(\/.+)\.png$/

/** The picture of a page; null if none is drawn, or the site names one. */
export function pageCard(
  page: Pick<Page, 'locale' | 'path' | 'title' | 'description' | 'section' | 'version'>,
  site: Pick<ServedSite, 'look' | 'names' | 'sections' | 'versions'>,
): PageCard | null {
  const { accent, cards, image, logo } = site.look
  if (!cards || image !== null) return null
  const { description, locale, path, section, title, version } = page
  const siteName = site.names.get(locale) ?? SITE_NAME
  const label = site.versions.versions.find(({ name }) => name === version?.name)?.label
  const above = [...(path === section ? [] : [sectionTitle(site.sections, section, locale)]), label ?? []].flat()
  return {
    locale,
    title: shortened(title),
    description: description === null || description === '' ? null : shortened(description),
    above: above.map(shortened),
    siteName: shortened(siteName),
    logo: logo?.light ?? null,
    replacesName: logo?.replacesName ?? false,
    accent: accent?.light ?? OWN_ACCENT,
  }
}

/** Path of the picture below the address of the documentation. It changes with what the picture shows. */
export function cardPath(card: PageCard, path: string): string {
  return `/cards/${cardHash(card)}${pageUrl('', card.locale, path)}.png`
}

/** Parses the path of a request, as it came; null: no picture has it. */
export function parseCardPath(
  rawPath: string,
): { readonly hash: string; readonly locale: Locale; readonly path: string } | null {
  const [, hash, rest] = ADDRESS.exec(rawPath) ?? []
  const address = hash === undefined || rest === undefined ? null : parsePageAddress(rest)
  if (hash === undefined || address === null || !address.canonical || address.markdown) return null
  return { hash, locale: address.locale, path: address.path }
}

export function cardHash(card: PageCard): string {
  return createHash('sha256')
    .update(JSON.stringify([DRAWING, card]))
    .digest('hex')
    .slice(0, HASH_DIGITS)
}

function shortened(text: string): string {
  return text.length <= TEXT_LIMIT_CHARS ? text : Array.from(text).slice(0, TEXT_LIMIT_CHARS).join('')
}
