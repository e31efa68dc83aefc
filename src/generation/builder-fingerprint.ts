import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Code that determines what a generation of given content holds. */
const PARTS = ['docs', 'icons', 'svg', 'engine', 'generation', 'shared', 'threads/builder.ts']

/**
 * Fingerprint of everything except content and settings that determines the result of a build: its code, and the Unicode tables of
 * Node. An upgrade therefore rebuilds by itself, without a version number to maintain.
 *
 * @param parts Folders and files (`.ts`) of `src` whose code counts; by default all code that builds a generation.
 */
export function builderFingerprint(parts: readonly string[] = PARTS): string {
  const hash = createHash('sha256').update(process.versions['unicode'] ?? '')
  const root = fileURLToPath(new URL('..', import.meta.url))
  for (const part of parts) {
    if (part.endsWith('.ts')) hash.update(`${part}\0`).update(readFileSync(join(root, asBuilt(part))))
    else addFolder(join(root, part))
  }
  return hash.digest('hex')

  function addFolder(folder: string): void {
    for (const name of readdirSync(folder).toSorted()) {
      const path = join(folder, name)
      if (statSync(path).isDirectory()) addFolder(path)
      else if (/\.[jt]s$/.test(name)) hash.update(`${name}\0`).update(readFileSync(path))
    }
  }
}

/** File name of a module in the form in which this module runs. */
function asBuilt(file: string): string {
  return import.meta.url.endsWith('.ts') ? file : file.replace(/\.ts$/, '.js')
}
