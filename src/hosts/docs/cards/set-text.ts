import type { OverlayOptions, Sharp } from 'sharp'
import type { Locale } from '../../../shared/locale.ts'
import { markup, toHtml } from '../../../web/markup.ts'
import { OWN_FAMILY } from './fonts.ts'

/** How a text is written. */
export interface Style {
  readonly sizePx: number
  readonly weight: 500 | 600
  /** Distance of baselines in em. */
  readonly leading: number
  /** Space between characters in em. */
  readonly spacingEm: number
  readonly colour: string
  /** Language by whose habits characters are drawn and lines end. */
  readonly locale: Locale
}

/** The room for a text. */
export interface Room {
  readonly widthPx: number
  readonly lines: number
}

/** Pixels of a text, four bytes each, with the line that stands below its last one. */
export interface Block {
  readonly pixels: Buffer
  readonly width: number
  readonly height: number
  readonly lines: number
}

/** Writes texts with the fonts that were loaded. */
export interface TextSetter {
  /** The text as it can be written; null: it has a letter that no font has, or nothing is left of it. */
  readonly readable: (text: string | null, locale: Locale) => Promise<string | null>
  /** Writes a text on as many lines as there is room for. Where it has no room, `cut` leaves out its end, and else it is null. */
  readonly set: (text: string, style: Style, room: Room, cut: boolean) => Promise<Block | null>
}

const LANGUAGES = { en: 'en', zh: 'zh-CN', ko: 'ko' } as const

/** Marks of one letter that are drawn; with more, a text could cover its neighbours. */
const MARKS = /(\p{M}{2})\p{M}+/gu
/** Characters that show nothing by themselves or turn the text around them. */
const UNSEEN = /[\p{C}\p{Me}\p{Variation_Selector}\p{Emoji_Modifier}]/gu
/** Without one of these, a word would be another. */
const LETTER = /[\p{L}\p{Mc}\p{N}]/u
/** Between these no line ends, since Korean has spaces between its words. */
const WITHIN_KOREAN = /(?<=\p{sc=Hangul})(?=\p{sc=Hangul})/gu
const WORD_JOINER = '\u2060'

/** Characters that no font can have, of four and of six digits: they are drawn as all others without a font, as a box. */
const NONCHARACTERS = ['\uFDD0', '\u{10FFFE}']
const CHECKED: Omit<Style, 'locale'> = { sizePx: 24, weight: 600, leading: 1.5, spacingEm: 0, colour: '#000000' }
/** Shares of the width that are tried, so that lines are of nearly the same width. */
const NARROWER = [1.04, 1.12, 1.25, 1.45] as const

