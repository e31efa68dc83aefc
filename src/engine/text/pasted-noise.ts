/**
 * What surrounds a message in a log or a console, in the order in which it is looked for. Upper and lower case differ, since
 * `/Users/` is a folder of a machine and `/users/` an address of an interface.
 */
const NOISE = new RegExp(
  [
    // Times: 2026-03-02T11:20:13.412Z, 11:20:13 AM
    /\b\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:[Zz]\b|[+-]\d\d:?\d\d\b)?/,
    /\b\d{1,2}:\d\d:\d\d(?: [AaPp][Mm])?\b/,
    // Lines of a stack: File "main.py", line 12, in run; at run (
    /\bFile ["'][^"']+["'], line \d+(?:, in \S+)?/,
    /\bat (?:async |new )?[\w.$<>]+ (?=\()/,
    // Places in files: https://example.org/app.js:12:5, src/main.rs:4:9, Main.java:27
    /(?:\bat )?(?:\basync )?\(?\b(?:https?|file|node|webpack[\w-]*):[^\s"')]*:\d+\)?/,
    /(?:\bat )?(?:\basync )?\(?(?<![\w@.+~\\/-])(?=[^\s:]*[\\/])[\w@.+~\\/-]+(?::\d+){1,2}\)?/,
    /\b[\w-]+\.[A-Za-z]{1,5}:\d+(?::\d+)?/,
    // Files of a machine, addresses in memory, identifiers of requests
    /(?:\/(?:home|Users|usr|var|tmp|opt|root|private|mnt)\/|\b[A-Za-z]:\\)[^\s"')]*/,
    /\b0[Xx][\dA-Fa-f]{4,}\b/,
    /\b[\dA-Fa-f]{8}-(?:[\dA-Fa-f]{4}-){3}[\dA-Fa-f]{12}\b/,
    /\bTraceback \(most recent call last\):?|\(anonymous\)|\bObject\.<anonymous>/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
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
