import { toSurface, toTerm } from './analyse.ts'
import { fingerprintText, hashText } from './hash.ts'
import { isStopWord } from './stop-words.ts'

export interface WordForm {
  /** As it is written, in lower case; never empty. */
  readonly surface: string
  /** The two hashes of its term. */
  readonly termHash: number
  readonly termFingerprint: number
  readonly stop: boolean
  readonly numeric: boolean
}

/**
 * Words come again and again, and a stem costs more than all else that is done with them here. They are kept in slots of 64
 * bytes: looked up in a `Map`, each touched five places in memory, which took longer than all of this.
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

/** The form of the word run `text[start, end)`; null for a word that is dropped. */
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
 * The slot of the word run `text[start, end)`, which holds it until the next call; -1 for those that have none: the long ones,
 * and all but ASCII letters and digits.
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

// What a slot holds. The hashes are as WordForm has them, but signed.

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
  // Digits have this bit as they are.
  for (let i = 0; i < length; i++) if (units[first + i] !== (text.charCodeAt(start + i) | 0x20)) return false
  return true
}

/** Whatever was in the slot makes room. */
function keep(slot: number, { numeric, stop, surface, termFingerprint, termHash }: WordForm): void {
  const first = slot * 16
  slots[first] = surface.length | (stop ? STOP : 0) | (numeric ? NUMERIC : 0)
  slots[first + 1] = termHash
  slots[first + 2] = termFingerprint
  for (let i = 0; i < surface.length; i++) units[slot * 32 + 6 + i] = surface.charCodeAt(i)
}

/** As `formOf`, for a word that has no slot. */
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
