import { textOn } from '../../../docs/site/accent.ts'
import { markup, toHtml, type Markup } from '../../../web/markup.ts'
import { CARD_HEIGHT, CARD_WIDTH, type CardLogo, type PageCard } from '../../../web/page-card.ts'
import { chooseFaces, type FontFile, type FontShelf } from './font-shelf.ts'
import { cutText, drawable, runsOf, widthOf, wrapText, type Style, type Wrapped } from './set-text.ts'

export interface CardDrawing {
  readonly svg: string
  /** Fonts that the drawing needs. */
  readonly fonts: readonly FontFile[]
  /** Whether no text is missing because a letter of it has no font. */
  readonly complete: boolean
}

/** All measures are pixels of the picture. */
const MARGIN = 80
const TEXT_WIDTH = CARD_WIDTH - 2 * MARGIN
const STRIPE_HEIGHT = 12
const PAPER = '#fdfdfb'
const INK = '#14171a'
const MUTED = '#565d63'

/** Room for the logo. */
const LOGO = { height: 52, widthLimit: 480, gap: 20 } as const
const MARK_SIDE = 48

/** Sizes of the title with the lines that each may have. The first that holds the whole title is used, else the last. */
const TITLE_SIZES = [
  { size: 92, lines: 1 },
  { size: 80, lines: 2 },
  { size: 66, lines: 3 },
  { size: 56, lines: 3 },
] as const
const DESCRIPTION_LINES = 2
/** A title of so many lines leaves no room for a description. */
const FULL_LINES = 3

/** Distance of baselines in em. Characters of Chinese and Korean are higher than most letters. */
const TITLE_LEADING = { en: 1.12, zh: 1.22, ko: 1.22 } as const
const TEXT_LEADING = 1.36

/**
 * Draws the picture of a page: logo and name of the site above, and below the section, the title and what the page is about.
 * Where the title cannot be drawn, the name takes its place.
 * Texts stand on light paper, on which every accent of a site can be read.
 */
