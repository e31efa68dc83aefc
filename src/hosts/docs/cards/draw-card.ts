import type { OverlayOptions } from 'sharp'
import { textOn } from '../../../docs/site/accent.ts'
import { loadSharp } from '../../../shared/images/load-sharp.ts'
import { markup, toHtml, type Markup } from '../../../web/markup.ts'
import { CARD_HEIGHT, CARD_WIDTH, type CardOrder, type DrawnCard, type CardLogo, type PageCard } from '../../../web/page-card.ts' // prettier-ignore
import { drawLogo, LOGO, type DrawnLogo } from './draw-logo.ts'
import { loadFonts, systemFonts } from './fonts.ts'
import { createTextSetter, placed, type Block, type Room, type Style } from './set-text.ts'

/** All measures are pixels of the picture. */
const MARGIN = 80
const TEXT_WIDTH = CARD_WIDTH - 2 * MARGIN
const STRIPE_HEIGHT = 12
const LAST_BASELINE = CARD_HEIGHT - STRIPE_HEIGHT - 66
const NAME_BASELINE = MARGIN + 39
const PAPER = '#fdfdfb'
const INK = '#14171a'
const MUTED = '#565d63'

const MARK_SIDE = 48

/** Sizes of the title with the lines that each may have. The first that holds the whole title is used, else the last. */
const TITLE_SIZES = [
  { size: 92, lines: 1 },
  { size: 80, lines: 2 },
  { size: 66, lines: 3 },
  { size: 56, lines: 3 },
] as const
const DESCRIPTION_ROOM: Room = { widthPx: TEXT_WIDTH, lines: 2 }
const LINE_ROOM: Room = { widthPx: TEXT_WIDTH, lines: 1 }
/** A title of so many lines leaves no room for a description. */
const FULL_LINES = 3

/** Distance of baselines in em. Characters of Chinese and Korean are higher than most letters. */
const TITLE_LEADING = { en: 1.12, zh: 1.22, ko: 1.22 } as const
const TEXT_LEADING = 1.36

/** Level 8 takes twice as long for 4 % fewer bytes. */
const COMPRESSION_LEVEL = 7

/** Time for one picture, of which the library stops what it can. */
const DRAWING_LIMIT_SECONDS = 5

export interface CardPainter {
  /** Draws the picture of a page: logo and name of the site above, and below the section, the title and what the page is about. */
  readonly paint: (order: CardOrder) => Promise<DrawnCard>
}

interface Written {
  readonly block: Block
  readonly style: Style
}

/**
 * Loads the library and, with the first picture, the fonts.
 *
 * @param system Files of fonts beside those of the package and of the order. Default: those of the system for East Asia.
 */
export async function createCardPainter(system: readonly string[] = systemFonts()): Promise<CardPainter> {
  const sharp = await loadSharp()
  let loading: ReturnType<typeof load> | null = null
  let lastLogo: { readonly bytes: Uint8Array; readonly drawn: Promise<DrawnLogo | null> } | null = null

  async function load(files: readonly string[]) {
    const faults = await loadFonts(sharp, [...files, ...system])
    return { faults, setter: await createTextSetter(sharp) }
  }

  /** A site has one logo. */
  async function draw(logo: CardLogo | null): Promise<DrawnLogo | null> {
    if (logo === null) return null
    if (lastLogo === null || Buffer.compare(lastLogo.bytes, logo.bytes) !== 0) {
      lastLogo = { bytes: logo.bytes, drawn: drawLogo(logo) }
    }
    return lastLogo.drawn
  }

  async function paint({ card, fontFiles, logo: ordered }: CardOrder): Promise<DrawnCard> {
    const isFirst = loading === null
    const { faults, setter } = await (loading ??= load(fontFiles))
    const logo = await draw(ordered)
    const { complete, overlays } = await writeTexts(card, logo, setter)
    if (logo !== null) overlays.push(placedLogo(logo))
    const drawing = Buffer.from(toHtml(backdrop(card, logo === null)))
    const png = await sharp(drawing, { limitInputPixels: CARD_WIDTH * CARD_HEIGHT })
      .composite(overlays)
      .removeAlpha()
      .png({ compressionLevel: COMPRESSION_LEVEL })
      .timeout({ seconds: DRAWING_LIMIT_SECONDS })
      .toBuffer()
    return { png, complete: complete && (logo === null) === (ordered === null), faults: isFirst ? faults : [] }
  }

  return { paint }
}

type TextSetter = Awaited<ReturnType<typeof createTextSetter>>

