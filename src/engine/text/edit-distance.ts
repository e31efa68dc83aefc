const MAX_LENGTH = 64
const WIDTH = MAX_LENGTH + 1
const rows = new Uint8Array(3 * WIDTH)

/**
 * Whether the optimal string alignment distance (insert, delete, replace, swap neighbours) of `a[0, aLength)` and `b[bStart, bEnd)`
 * is at most `edits`. Common ends are removed first, which leaves few letters to compare.
 */
export function isWithinEdits(
  a: Uint16Array,
  aLength: number,
  b: Uint16Array,
  bStart: number,
  bEnd: number,
  edits: number,
): boolean {
  let from = 0
  let aEnd = aLength
  let bLast = bEnd
  if (Math.abs(aLength - (bEnd - bStart)) > edits || bEnd - bStart > MAX_LENGTH) return false
  while (from < aEnd && bStart + from < bLast && a[from] === b[bStart + from]) from++
  while (aEnd > from && bLast > bStart + from && a[aEnd - 1] === b[bLast - 1]) {
    aEnd--
    bLast--
  }
  const m = aEnd - from
  const n = bLast - bStart - from
  if (m === 0 || n === 0) return m + n <= edits
  // Longer middles are out of reach, because every edit changes at most two positions.
  if (Math.max(m, n) > 2 * edits && edits === 1) return false
  let previous = 0
  let current = WIDTH
  let beforePrevious = 2 * WIDTH
  for (let j = 0; j <= n; j++) rows[previous + j] = j
  for (let i = 1; i <= m; i++) {
    rows[current] = i
    let best = i
    const letter = a[from + i - 1]
    for (let j = 1; j <= n; j++) {
      const other = b[bStart + from + j - 1]
      let cost = rows[previous + j - 1]! + (letter === other ? 0 : 1)
      cost = Math.min(cost, rows[previous + j]! + 1, rows[current + j - 1]! + 1)
      if (i > 1 && j > 1 && letter === b[bStart + from + j - 2] && a[from + i - 2] === other) {
        cost = Math.min(cost, rows[beforePrevious + j - 2]! + 1)
      }
      rows[current + j] = cost
      if (cost < best) best = cost
    }
    if (best > edits) return false
    const recycled = beforePrevious
    beforePrevious = previous
    previous = current
    current = recycled
  }
  return rows[previous + n]! <= edits
}
