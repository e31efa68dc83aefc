import { LOCALES, type Locale } from '../../../shared/locale.ts'
import type { ShelvedFace } from './font-shelf.ts'

/** A part of a text that one face has. */
export interface Run {
  readonly text: string
  readonly face: ShelvedFace
}

/** Finds the face that draws a character, or null. */
export type FindFace = (character: number) => ShelvedFace | null

export interface Style {
  readonly find: FindFace
  readonly sizePx: number
  /** Space between characters in em. */
  readonly spacingEm: number
  /** Language whose words are told apart. */
  readonly locale: Locale
}

const segmenters = Object.fromEntries(
  LOCALES.map((locale) => [locale, new Intl.Segmenter(locale, { granularity: 'word' })]),
) as Record<Locale, Intl.Segmenter>

/** Marks of one letter that are drawn; with more, a text could cover its neighbours. */
const MARKS = /(\p{M}{2})\p{M}+/gu
/** Characters that show nothing by themselves or turn the text around them. */
const UNSEEN = /[\p{C}\p{Me}\p{Variation_Selector}\p{Emoji_Modifier}]/gu

/** Without one of these, a word would be another. */
const LETTER = /[\p{L}\p{Mc}\p{N}]/u

/**
 * A text of strangers as it can be drawn: on one line, without control characters, and without marks and symbols that no face
 * has. Null: it has a letter or a digit that no face has, or nothing is left of it.
 */
export function drawable(text: string, find: FindFace): string | null {
  const clean = text.normalize('NFC').replaceAll(/\s+/gu, ' ').replaceAll(UNSEEN, '').replaceAll(MARKS, '$1')
  const isDrawn = (character: string): boolean => find(character.codePointAt(0) ?? 0) !== null
  let drawn = ''
  for (const character of clean) {
    // A letter may be there without its marks, and the marks by themselves.
    for (const part of isDrawn(character) ? [character] : character.normalize('NFD')) {
      if (isDrawn(part)) drawn += part
      else if (LETTER.test(part)) return null
    }
  }
  drawn = drawn.replaceAll(/ +/g, ' ').trim()
  return drawn === '' ? null : drawn
}

/** Parts a text that can be drawn by the faces that have it. */
export function runsOf(text: string, find: FindFace): Run[] {
  const runs: { text: string; face: ShelvedFace }[] = []
  for (const character of text) {
    const last = runs.at(-1)
    const code = character.codePointAt(0) ?? 0
    // Marks stay with their letter, and spaces with the word before them.
    const isKept = last !== undefined && /[\p{M} ]/u.test(character) && last.face.advance(code) !== null
    const face = isKept ? last.face : find(code)
    if (face === null) continue
    if (last?.face === face) last.text += character
    else runs.push({ text: character, face })
  }
  return runs
}

/** Width of a text in pixels, without what pairs of letters are moved together. */
export function widthOf(text: string, style: Style): number {
  let em = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    em += (style.find(code)?.advance(code) ?? 0) + style.spacingEm
  }
  return em * style.sizePx
}

export interface Wrapped {
  readonly lines: readonly string[]
  /** Whether the end of the text is left out. */
  readonly cut: boolean
}

/** Parts a text into lines of nearly the same width, of which none is wider than `widthPx`. */
export function wrapText(text: string, style: Style, widthPx: number, lineLimit: number): Wrapped {
  const all = fill(text, style, widthPx)
  if (all.length > lineLimit) {
    const rest = all.slice(lineLimit - 1).join('')
    return {
      lines: [...all.slice(0, lineLimit - 1), cutText(rest, style, widthPx)].map((line) => line.trim()),
      cut: true,
    }
  }
  let [narrow, wide] = [widthPx / 2, widthPx]
  while (all.length > 1 && wide - narrow > 4) {
    const middle = (narrow + wide) / 2
    if (fill(text, style, middle).length > all.length) narrow = middle
    else wide = middle
  }
  return { lines: fill(text, style, wide).map((line) => line.trim()), cut: false }
}

/** The beginning of a text with an ellipsis, where the text is too wide. */
export function cutText(text: string, style: Style, widthPx: number): string {
  if (widthOf(text.trimEnd(), style) <= widthPx) return text.trimEnd()
  const signs = Array.from(text)
  let leftPx = widthPx - widthOf('…', style)
  const end = signs.findIndex((sign) => (leftPx -= widthOf(sign, style)) < 0)
  const kept = signs.slice(0, Math.max(end, 0)).join('')
  const whole = /\S$/u.test(kept) && signs[end] !== ' ' ? kept.replace(/(?<=\S)\s\S{1,15}$/u, '') : kept
  return `${whole.replace(/[\s.,;:!?，。、；：！？]+$/u, '')}…`
}

/** Fills lines, one after the other. Spaces at the end of a line take no room. */
function fill(text: string, style: Style, widthPx: number): string[] {
  const lines: string[] = []
  let [line, linePx] = ['', 0]
  const add = (part: string): boolean => {
    if (linePx + widthOf(part.trimEnd(), style) > widthPx && line !== '') return false
    line += part
    linePx += widthOf(part, style)
    return true
  }
  const endLine = (): void => {
    lines.push(line)
    ;[line, linePx] = ['', 0]
  }
  for (const part of partsOf(text, style.locale)) {
    const isWide = widthOf(part.trimEnd(), style) > widthPx
    for (const piece of isWide ? Array.from(part) : [part]) {
      if (add(piece)) continue
      endLine()
      add(piece)
    }
  }
  endLine()
  return lines
}

const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** What no line begins with, and what none ends with. */
const CLOSING = /^[、。，．：；？！）」』】〉》〕…～”’,.:;?!)\]}%\p{M} ]/u
const OPENING = /[（「『【〈《〔“‘([{]$/u

/** Parts of a text between which a line may end: words, with the marks and spaces at them. */
function partsOf(text: string, locale: Locale): string[] {
  const parts: string[] = []
  for (const { segment } of segmenters[locale].segment(text)) {
    const before = parts.at(-1)
    if (before === undefined || mayEndBetween(before, segment)) parts.push(segment)
    else parts[parts.length - 1] = before + segment
  }
  return parts
}

/** Whether a line may end: behind a space, behind a slash or a dash after a word, and around Chinese but not at its marks. */
function mayEndBetween(before: string, after: string): boolean {
  if (CLOSING.test(after) || OPENING.test(before)) return false
  if (/ $|[\p{L}\p{N}][/-]$/u.test(before)) return true
  return IDEOGRAPH.test(Array.from(before.slice(-2)).at(-1) ?? '') || IDEOGRAPH.test(after)
}
