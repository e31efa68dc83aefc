const CLOSEST = 3
/** Longest text that is compared. */
const TEXT_LIMIT_CHARS = 100

/**
 * Finds the names that share the most pairs of neighbouring characters with a text (Dice's coefficient). It gives at most
 * three, best first, and none below a quarter. It is meant for short lists.
 */
export function closestTo(text: string, names: readonly string[]): string[] {
  const wanted = pairsOf(text)
  return names
    .map((name) => ({ name, similarity: similarity(wanted, pairsOf(name)) }))
    .filter((candidate) => candidate.similarity >= 0.25)
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, CLOSEST)
    .map(({ name }) => name)
}

function pairsOf(text: string): ReadonlySet<string> {
  const characters = text.slice(0, TEXT_LIMIT_CHARS).toLowerCase()
  const pairs = new Set<string>()
  for (let index = 0; index + 2 <= characters.length; index++) pairs.add(characters.slice(index, index + 2))
  return pairs
}

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const pair of a) if (b.has(pair)) shared++
  return a.size + b.size === 0 ? 0 : (2 * shared) / (a.size + b.size)
}