export function drawCard(card: PageCard, shelf: FontShelf, logo: CardLogo | null): CardDrawing {
  const fonts = new Set<FontFile>()
  let complete = true
  const bold = chooseFaces(shelf, card.locale, 600)
  const plain = chooseFaces(shelf, card.locale, 500)
  /** Latin letters of large sizes stand closer. */
  const closer = card.locale === 'en' ? 1 : 0.4
  const style = (find: typeof bold, size: number, spacing: number): Style => {
    return { find, sizePx: size, spacingEm: spacing * closer, locale: card.locale }
  }

  const nameStyle = style(bold, 36, -0.015)
  const aboveStyle = style(bold, 30, -0.005)
  const descriptionStyle = style(plain, 32, -0.005)

  const name = readable(card.siteName, bold)
  const title = readable(card.title, bold)
  const head = drawHead()
  const foot = drawFoot()
  const { accent } = card
  const drawing = markup`<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" xml:space="preserve">
<rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" fill="${PAPER}"/>
<g fill="none" stroke="${accent}" stroke-width="1.5">
<circle cx="${CARD_WIDTH}" r="170" fill="${accent}" fill-opacity=".1" stroke-opacity=".34"/>
<circle cx="${CARD_WIDTH}" r="270" stroke-opacity=".22"/>
<circle cx="${CARD_WIDTH}" r="370" stroke-opacity=".14"/>
<circle cx="${CARD_WIDTH}" r="470" stroke-opacity=".08"/>
</g>
<rect y="${CARD_HEIGHT - STRIPE_HEIGHT}" width="${CARD_WIDTH}" height="${STRIPE_HEIGHT}" fill="${accent}"/>
${head}${foot}</svg>`
  return { svg: toHtml(drawing), fonts: [...fonts], complete }

  /** The text as it can be drawn; null if there is none, or it cannot be drawn. */
  function readable(text: string | null, find: typeof bold): string | null {
    if (text === null) return null
    const clean = drawable(text, find)
    complete &&= clean !== null
    return clean
  }

  /** Each part has its place, since the renderer sets a text with several fonts as if it had one. */
  function line(text: string, by: Style, fill: string, x: number, y: number): Markup {
    let at = x
    const parts = runsOf(text, by.find).map(({ face, text: part }) => {
      fonts.add(face.file)
      const drawn = markup`<text x="${at.toFixed(1)}" y="${y.toFixed(1)}" font-family="'${face.family}'" font-weight="${face.weight}" font-size="${by.sizePx}" letter-spacing="${(by.spacingEm * by.sizePx).toFixed(2)}" fill="${fill}">${part}</text>\n`
      at += widthOf(part, by)
      return drawn
    })
    return markup`${parts}`
  }

  function drawHead(): Markup {
    const { image, width } = logo === null ? drawMark() : drawLogo(logo)
    const x = MARGIN + width + LOGO.gap
    const isShown = title !== null && !(logo !== null && card.replacesName)
    if (name === null || !isShown) return image
    return markup`${image}${line(cutText(name, nameStyle, CARD_WIDTH - MARGIN - x), nameStyle, INK, x, MARGIN + 39)}`
  }

  /** The mark that pages without a logo have. */
  function drawMark(): { readonly image: Markup; readonly width: number } {
    const y = MARGIN + (LOGO.height - MARK_SIDE) / 2
    const image = markup`<g transform="translate(${MARGIN} ${y}) scale(${MARK_SIDE / 32})"><rect width="32" height="32" rx="7" fill="${card.accent}"/><path d="M15 5h2v4h6l3 3.5-3 3.5h-6v11h-2V16H7V9h8z" fill="${textOn(card.accent)}"/></g>\n`
    return { image, width: MARK_SIDE }
  }

  /** Draws from the lower margin upwards. */
  function drawFoot(): Markup {
    const drawn: Markup[] = []
    let y = CARD_HEIGHT - STRIPE_HEIGHT - 66
    const place = ({ lines }: Wrapped, by: Style, leading: number, fill: string): void => {
      for (const each of lines.toReversed()) {
        drawn.push(line(each, by, fill, MARGIN, y))
        y -= by.sizePx * leading
      }
    }
    const description = title === null ? null : readable(card.description, plain)
    const above = readable(card.above.length === 0 ? null : card.above.join(' · '), bold)
    const largest = title ?? name
    if (largest === null) return markup``
    const { by, set } = setTitle(largest)
    if (description !== null && set.lines.length < FULL_LINES) {
      place(
        wrapText(description, descriptionStyle, TEXT_WIDTH, DESCRIPTION_LINES),
        descriptionStyle,
        TEXT_LEADING,
        MUTED,
      )
      y -= 18
    }
    place(set, by, TITLE_LEADING[card.locale], INK)
    if (above !== null && title !== null)
      drawn.push(line(cutText(above, aboveStyle, TEXT_WIDTH), aboveStyle, card.accent, MARGIN, y - 8))
    return markup`${drawn}`
  }

  function setTitle(text: string): { readonly by: Style; readonly set: Wrapped } {
    const sets = TITLE_SIZES.map(({ lines, size }) => {
      const by = style(bold, size, -0.03)
      return { by, set: wrapText(text, by, TEXT_WIDTH, lines) }
    })
    return sets.find(({ set }) => !set.cut) ?? (sets.at(-1) as (typeof sets)[number])
  }
}

function drawLogo({ height, url, width }: CardLogo): { readonly image: Markup; readonly width: number } {
  const scale = Math.min(LOGO.height / height, LOGO.widthLimit / width)
  const y = MARGIN + (LOGO.height - height * scale) / 2
  const image = markup`<image x="${MARGIN}" y="${y.toFixed(1)}" width="${(width * scale).toFixed(1)}" height="${(height * scale).toFixed(1)}" href="${url}"/>\n`
  return { image, width: width * scale }
}
