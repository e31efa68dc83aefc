import { toSurface, toTerm } from './analyse.ts'
import { fingerprintText, hashText } from './hash.ts'
import { isStopWord } from './stop-words.ts'

export interface WordForm {
  /** The word in lower case; never empty. */
  readonly surface: string
  /** The two hashes of the word's term. */
  readonly termHash: number
  readonly termFingerprint: number
  readonly stop: boolean
  readonly numeric: boolean
}

/**
 * Words repeat often, and a stem costs more than all other work on them here. They are stored in slots of 64 bytes: a look-up in a
 * `Map` touched five places in memory for each word, which took longer than the whole work.
 *
 * ```
 * i32 units of the word, flags │ i32 hash of its term │ i32 fingerprint │ 26 × u16 the word in lower case
 * ```
 */
const slots = new Int32Array(16_384 * 16)
const units = new Uint16Array(slots.buffer)
const SLOT_COUNT = slots.length / 16
const MOST_UNITS = 26
const LENGTH = 0xff
const STOP = 0x100
const NUMERIC = 0x200

/** Returns the form of the word run `text[start, end)`; null for a dropped word. */
export function formOf(text: string, start: number, end: number): WordForm | null {
  const slot = slotOf(text, start, end)
  if (slot === -1) return readForm(text, start, end)
  return {
    surface: text.slice(start, end).toLowerCase(),
    termHash: hashIn(slot) >>> 0,
    termFingerprint: fingerprintIn(slot) >>> 0,
    stop: isStopWordIn(slot),
    numeric: isNumericIn(slot),
  }
}

/**
 * Returns the slot of the word run `text[start, end)`, which holds it until the next call. Returns -1 for words without a slot:
 * long words, and words with other than ASCII letters and digits.
 */
export function slotOf(text: string, start: number, end: number): number {
  const length = end - start
  if (length > MOST_UNITS) return -1
  let hash = 0
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i)
    const lower = code | 0x20
    if (!((lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39))) return -1
    hash = Math.imul(hash ^ lower, 0x9e3779b1)
    hash ^= hash >>> 15
  }
  const slot = hash & (SLOT_COUNT - 1)
  if (!holds(slot, text, start, length)) keep(slot, readForm(text, start, end)!)
  return slot
}

// These functions read a slot. The hashes are those of WordForm, but signed.

export function hashIn(slot: number): number {
  return slots[slot * 16 + 1]!
}

export function fingerprintIn(slot: number): number {
  return slots[slot * 16 + 2]!
}

export function isStopWordIn(slot: number): boolean {
  return (slots[slot * 16]! & STOP) !== 0
}

export function isNumericIn(slot: number): boolean {
  return (slots[slot * 16]! & NUMERIC) !== 0
}

function holds(slot: number, text: string, start: number, length: number): boolean {
  if ((slots[slot * 16]! & LENGTH) !== length) return false
  const first = slot * 32 + 6
  // Digits already have this bit set.
  for (let i = 0; i < length; i++) if (units[first + i] !== (text.charCodeAt(start + i) | 0x20)) return false
  return true
}

/** Stores a form in a slot, replacing its previous content. */
function keep(slot: number, { numeric, stop, surface, termFingerprint, termHash }: WordForm): void {
  const first = slot * 16
  slots[first] = surface.length | (stop ? STOP : 0) | (numeric ? NUMERIC : 0)
  slots[first + 1] = termHash
  slots[first + 2] = termFingerprint
  for (let i = 0; i < surface.length; i++) units[slot * 32 + 6 + i] = surface.charCodeAt(i)
}

/** Reads the form of a word without a slot, with the results of `formOf`. */
export function readForm(text: string, start: number, end: number): WordForm | null {
  const surface = toSurface(text.slice(start, end))
  if (surface === '') return null
  const term = toTerm(surface)
  return {
    surface,
    termHash: hashText(term),
    termFingerprint: fingerprintText(term),
    stop: isStopWord(surface),
    numeric: /^\d+$/.test(surface),
  }
}
