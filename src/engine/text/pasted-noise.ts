/** What surrounds a message in a log or a console, in the order in which it is looked for. */
const NOISE = new RegExp(
  [
    // Times: 2026-03-02T11:20:13.412Z, 11:20:13 AM
    /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z\b|[+-]\d\d:?\d\d\b)?/,
    /\b\d{1,2}:\d\d:\d\d(?: [AP]M)?\b/,
    // Lines of a stack: File "main.py", line 12, in run; at run (
    /\bFile ["'][^"']+["'], line \d+(?:, in \S+)?/,
    /\bat (?:async |new )?[\w.$<>]+ (?=\()/,
    // Places in files: https://example.org/app.js:12:5, src/main.rs:4:9, Main.java:27
    /(?:\bat )?(?:\basync )?\(?\b(?:https?|file|node|webpack[\w-]*):[^\s"')]*:\d+\)?/,
    /(?:\bat )?(?:\basync )?\(?(?<![\w@.+~\\/-])(?=[^\s:]*[\\/])[\w@.+~\\/-]+(?::\d+){1,2}\)?/,
    /\b[\w-]+\.[a-z]{1,5}:\d+(?::\d+)?/,
    // Files of a machine, addresses in memory, identifiers of requests
    /(?:\/(?:home|Users|usr|var|tmp|opt|root|private|mnt)\/|\b[A-Z]:\\)[^\s"')]*/,
    /\b0x[\da-f]{4,}\b/,
    /\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/,
    /\bTraceback \(most recent call last\):?|\(anonymous\)|\bObject\.<anonymous>/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
)
/** Shorter queries are written by hand. */
const SHORTEST_PASTED = 32
/** Longer than any query of the interface, and short enough for patterns that take the square of it. */
const LONGEST_PASTED = 512

/**
 * A normalised query without what surrounds a pasted message: times, paths with line numbers, lines of a stack. What would be left
 * without a word is returned as it is.
 */
export function withoutNoise(query: string): string {
  if (query.length < SHORTEST_PASTED || query.length > LONGEST_PASTED) return query
  const left = query.replace(NOISE, ' ')
  return left !== query && /\p{L}{2}/u.test(left) ? left.replace(/\s+/g, ' ').trim() : query
}
