import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

interface Manifest {
  readonly version?: string
  readonly devDependencies?: Readonly<Record<string, string>>
}

const BENCH = fileURLToPath(new URL('.', import.meta.url))

/**
 * Finds out whether the packages of `bench/package.json` are installed. They are apart from those of the root, because the
 * service and its tests need none of them.
 *
 * @param folder Folder of the manifest and of its `node_modules`.
 * @param prefix What the command that installs them calls the folder.
 * @returns what is missing and how to get it, or null if nothing is missing
 */
export function lackOfPackages(folder = BENCH, prefix = 'bench'): string | null {
  for (const [name, version] of Object.entries(read(`${folder}/package.json`).devDependencies ?? {})) {
    const manifest = `${folder}/node_modules/${name}/package.json`
    if (!existsSync(manifest) || read(manifest).version !== version)
      return `${name} ${version} is missing: run npm ci --prefix ${prefix}`
  }
  return null
}

function read(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest
}
