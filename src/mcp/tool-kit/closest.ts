const CLOSEST = 3
/** Longest text that is compared. */
const TEXT_LIMIT_CHARS = 100

/**
 * The names that share the most pairs of neighbouring letters with the text (Dice's coefficient), best first, at most three
 * and none below a quarter. For short lists.
 */
export function closestTo(text: string, names: readonly string[]): string[] {
  const wanted = pairsOf(text)
  return names
    .map((name) => ({ name, likeness: likeness(wanted, pairsOf(name)) }))
    .filter((candidate) => candidate.likeness >= 0.25)
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, CLOSEST)
    .map(({ name }) => name)
}

function pairsOf(text: string): ReadonlySet<string> {
  const letters = text.slice(0, TEXT_LIMIT_CHARS).toLowerCase()
  const pairs = new Set<string>()
  for (let index = 0; index + 2 <= letters.length; index++) pairs.add(letters.slice(index, index + 2))
  return pairs
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const pair of a) if (b.has(pair)) shared++
  return a.size + b.size === 0 ? 0 : (2 * shared) / (a.size + b.size)
}
