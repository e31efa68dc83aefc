/** Nearly all queries in English are normal as they are. */
const NORMAL = /^[!-~]+(?: [!-~]+)*$/

/** The text that a query counts as: NFKC, trimmed, white space collapsed (choices §2). */
export function normaliseQuery(raw: string): string {
  return NORMAL.test(raw) ? raw : raw.normalize('NFKC').replace(/\s+/gu, ' ').trim()
}
