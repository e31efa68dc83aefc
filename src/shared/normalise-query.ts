/** The text that a query counts as: NFKC, trimmed, white space collapsed (choices §2). */
export function normaliseQuery(raw: string): string {
  return isPlain(raw) ? raw : raw.normalize('NFKC').replace(/\s+/gu, ' ').trim()
}

const UNKNOWN = 0
const PLAIN = 1
const OTHER = 2
/** Of each code unit, as far as it was met: whether it stays as it is, whatever stands beside it. */
const kinds = new Uint8Array(65_536)

/** Whether the text is certainly normal, as nearly all queries are: to be told so by the Unicode library takes longer. */
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
  // Marks and the vowels and last consonants of old Hangul may join what stands before them; surrogates are halves.
  const mayJoin = /[\p{M}\p{Cs}\u1100-\u11ff]/u.test(character)
  const isPlain = !mayJoin && !/\s/u.test(character) && character.normalize('NFKC') === character
  return (kinds[code] = isPlain ? PLAIN : OTHER)
}
