import { joinAddress } from '../../addresses.ts'
import { readConfigModule } from '../config/config-module.ts'
import type { SourceFolder } from '../source.ts'
import { record } from '../values.ts'

export const NEXT_CONFIG = /^next\.config\.[cm]?[jt]s$/

/** The program of the configuration of Next.js, or null. */
export function nextConfigText(folder: SourceFolder): string | null {
  const file = configFile(folder)
  return file === null ? null : folder.readText(file)
}

/** The configuration of Next.js, as far as it can be told without running it; empty without any. */
export function readNextConfig(folder: SourceFolder): Readonly<Record<string, unknown>> {
  const file = configFile(folder)
  return file === null ? {} : record(readConfigModule(file, folder.readText)['default'])
}

function configFile({ base, names }: SourceFolder): string | null {
  const name = names(base).find((name) => NEXT_CONFIG.test(name))
  return name === undefined ? null : joinAddress(base, name)
}
