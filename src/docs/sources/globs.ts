import { checkGlob, compileGlobs } from '../site/glob.ts'

const PATTERN_LIMIT = 200
/** Patterns without braces for which those stand, each of which is tried for each file. */
const GLOB_LIMIT = 500

/**
 * A test of paths by patterns of a configuration, such as `guides/**`. Patterns that are not understood match nothing.
 * @param limit patterns without braces that are used
 */
export function matcher(patterns: readonly string[], limit = GLOB_LIMIT): (path: string) => boolean {
  const usable = patterns
    .map((pattern) => pattern.replace(/^\.?\//, ''))
    .filter((pattern) => checkGlob(pattern) === null)
  return compileGlobs(usable.slice(0, PATTERN_LIMIT), limit)
}
