import { CHARACTER_CLASS, HANGUL, HAN_KANA } from '../text/characters.ts'
import { fingerprintText, hashText, powerOfTwo } from '../text/hash.ts'
import type { IndexArrays } from '../index/layout.ts'
import { RANK } from '../index/scoring.ts'
import type { TermStatistics } from './term-statistics.ts'
import { isStopWord } from '../text/stop-words.ts'
import type { SurfaceForms } from './vocabulary.ts'

/** Final numbers of terms. Terms on more pages have smaller numbers; among equals, terms in titles come first. */
export interface TermOrder {
  /** Final numbers, by vocabulary number. */
  readonly newNumber: Uint32Array
  /** Vocabulary numbers, by final number. */
  readonly oldNumber: Uint32Array
  /** Count of pages with the term, by final number. */
  readonly pages: Uint32Array
}

export function numberTerms(termCount: number, { inTitle, pages }: TermStatistics): TermOrder {
  const oldNumber = Uint32Array.from({ length: termCount }, (_, term) => term)
  oldNumber.sort((a, b) => pages.data[b]! - pages.data[a]! || inTitle.data[b]! - inTitle.data[a]! || a - b)
  const newNumber = new Uint32Array(termCount)
  oldNumber.forEach((term, number) => (newNumber[term] = number))
  return { newNumber, oldNumber, pages: oldNumber.map((term) => pages.data[term]!) }
}

/** Builds a hash table from term text to term number that threads can share; a JavaScript Map cannot be shared. */
export function buildTermHash(
  texts: readonly string[],
  newNumber: Uint32Array,
): Pick<IndexArrays, 'termFingerprints' | 'termNumbers'> {
  const size = powerOfTwo(Math.max(2, texts.length * 1.5))
  const termFingerprints = new Uint32Array(size)
  const termNumbers = new Uint32Array(size)
  texts.forEach((text, term) => {
    let slot = hashText(text) & (size - 1)
    while (termFingerprints[slot] !== 0) slot = (slot + 1) & (size - 1)
    termFingerprints[slot] = fingerprintText(text)
    termNumbers[slot] = newNumber[term]!
  })
  return { termFingerprints, termNumbers }
}

/** The limit lets 16 bits number the forms. Only very large locales have more forms, and the rarest are dropped. */
const MAX_SURFACES = 65_535

/** Locales with at most this many forms keep all of them: in a small tree most words occur on only one page. */
const RARE_FORMS_UP_TO = 16_384

/**
 * Builds the table of surface forms. In larger locales, forms on only one page are dropped unless a title has them: they are as
 * likely typos as words. Stop words are dropped everywhere, because nobody who types `thre` means `the`.
 */
export function buildSurfaces(
  surfaces: SurfaceForms,
  order: TermOrder,
): Pick<IndexArrays, 'surfaceStarts' | 'surfaceUnits' | 'surfaceTerms' | 'surfacePages'> {
  const kept: number[] = []
  const keepsRare = surfaces.texts.length <= RARE_FORMS_UP_TO
  surfaces.texts.forEach((text, i) => {
    const known = keepsRare || surfaces.pageCounts[i]! > 1 || surfaces.inTitle[i] === 1
    if (known && !isStopWord(text)) kept.push(i)
  })
  const { texts } = surfaces
  if (kept.length > MAX_SURFACES) {
    kept.sort((a, b) => surfaces.pageCounts[b]! - surfaces.pageCounts[a]! || a - b)
    kept.length = MAX_SURFACES
  }
  kept.sort((a, b) => (texts[a]! < texts[b]! ? -1 : 1))
  const surfaceStarts = new Uint32Array(kept.length + 1)
  kept.forEach((surface, i) => (surfaceStarts[i + 1] = surfaceStarts[i]! + texts[surface]!.length))
  const surfaceUnits = new Uint16Array(surfaceStarts[kept.length]!)
  kept.forEach((surface, i) => {
    const text = texts[surface]!
    for (let j = 0; j < text.length; j++) surfaceUnits[surfaceStarts[i]! + j] = text.charCodeAt(j)
  })
  return {
    surfaceStarts,
    surfaceUnits,
    surfaceTerms: Uint32Array.from(kept, (surface) => order.newNumber[surfaces.terms[surface]!]!),
    surfacePages: Uint32Array.from(kept, (surface) => surfaces.pageCounts[surface]!),
  }
}

/** Lists, for every CJK character, the pairs most likely meant by a reader who typed only that character. */
export function buildSigns(
  texts: readonly string[],
  order: TermOrder,
): Pick<IndexArrays, 'signCodes' | 'signStarts' | 'signTerms'> {
  const pairs = new Map<number, number[]>()
  texts.forEach((text, term) => {
    const kind = CHARACTER_CLASS[text.charCodeAt(0)]
    if (kind !== HAN_KANA && kind !== HANGUL) return
    const code = text.codePointAt(0)!
    if (text.length === String.fromCodePoint(code).length) return
    const list = pairs.get(code)
    if (list === undefined) pairs.set(code, [order.newNumber[term]!])
    else list.push(order.newNumber[term]!)
  })
  const codes = [...pairs.keys()].toSorted((a, b) => a - b)
  const rows = codes.map((code) =>
    pairs
      .get(code)!
      .toSorted((a, b) => order.pages[b]! - order.pages[a]! || a - b)
      .slice(0, RANK.prefixLimit),
  )
  return { signCodes: Uint32Array.from(codes), ...packRows('signStarts', 'signTerms', rows) }
}

/** Packs rows of numbers into two flat arrays: the start of each row, and the values of all rows in sequence. */
function packRows<S extends string, V extends string>(
  starts: S,
  values: V,
  rows: readonly (readonly number[])[],
): Record<S | V, Uint32Array> {
  const startArray = new Uint32Array(rows.length + 1)
  rows.forEach((row, i) => (startArray[i + 1] = startArray[i]! + row.length))
  return { [starts]: startArray, [values]: Uint32Array.from(rows.flat()) } as Record<S | V, Uint32Array>
}
