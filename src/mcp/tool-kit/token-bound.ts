/**
 * Tokens that the texts of a model have, at most, for budgets: a sum over the characters that takes one pass. Measured
 * against the tokenizers o200k and cl100k, it is 1.1 to 1.5 times what prose and code take.
 */
export function tokenBound(text: string): number {
  let tokens = 0
  for (let i = 0; i < text.length;) {
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
      tokens += 1 + capitals * 0.7 + Math.max(0, i - start - 5) * 0.13 + Math.max(0, i - start - 16) * 0.4
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
