/** The text that a query counts as: NFKC, trimmed, white space collapsed (choices §2). */
export function normaliseQuery(raw: string): string {
  return raw.normalize('NFKC').replace(/\s+/gu, ' ').trim()
}