/** Where the title cannot be written, the name takes its place. */
async function writeTexts(card: PageCard, logo: DrawnLogo | null, setter: TextSetter) {
  const { locale } = card
  const overlays: OverlayOptions[] = []
  /** Latin letters of large sizes stand closer. */
  const closer = locale === 'en' ? 1 : 0.4
  const style = (sizePx: number, weight: 500 | 600, spacing: number, colour: string, leading = TEXT_LEADING): Style => {
    return { sizePx, weight, leading, spacingEm: spacing * closer, colour, locale }
  }
  const aboveText = card.above.length === 0 ? null : card.above.join(' · ')
  const texts = [card.siteName, card.title, card.description, aboveText]
  const readable = await Promise.all(texts.map((text) => setter.readable(text, locale)))
  const complete = texts.every((text, index) => text === null || readable[index] !== null)
  const [name = null, title = null, description = null, above = null] = readable
  const write = async (text: string, by: Style, room: Room): Promise<Written | null> => {
    const block = await setter.set(text, by, room, true)
    return block && { block, style: by }
  }

  const width = logo?.width ?? MARK_SIDE
  const isNamed = title !== null && !(logo !== null && card.replacesName)
  if (name !== null && isNamed) {
    const x = MARGIN + width + LOGO.gap
    place(await write(name, style(36, 600, -0.015, INK), { widthPx: CARD_WIDTH - MARGIN - x, lines: 1 }), x, NAME_BASELINE) // prettier-ignore
  }

  // These are written from the lower margin upwards.
  let y = LAST_BASELINE
  const largest = title ?? name
  const written = largest === null ? null : await writeTitle(largest)
  if (written !== null && title !== null && description !== null && written.block.lines < FULL_LINES) {
    y = place(await write(description, style(32, 500, -0.005, MUTED), DESCRIPTION_ROOM), MARGIN, y) - 18
  }
  y = place(written, MARGIN, y)
  if (above !== null && title !== null) {
    place(await write(above, style(30, 600, -0.005, card.accent), LINE_ROOM), MARGIN, y - 8)
  }
  return { complete, overlays }

  /** @returns the baseline of a line above the block */
  function place(text: Written | null, x: number, baseline: number): number {
    if (text === null) return baseline
    overlays.push(placed(text.block, text.style, x, baseline))
    return baseline - text.block.lines * text.style.leading * text.style.sizePx
  }

  async function writeTitle(text: string): Promise<Written | null> {
    for (const { lines, size } of TITLE_SIZES) {
      const by = style(size, 600, -0.03, INK, TITLE_LEADING[locale])
      const block = await setter.set(text, by, { widthPx: TEXT_WIDTH, lines }, size === TITLE_SIZES.at(-1)?.size)
      if (block !== null) return { block, style: by }
    }
    return null
  }
}

/** All but the texts. They stand on light paper, on which every accent of a site can be read. */
function backdrop({ accent }: PageCard, isMarked: boolean): Markup {
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}">
<rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" fill="${PAPER}"/>
<g fill="none" stroke="${accent}" stroke-width="1.5">
<circle cx="${CARD_WIDTH}" r="170" fill="${accent}" fill-opacity=".1" stroke-opacity=".34"/>
<circle cx="${CARD_WIDTH}" r="270" stroke-opacity=".22"/>
<circle cx="${CARD_WIDTH}" r="370" stroke-opacity=".14"/>
<circle cx="${CARD_WIDTH}" r="470" stroke-opacity=".08"/>
</g>
<rect y="${CARD_HEIGHT - STRIPE_HEIGHT}" width="${CARD_WIDTH}" height="${STRIPE_HEIGHT}" fill="${accent}"/>
${isMarked && mark(accent)}</svg>`
}

/** The mark that pages without a logo have. */
function mark(accent: string): Markup {
  const y = MARGIN + (LOGO.height - MARK_SIDE) / 2
  return markup`<g transform="translate(${MARGIN} ${y}) scale(${MARK_SIDE / 32})"><rect width="32" height="32" rx="7" fill="${accent}"/><path d="M15 5h2v4h6l3 3.5-3 3.5h-6v11h-2V16H7V9h8z" fill="${textOn(accent)}"/></g>`
}

function placedLogo({ height, pixels, width }: DrawnLogo): OverlayOptions {
  const top = Math.round(MARGIN + (LOGO.height - height) / 2)
  return { input: pixels, raw: { width, height, channels: 4 }, left: MARGIN, top }
}
