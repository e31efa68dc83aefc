import { closestTo } from './closest.ts'

/** Finds the name that somebody probably meant, if there is one: one edit away, or else like the text. */
export function nearestTo(text: string, names: readonly string[]): string | undefined {
  return names.find((name) => isOneEdit(text, name)) ?? closestTo(text, names)[0]
}

/** Whether the texts are equal, or become so by one letter more, less or other, or by two neighbours that change places. */
export function isOneEdit(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1) return false
  const most = Math.min(left.length, right.length)
  let start = 0
  while (start < most && left[start] === right[start]) start++
  let end = 0
  while (end < most - start && left.at(-1 - end) === right.at(-1 - end)) end++
  const [a, b] = [left.slice(start, left.length - end), right.slice(start, right.length - end)]
  return (a.length <= 1 && b.length <= 1) || (a.length === 2 && a === `${b[1]}${b[0]}`)
}
