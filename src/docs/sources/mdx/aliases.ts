import { joinAddress } from '../../addresses.ts'
import { readConfigModule } from '../config/config-module.ts'
import type { SourceFolder } from '../source.ts'
import { record, text, texts } from '../values.ts'

const ALIAS_LIMIT = 100

/**
 * Beginnings of imports that stand for a folder (`@/`), with the path of that folder below the content directory, as
 * `tsconfig.json` or `jsconfig.json` says.
 */
export function aliasesOf(base: string, folder: SourceFolder): ReadonlyMap<string, string> {
  const aliases = new Map<string, string>()
  for (const name of ['tsconfig.json', 'jsconfig.json']) {
    const file = joinAddress(base, name)
    if (folder.readText(file) === null) continue
    const options = record(record(readConfigModule(file, folder.readText)['default'])['compilerOptions'])
    const root = joinAddress(base, text(options['baseUrl']) ?? '')
    for (const [pattern, targets] of Object.entries(record(options['paths'])).slice(0, ALIAS_LIMIT)) {
      const target = texts(targets)[0]
      if (pattern.endsWith('/*') && target?.endsWith('/*') === true) {
        aliases.set(pattern.slice(0, -1), joinAddress(root, target.slice(0, -1)))
      }
    }
  }
  // The longest beginning counts.
  return new Map([...aliases].toSorted(([one], [other]) => other.length - one.length))
}

/** Path below the content directory of an import with one of the aliases, or null. */
export function aliasedPath(written: string, aliases: ReadonlyMap<string, string>): string | null {
  for (const [beginning, folder] of aliases) {
    if (written.startsWith(beginning)) return joinAddress(folder, written.slice(beginning.length))
  }
  return null
}
