const LENGTH_LIMIT_CHARS = 40

/**
 * The known name that a misspelt one most likely means: at most a third of its characters differ. Null without one, and for
 * texts of more than 40 characters.
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  if (name.length > LENGTH_LIMIT_CHARS) return null
  let nearest: string | null = null
  let fewest = Math.max(1, Math.floor(name.length / 3)) + 1
  for (const each of known) {
    const edits = countEdits(name.toLowerCase(), each.toLowerCase())
    if (edits < fewest) {
      fewest = edits
      nearest = each
    }
  }
  return nearest
}

/** Levenshtein distance, where two characters that swapped places count as one edit. */
function countEdits(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1),
        swapped ? (before[j - 2] as number) + 1 : Infinity,
      )
    }
    before = last
    last = row
  }
  return last[b.length] as number
}
