/**
 * Budget of characters for `<` and `{` that turn out to open nothing. Each page has one, so that reading its tags and
 * expressions takes linear time whatever it contains.
 */
export interface ScanBudget {
  leftChars: number
}

const MINIMUM_CHARS = 8192

export function createScanBudget(markdown: string): ScanBudget {
  return { leftChars: 4 * markdown.length + MINIMUM_CHARS }
}