export async function createTextSetter(sharp: (input: object) => Sharp): Promise<TextSetter> {
  const boxes = await Promise.all(NONCHARACTERS.map((text) => draw(text, { ...CHECKED, locale: 'en' }, null, '')))
  return { readable, set }

  async function readable(text: string | null, locale: Locale): Promise<string | null> {
    const clean = (text ?? '').normalize('NFC').replaceAll(/\s+/gu, ' ').replaceAll(UNSEEN, '').replaceAll(MARKS, '$1').trim() // prettier-ignore
    if (clean === '' || !(await hasBox(clean, locale))) return clean === '' ? null : clean
    const drawn = new Map<string, string>()
    for (const character of new Set(clean)) {
      const shown = await withoutBoxes(character, locale)
      if (shown === null) return null
      drawn.set(character, shown)
    }
    const kept = Array.from(clean, (character) => drawn.get(character))
      .join('')
      .replaceAll(/ +/g, ' ')
      .trim()
    return kept === '' || (await hasBox(kept, locale)) ? null : kept
  }

  /** A character without its marks where a font has it alone; null: it is a letter that no font has. */
  async function withoutBoxes(character: string, locale: Locale): Promise<string | null> {
    if (character === ' ' || !(await hasBox(character, locale))) return character
    const parts = [...character.normalize('NFD')].filter((part) => LETTER.test(part))
    if (parts.length === 0) return ''
    const [letter = ''] = parts
    return parts.length > 1 || letter === character || (await hasBox(letter, locale)) ? null : letter
  }

  /** Whether a character has no font: the frame of its box is somewhere in the drawing. */
  async function hasBox(text: string, locale: Locale): Promise<boolean> {
    // Some characters have no ink, and a drawing must have some.
    const drawing = await draw(`H ${text}`, { ...CHECKED, locale }, null, '')
    return boxes.some((box) => holdsFrame(drawing, box))
  }

  async function set(text: string, style: Style, room: Room, cut: boolean): Promise<Block | null> {
    const whole = await measured(text, style, room.widthPx)
    if (whole.lines <= room.lines) return whole.lines === 1 ? whole : levelled(text, style, room.widthPx, whole)
    if (!cut) return null
    const characters = Array.from(text)
    let kept = Math.min(characters.length - 1, Math.ceil((characters.length * room.lines * 1.1) / whole.lines))
    for (;;) {
      const block = await measured(shortened(characters, kept), style, room.widthPx)
      if (block.lines <= room.lines || kept === 0) return block
      kept = Math.floor(kept * 0.94)
    }
  }

  /** The lines of nearly the same width: the narrowest block that needs no further line. */
  async function levelled(text: string, style: Style, widthPx: number, whole: Block): Promise<Block> {
    const line = await draw(text, style, null, '')
    for (const share of NARROWER) {
      const narrow = Math.ceil((line.width / whole.lines) * share)
      if (narrow >= widthPx) break
      const block = await measured(text, style, narrow)
      if (block.lines === whole.lines) return block
    }
    return whole
  }

  /** The unseen letter on a line of its own tells where the baseline is, since drawings end where their ink does. */
  async function measured(text: string, style: Style, widthPx: number): Promise<Block> {
    const drawing = await draw(text, style, widthPx, '\n<span alpha="1">H</span>')
    return { ...drawing, lines: Math.floor(drawing.height / (style.leading * style.sizePx)) }
  }

  async function draw(
    text: string,
    style: Style,
    widthPx: number | null,
    after: string,
  ): Promise<Omit<Block, 'lines'>> {
    const { colour, leading, locale, sizePx, spacingEm, weight } = style
    const joined = text.replaceAll(WITHIN_KOREAN, WORD_JOINER)
    const opening = `<span foreground="${colour}" weight="${weight}" lang="${LANGUAGES[locale]}" letter_spacing="${Math.round(spacingEm * sizePx * 1024)}" line_height="${Math.round(leading * sizePx * 1024)}">`
    const { data, info } = await sharp({
      text: {
        text: `${opening}${toHtml(markup`${joined}`)}${after}</span>`,
        font: `${OWN_FAMILY} ${sizePx}`,
        dpi: 72,
        rgba: true,
        ...(widthPx === null ? {} : { width: widthPx, wrap: 'word-char' }),
      },
    })
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { pixels: data, width: info.width, height: info.height }
  }
}

/** A block as a part of the picture, with the baseline of its last line at `y`. */
export function placed({ height, pixels, width }: Block, style: Style, x: number, y: number): OverlayOptions {
  const top = Math.round(y + style.leading * style.sizePx) - height
  return { input: pixels, raw: { width, height, channels: 4 }, left: Math.round(x), top }
}

/** The beginning of a text with an ellipsis, behind a whole word where one is near. */
function shortened(characters: readonly string[], kept: number): string {
  const begun = characters.slice(0, kept).join('')
  const isWithin = /\S$/u.test(begun) && characters[kept] !== ' '
  const whole = isWithin ? begun.replace(/(?<=\S)\s\S{1,15}$/u, '') : begun
  return `${whole.replace(/[\s.,;:!?，。、；：！？]+$/u, '')}…`
}

/** Whether the outermost pixels of `box` are somewhere in `image`. */
function holdsFrame(image: Omit<Block, 'lines'>, box: Omit<Block, 'lines'>): boolean {
  const alpha = (of: typeof box, x: number, y: number): number | undefined => of.pixels[4 * (y * of.width + x) + 3]
  const frame = Array.from(
    { length: box.width * box.height },
    (_, at) => [at % box.width, Math.floor(at / box.width)] as const,
  ) // prettier-ignore
    .filter(([x, y]) => x === 0 || y === 0 || x === box.width - 1 || y === box.height - 1)
  for (let top = 0; top + box.height <= image.height; top++) {
    for (let left = 0; left + box.width <= image.width; left++) {
      if (frame.every(([x, y]) => alpha(image, left + x, top + y) === alpha(box, x, y))) return true
    }
  }
  return false
}
