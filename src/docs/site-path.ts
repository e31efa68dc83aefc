import { forbiddenCharacter } from './paths.ts'

const EXTENSION = /\.mdx?$/

/**
 * Site path of a file below its locale's folder: without extension, and the folder's path for `index`. Null when no
 * address can lead there: the parser of addresses refuses control characters and backslashes, and drops `/index` and
 * `.md`.
 */
export function sitePath(relative: string): string | null {
  const path = relative.replace(EXTENSION, '')
  const own = path === 'index' ? '' : path.endsWith('/index') ? path.slice(0, -'/index'.length) : path
  const isDropped = own === 'index' || own.endsWith('/index') || own.endsWith('.md')
  return isDropped || forbiddenCharacter(own) !== null ? null : own
}

/** Title from the name of a file or folder: `getting-started` becomes `Getting started`. */
export function nameTitle(name: string): string {
  const words = name.replace(/[-_\s]+/g, ' ').trim()
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}
