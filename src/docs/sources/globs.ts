import picomatch from 'picomatch'

const PATTERN_LIMIT = 200
const PATTERN_LIMIT_CHARS = 300

/** A test of paths by patterns such as `guides/**`; of no pattern, nothing matches. Patterns that are too long match nothing. */
export function matcher(patterns: readonly string[]): (path: string) => boolean {
  const usable = patterns.filter((pattern) => pattern.length <= PATTERN_LIMIT_CHARS).slice(0, PATTERN_LIMIT)
  if (usable.length === 0) return () => false
  return picomatch([...usable], { dot: true, maxLength: PATTERN_LIMIT_CHARS })
}
