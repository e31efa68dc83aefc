import { matcher } from '../../globs.ts'
import type { SourceFolder } from '../../source.ts'

/** What Mintlify always leaves out. */
const DEFAULTS = [
  'README.md',
  'LICENSE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'node_modules/',
  '.git/',
  '.github/',
  '.claude/',
]
const RULE_LIMIT = 1000

/** Reads `.mintignore`, whose rules are those of `.gitignore`: the last one that fits a path counts. */
export function readIgnored(file: string, { readText }: SourceFolder): (path: string) => boolean {
  const lines = (readText(file) ?? '').split('\n').map((line) => line.trim())
  const rules = [...DEFAULTS, ...lines.filter((line) => line !== '' && !line.startsWith('#'))]
    .slice(0, RULE_LIMIT)
    .map((line) => {
      const isKept = line.startsWith('!')
      const written = (isKept ? line.slice(1) : line).replace(/^\.\//, '')
      const bare = written.replace(/^\/|\/$/g, '')
      // A pattern with a slash before its end counts from the folder of the file, any other from everywhere.
      const pattern = written.replace(/\/$/, '').includes('/') ? bare : `**/${bare}`
      const fits = matcher(written.endsWith('/') ? [`${pattern}/**`] : [pattern, `${pattern}/**`])
      return { isKept, fits }
    })
  return (path) => {
    let isIgnored = false
    for (const { fits, isKept } of rules) if (isKept === isIgnored && fits(path)) isIgnored = !isKept
    return isIgnored
  }
}
