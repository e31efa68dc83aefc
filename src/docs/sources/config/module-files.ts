import { dirname, join, normalize } from 'node:path/posix'

const EXTENSIONS = [
  '',
  '.ts',
  '.tsx',
  '.js',
  '.jsx',
  '.mts',
  '.mjs',
  '.cts',
  '.cjs',
  '.json',
  '/index.ts',
  '/index.tsx',
  '/index.js',
  '/index.mts',
]

/** Files that a module may mean by a path. Modules of TypeScript name each other by the names of what they are compiled to. */
export function moduleFiles(path: string): ReadonlySet<string> {
  return new Set([...EXTENSIONS.map((extension) => path + extension), path.replace(/\.([cm]?)js$/, '.$1ts')])
}

/** The path of what a module imports from beside it; null: it is a package. */
export function relativePath(from: string, file: string): string | null {
  return from.startsWith('.') ? normalize(join(dirname(file), from)) : null
}
