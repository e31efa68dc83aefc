import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { CatalogueError } from './sources.ts'
import { reasonOf } from '../../shared/reason.ts'

export interface InstalledPackage {
  readonly name: string
  readonly version: string
  readonly folder: string
}

const require = createRequire(import.meta.url)

/**
 * Finds the folder of an installed package, whatever its `exports` allow.
 * @throws {CatalogueError} when it is not installed
 */
export function findPackage(name: string): InstalledPackage {
  for (const modules of require.resolve.paths(name) ?? []) {
    const folder = join(modules, name)
    const file = join(folder, 'package.json')
    if (!existsSync(file)) continue
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version?: unknown }
    return { name, version: typeof version === 'string' ? version : '0', folder }
  }
  throw new CatalogueError(
    `content/icons/sources.json names the package ${name}, which is not installed: install @signpost/icons for the icons that come with Signpost, or ${name} itself`,
  )
}

/**
 * Reads a JSON file of a package.
 * @throws {CatalogueError} when it is missing or not JSON
 */
export function readPackageJson(of: InstalledPackage, file: string): unknown {
  try {
    return JSON.parse(readFileSync(join(of.folder, file), 'utf8'))
  } catch (error) {
    const reason = reasonOf(error)
    throw new CatalogueError(`${of.name}/${file} cannot be used: ${reason}`, { cause: error })
  }
}
