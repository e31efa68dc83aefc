import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageName, type LockEntry } from './lock-faults.ts'

/** SHA-256 in hex by `<package>@<version>/<file>`. */
export type Checksums = Readonly<Record<string, string>>

const BINARY = /\.(?:node|wasm|so(?:\.\d+)*|dylib|dll)$/

/** Checksums of the binaries below `root` that belong to packages which the service runs. */
export function installedBinaries(root: string, packages: Readonly<Record<string, LockEntry>>): Checksums {
  const found: Record<string, string> = {}
  for (const [place, { dev, version = '' }] of Object.entries(packages)) {
    const folder = join(root, place)
    if (place === '' || dev === true || !existsSync(folder)) continue
    for (const file of readdirSync(folder, { encoding: 'utf8', recursive: true })) {
      // The lock lists packages inside a package as places of their own.
      if (!BINARY.test(file) || file.startsWith('node_modules/')) continue
      const hash = createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex')
      found[`${packageName(place)}@${version}/${file}`] = hash
    }
  }
  return found
}

export function binaryFaults(installed: Checksums, known: Checksums): readonly string[] {
  return Object.entries(installed).flatMap(([file, hash]) => {
    if (known[file] === hash) return []
    return [known[file] === undefined ? `${file} is not in the table` : `${file} is another than in the table: ${hash}`]
  })
}
