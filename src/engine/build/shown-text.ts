/** Text of a section as it is shown: well formed, with single spaces and single line ends. */
export function shownText(text: string): string {
  if (hasSingleSpaces(text)) return text.toWellFormed()
  return text
    .toWellFormed()
    .replace(/\s*\n\s*/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .trim()
}

const LAST_NARROW = 0x9f

/** Whether a text has no white space but single spaces and line ends within it. Some texts without are said to have others. */
function hasSingleSpaces(text: string): boolean {
  let isAfterSpace = true
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const isSpace = code === 0x20 || code === 0x0a
    if (isSpace ? isAfterSpace : code < 0x20 || (code > LAST_NARROW && OTHER_SPACE.test(text[i]!))) return false
    isAfterSpace = isSpace
  }
  return !isAfterSpace
}

const OTHER_SPACE = /\s/
