/**
 * How many characters may still be spent on signs that turn out to open nothing: a `<` without tag, a `{` without end.
 * Each page has one, so that reading all its tags and expressions takes linear time whatever it holds.
 */
export interface ScanBudget {
  leftChars: number
}

const MINIMUM_CHARS = 8192

export function createScanBudget(markdown: string): ScanBudget {
  return { leftChars: 4 * markdown.length + MINIMUM_CHARS }
}
