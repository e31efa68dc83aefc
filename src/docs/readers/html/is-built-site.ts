import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Tells whether a folder is a site that a generator built: it has an HTML page beside its other files. A folder of
 * Markdown has none there, since its pages lie below `docs`. False where the folder cannot be read.
 */
export function isBuiltSite(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => /^[^.].*\.x?html?$/i.test(name) && statSync(join(folder, name)).isFile())
  } catch {
    return false
  }
}
