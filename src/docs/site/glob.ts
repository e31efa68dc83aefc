const GLOB_LIMIT_CHARS = 500
/** Globs that one glob with braces stands for. */
const ALTERNATIVE_LIMIT = 64

/** Fault of a glob, or null. Only what `compileGlobs` understands is accepted, so that nothing is matched by surprise. */
export function checkGlob(glob: string): string | null {
  if (glob === '') return 'must not be empty'
  if (glob.length > GLOB_LIMIT_CHARS) return `must have at most ${GLOB_LIMIT_CHARS} characters`
  if (/^[!/]|[\\[\]()]/.test(glob)) return 'may use *, ?, ** and {a,b}, and is relative to the folder'
  if (glob.split('/').some((segment) => segment === '' || segment === '.' || segment === '..')) {
    return 'must not contain the segments . or .., nor empty ones'
  }
  return expandBraces(glob) === null
    ? `has braces that do not match, lie in one another, or stand for more than ${ALTERNATIVE_LIMIT} globs`
    : null
}

/**
 * Gives a function that tells whether one of the globs matches a path with `/`, such as `guides/start.md`. `*` and `?` stay
 * within a segment, a segment `**` stands for any number of segments, and `{a,b}` for `a` or `b`. Globs are those that
 * `checkGlob` accepts. A match takes time in proportion to the glob times the path.
 * @param limit Globs without braces that are used; further ones match nothing
 */
export function compileGlobs(globs: readonly string[], limit = Number.POSITIVE_INFINITY): (path: string) => boolean {
  const expanded = globs.flatMap((glob) => expandBraces(glob) ?? [])
  const patterns = expanded.slice(0, limit).map((glob) => glob.split('/'))
  return (path) => {
    const segments = path.split('/')
    return patterns.some((pattern) => matchesAll(pattern, segments, '**', matchesSegment))
  }
}

function matchesSegment(pattern: string, segment: string): boolean {
  return matchesAll(pattern, segment, '*', (one, character) => one === '?' || one === character)
}

/**
 * Matches a pattern with a wildcard for any number of values. Only the last wildcard need be tried again: an earlier one
 * could take no more than the last one takes as well.
 */
function matchesAll<T extends string>(
  pattern: ArrayLike<T>,
  values: ArrayLike<T>,
  wildcard: string,
  matchesOne: (pattern: T, value: T) => boolean,
): boolean {
  let at = 0
  let wildcardAt = -1
  let retryFrom = 0
  let position = 0
  while (position < values.length) {
    const one = pattern[at]
    if (one === wildcard) {
      wildcardAt = at++
      retryFrom = position
    } else if (one !== undefined && matchesOne(one, values[position] as T)) {
      at++
      position++
    } else if (wildcardAt >= 0) {
      at = wildcardAt + 1
      position = ++retryFrom
    } else return false
  }
  while (pattern[at] === wildcard) at++
  return at === pattern.length
}

/** The globs without braces that a glob stands for; null where its braces are wrong. */
function expandBraces(glob: string): string[] | null {
  let expanded = ['']
  for (const part of glob.split(/(\{[^{}]*\})/)) {
    const isBraces = part.startsWith('{') && part.endsWith('}')
    if (!isBraces && /[{}]/.test(part)) return null
    const choices = isBraces ? part.slice(1, -1).split(',') : [part]
    if (expanded.length * choices.length > ALTERNATIVE_LIMIT) return null
    expanded = expanded.flatMap((start) => choices.map((choice) => start + choice))
  }
  return expanded
}
