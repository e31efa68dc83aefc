/** Canonical text of a query: NFKC, trimmed, white space collapsed (choices §2). */
export function normaliseQuery(raw: string): string {
  return isPlain(raw) ? raw : raw.normalize('NFKC').replace(/\s+/gu, ' ').trim()
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
