import { CHARACTER_CLASS, HANGUL, HAN_KANA } from './characters.ts'

/**
 * Visits a 16-bit hash of every trigram of the words and every pair of CJK characters of a normalised title. Word ends are marked:
 * ` cs`, `css`, `ss `. Similar titles share many hashes.
 */
export function visitGrams(title: string, visit: (gram: number) => void): void {
  let before = 0x20
  for (let i = 0; i < title.length; i++) {
    const code = title.charCodeAt(i)
    if (code === 0x20) {
      before = code
      continue
    }
    const next = i + 1 < title.length ? title.charCodeAt(i + 1) : 0x20
    if (isCjk(code)) {
      if (isCjk(next)) visit(mix(code, next, 0))
    } else {
      visit(mix(isCjk(before) ? 0x20 : before, code, isCjk(next) ? 0x20 : next))
    }
    before = code
  }
}

function isCjk(code: number): boolean {
  const kind = CHARACTER_CLASS[code]
  return kind === HAN_KANA || kind === HANGUL
}

function mix(a: number, b: number, c: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 16)) & 0xffff
}
