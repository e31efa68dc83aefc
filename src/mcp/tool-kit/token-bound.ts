// Prices in tokens, fitted so that the bound lies above what the tokenizers o200k and cl100k count.
/** A capital within a word begins a part of an identifier. */
const CAPITAL = 0.7
/** Letters past the length of most single tokens cost some, and those past the length of most words cost more. */
const LONG = { from: 5, letter: 0.13 }
const VERY_LONG = { from: 16, letter: 0.4 }

/**
 * Upper estimate of the tokens that a text costs a model, for budgets. It takes one pass. It is 1.1 to 1.5 times what the
 * tokenizers o200k and cl100k count in prose and code. Counting ends above `enough`, and returns some number above it.
 */
export function tokenBound(text: string, enough = Infinity): number {
  let tokens = 0
  for (let i = 0; i < text.length && tokens <= enough;) {
    const code = text.charCodeAt(i)
    const start = i
    if (isLetter(code)) {
      let capitals = 0
      let last = 0
      while (i < text.length && isLetter((last = text.charCodeAt(i)))) {
        if (last < 0x61 && i > start) capitals++
        i++
      }
      // A frequent word is one token, whatever its length; a rare one and the parts of an identifier are more.
      const letters = i - start
      tokens += 1 + capitals * CAPITAL
      tokens +=
        Math.max(0, letters - LONG.from) * LONG.letter + Math.max(0, letters - VERY_LONG.from) * VERY_LONG.letter
      continue
    }
    if (code === 0x20 || code === 0x0a || code === 0x09) {
      while (
        i < text.length &&
        (text.charCodeAt(i) === 0x20 || text.charCodeAt(i) === 0x0a || text.charCodeAt(i) === 0x09)
      )
        i++
      // A single space belongs to the word after it.
      if (i - start > 1 || code !== 0x20) tokens += 1 + (i - start - 1) / 14
      continue
    }
    i++
    if (code >= 0x30 && code <= 0x39) {
      while (i < text.length && text.charCodeAt(i) >= 0x30 && text.charCodeAt(i) <= 0x39) i++
      tokens += Math.ceil((i - start) / 3)
    } else if (code < 0x80) {
      // A run of the same sign is few tokens.
      while (i < text.length && text.charCodeAt(i) === code) i++
      tokens += 1 + Math.floor((i - start - 1) / 4)
    } else if (code >= 0xac00 && code <= 0xd7a3) tokens += 1.4
    else if (code >= 0x4e00 && code <= 0x9fff) tokens += 1.4
    else tokens += code < 0x3000 ? 1.5 : 1
  }
  return Math.ceil(tokens)
}

function isLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
}
