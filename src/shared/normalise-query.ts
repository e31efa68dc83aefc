/**
 * A query of 200 characters, the longest there is, may have been five times as long before its characters were joined.
 * Unicode orders marks in quadratic time: 20,000 of them, which a body can hold, take a tenth of a second.
 */
const RAW_LIMIT_CHARS = 1000

/**
 * Canonical text of a query: NFKC, trimmed, white space collapsed (choices §2). A text that is too long for a query stays as it
 * is, and whoever asked refuses or cuts it.
 */
export function normaliseQuery(raw: string): string {
  return raw.length > RAW_LIMIT_CHARS ? raw : normaliseText(raw)
}

/** The same for a text of the content, whatever its length. */
export function normaliseText(raw: string): string {
  return isPlain(raw) ? raw : normalised(raw, 'NFKC').replace(/\s+/gu, ' ').trim()
}

/**
 * Longest row of marks of the Stream-Safe Text Format (Unicode Standard Annex #15). No language has so many. The two letters become
 * marks in NFKC.
 */
const LONG_ROW = /([\p{M}\uff9e\uff9f]{30})(?=[\p{M}\uff9e\uff9f])/gu
/** The first mark of Unicode, and all that follows it. */
const MAY_HAVE_MARKS = /[\u0300-\uffff]/

/**
 * Parts long rows of marks by a joiner that nothing shows, so that normalising takes linear time: Unicode orders the marks of a
 * row in quadratic time.
 */
export function toStreamSafe(text: string): string {
  return MAY_HAVE_MARKS.test(text) ? text.replace(LONG_ROW, '$1\u034f') : text
}

/** Normalises a text of any length, in linear time. */
export function normalised(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return toStreamSafe(text).normalize(form)
}

const UNKNOWN = 0
const PLAIN = 1
const OTHER = 2
/** Known kinds of code units: whether a unit stays as it is in any context. */
const kinds = new Uint8Array(65_536)

/** Whether the text is certainly normal, as nearly all queries are. The Unicode library would take longer to tell. */
function isPlain(text: string): boolean {
  let before = 0x20
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x20 ? before === 0x20 : kindOf(code) !== PLAIN) return false
    before = code
  }
  return before !== 0x20
}

function kindOf(code: number): number {
  const kind = kinds[code]!
  if (kind !== UNKNOWN) return kind
  const character = String.fromCharCode(code)
  // Marks and the vowels and last consonants of old Hangul may join the preceding character; surrogates are halves.
  const mayJoin = /[\p{M}\p{Cs}\u1100-\u11ff]/u.test(character)
  const isPlain = !mayJoin && !/\s/u.test(character) && character.normalize('NFKC') === character
  return (kinds[code] = isPlain ? PLAIN : OTHER)
}
