import { matcher } from './globs.ts'

const RULE_LIMIT = 200
/** Globs for which one rule stands. Git knows no braces. */
const GLOB_LIMIT = 4

/**
 * A test of paths by rules as `.gitignore` has them, one a line: `drafts/`, `/private.md`, `*.tmp`, `!kept.md`. The last
 * rule that matches decides.
 */
export function ignoreRules(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .slice(0, RULE_LIMIT)
    .map((line) => {
      const isKept = line.startsWith('!')
      const pattern = (isKept ? line.slice(1) : line).replace(/\/$/, '')
      const rooted = pattern.replace(/^\//, '')
      const whole = pattern.includes('/') ? rooted : `**/${rooted}`
      return { isKept, matches: matcher([whole, `${whole}/**`], GLOB_LIMIT) }
    })
  return (path) => rules.findLast(({ matches }) => matches(path))?.isKept === false
}
