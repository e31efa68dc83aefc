import { createHash } from 'node:crypto'
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findPackage } from './packages.ts'
import { readSources, type Sources } from './sources.ts'

/** Packages, besides Signpost's own code, that decide what is made of a file. */
const TOOLS = ['@csstools/css-tokenizer', '@lottiefiles/dotlottie-web', '@rgrove/parse-xml', 'fflate']

const CHUNK_BYTES = 1_048_576

/** Size above which a file is of no use as an icon; then only its size counts. */
const READ_LIMIT_BYTES = 16 * CHUNK_BYTES

const DEPTH_LIMIT = 16

/**
 * Returns a short text that changes when the catalogue would. It covers the versions of its packages, and names and
 * bytes of the files below `content/icons`. Bytes count rather than times, so that a copied folder is not built again.
 * @throws {CatalogueError} as `readSources`
 */
export function fingerprintSources(contentDir: string): string {
  const sources = readSources(contentDir)
  const hash = createHash('sha256')
  hash.update(fingerprintTools())
  for (const name of packagesOf(sources)) hash.update(`${name}@${findPackage(name).version}\n`)
  visit(join(contentDir, 'icons'), 0)
  return hash.digest('hex')

  function visit(folder: string, depth: number): void {
    for (const entry of readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name.startsWith('.')) continue
      const path = join(folder, entry.name)
      hash.update(`${depth}\0${entry.name}\0`)
      if (entry.isDirectory() && depth < DEPTH_LIMIT) visit(path, depth + 1)
      else hash.update(`${hashOf(path)}\n`)
    }
  }
}

/** The packages that decide what is made of a file, with their versions. */
export function fingerprintTools(): string {
  return TOOLS.map((name) => `${name}@${findPackage(name).version}\n`).join('')
}

function packagesOf({ sources, tags }: Sources): string[] {
  const named = sources.flatMap((source) => {
    if (source.type === 'folder') return []
    return source.type === 'manifest' ? [source.lottie, source.svg] : [source.package]
  })
  return [...named, ...[tags.lucide, tags.mdi].filter((name) => name !== undefined)]
}

/** Hash of a file, or of the target of a link. A file that cannot be read counts as empty. */
function hashOf(path: string): string {
  try {
    const stats = statSync(path)
    if (!stats.isFile() || stats.size > READ_LIMIT_BYTES) return `${stats.size} not read`
    const hash = createHash('sha256')
    const fd = openSync(path, 'r')
    try {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, stats.size))
      for (let count = readSync(fd, chunk); count > 0; count = readSync(fd, chunk))
        hash.update(chunk.subarray(0, count))
    } finally {
      closeSync(fd)
    }
    return hash.digest('hex')
  } catch {
    return 'unreadable'
  }
}
