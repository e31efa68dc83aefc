import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/**
 * Measures the tree of `src`: files at its root, the folder with the most files, and arrows between its top-level folders.
 * An arrow is a pair of folders of which one imports the other, types included. `npm run check` enforces the limits.
 */

const LIMITS = { rootFiles: 1, folderFiles: 25, arrows: 110 }
const IMPORT = /\b(?:from\s+|import\s*\(?\s*)'(\.[^']+)'/g

const files = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
const sources = files.filter((file) => file.endsWith('.ts'))

function countBy(keys: readonly string[]): [key: string, count: number][] {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])
}

/** @returns the folder directly below `src` that holds the file, or the file itself when it is at the root. */
function topOf(file: string): string {
  return relative('src', file).split('/')[0] ?? ''
}

function arrowsOf(file: string): string[] {
  const targets = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, to = '']) => topOf(join(dirname(file), to)))
  return targets.filter((to) => to !== topOf(file)).map((to) => `${topOf(file)} → ${to}`)
}

const rootFiles = files.filter((file) => dirname(file) === 'src').length
const folders = countBy(files.map((file) => dirname(file)))
const [largest = '', folderFiles = 0] = folders[0] ?? []
const arrows = new Set(sources.filter((file) => dirname(file) !== 'src').flatMap(arrowsOf))
const mutual = [...arrows].filter((arrow) => arrows.has(arrow.split(' → ').toReversed().join(' → ')))
const lines = sources.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0)

console.log(`files of src: ${files.length}, of them TypeScript: ${sources.length} with ${lines} lines`)
console.log(`files at the root of src: ${rootFiles} (limit ${LIMITS.rootFiles})`)
console.log(`folders: ${folders.length}; most files: ${largest} with ${folderFiles} (limit ${LIMITS.folderFiles})`)
console.log(`arrows between top-level folders: ${arrows.size} (limit ${LIMITS.arrows})`)
console.log(`folders that import each other: ${mutual.length === 0 ? 'none' : mutual.join(', ')}`)
if (
  rootFiles > LIMITS.rootFiles ||
  folderFiles > LIMITS.folderFiles ||
  arrows.size > LIMITS.arrows ||
  arrows.size === 0 ||
  mutual.length > 0
) {
  console.log('the tree of src is beyond a limit')
  process.exitCode = 1
}
