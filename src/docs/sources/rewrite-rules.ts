/** A rule such as `'packages/:name/docs/:rest*': 'docs/:rest*'`, and what it makes of a path. */
export type RewriteRule = (path: string) => string | null

type Part = { readonly text: string } | { readonly name: string; readonly isRest: boolean }

const PATTERN_LIMIT_CHARS = 1000
/** Names of one pattern. */
const NAME_LIMIT = 10
/** Rules of one site, each of which is tried for each path. */
export const RULE_LIMIT = 500

/** Prepares a rule; null: its pattern is longer than any that people write. */
export function rewriteRule(from: string, to: string): RewriteRule | null {
  if (from.length > PATTERN_LIMIT_CHARS || to.length > PATTERN_LIMIT_CHARS) return null
  const parts = partsOf(from)
  const names = parts.flatMap((part) => ('name' in part ? [part.name] : []))
  if (names.length > NAME_LIMIT) return null
  return (path) => {
    const values = match(parts, path)
    if (values === null) return null
    return to.replace(/:(\w+)\*?/g, (whole, name: string) => values[names.indexOf(name)] ?? whole)
  }
}

function partsOf(pattern: string): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const { 0: whole, 1: name = '', 2: star, index } of pattern.matchAll(/:(\w+)(\*)?/g)) {
    if (index > from) parts.push({ text: pattern.slice(from, index) })
    parts.push({ name, isRest: star !== undefined })
    from = index + whole.length
  }
  if (from < pattern.length) parts.push({ text: pattern.slice(from) })
  return parts
}

/**
 * The values of the names, the first ones as long as can be; null: the path does not match. What did not match from a place
 * on is not tried there again, so that no pattern takes exponential time.
 */
function match(parts: readonly Part[], path: string): string[] | null {
  const failed = new Set<number>()

  function from(part: number, at: number): string[] | null {
    const key = part * (path.length + 1) + at
    if (failed.has(key)) return null
    const found = tryFrom(part, at)
    if (found === null) failed.add(key)
    return found
  }

  function tryFrom(index: number, at: number): string[] | null {
    const part = parts[index]
    if (part === undefined) return at === path.length ? [] : null
    if ('text' in part) return path.startsWith(part.text, at) ? from(index + 1, at + part.text.length) : null
    const slash = part.isRest ? -1 : path.indexOf('/', at)
    for (let end = slash < 0 ? path.length : slash; end >= (part.isRest ? at : at + 1); end--) {
      const rest = from(index + 1, end)
      if (rest !== null) return [path.slice(at, end), ...rest]
    }
    return null
  }

  return from(0, 0)
}
