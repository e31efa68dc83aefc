import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Package with the finished catalogue of Signpost's own icons, made by `npm run pack`. */
export const ICONS_PACKAGE = '@signpost/icons'

const require = createRequire(import.meta.url)
const OWN = new URL('../../package.json', import.meta.url)

/**
 * Folder of the catalogue in the package of the icons: it serves without the packages of the sets. Null: the package is not
 * installed, as in a checkout.
 *
 * @throws when it is of another version than the program, whose code it then may not fit
 */
export function packagedCatalogue(): string | null {
  const path = packageFile()
  if (path === null) return null
  const [packaged, own] = [describe(path).version, describe(OWN).version]
  if (packaged !== own)
    throw new Error(`${ICONS_PACKAGE} is of version ${packaged}, and this is ${own}: install ${ICONS_PACKAGE}@${own}`)
  const catalogues = join(dirname(path), 'catalogues')
  return join(catalogues, readdirSync(catalogues)[0]!)
}

/** Whether there is something that the icons of Signpost come from: their package, or those of the sets in a checkout. */
export function hasIcons(): boolean {
  return packageFile() !== null || describe(OWN).private === true
}

function packageFile(): string | null {
  try {
    return require.resolve(`${ICONS_PACKAGE}/package.json`)
  } catch {
    return null
  }
}

function describe(file: string | URL): { readonly version: string; readonly private?: boolean } {
  return JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof describe>
}
