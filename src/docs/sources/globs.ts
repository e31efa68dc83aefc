import { checkGlob, compileGlobs } from '../site/glob.ts'

const PATTERN_LIMIT = 200

/** A test of paths by patterns of a configuration, such as `guides/**`. Patterns that are not understood match nothing. */
export function matcher(patterns: readonly string[]): (path: string) => boolean {
  const usable = patterns
    .map((pattern) => pattern.replace(/^\.?\//, ''))
    .filter((pattern) => checkGlob(pattern) === null)
  return compileGlobs(usable.slice(0, PATTERN_LIMIT))
}
