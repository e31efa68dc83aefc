import { joinAddress } from '../../addresses.ts'
import { readConfigModule } from '../config/config-module.ts'
import type { SourceFolder } from '../source.ts'
import { record } from '../values.ts'

export const NEXT_CONFIG = /^next\.config\.[cm]?[jt]s$/

/** The program of the configuration of Next.js, or null. */
export function nextConfigText({ base, names, readText }: SourceFolder): string | null {
  const file = names(base).find((name) => NEXT_CONFIG.test(name))
  return file === undefined ? null : readText(joinAddress(base, file))
}

/** The configuration of Next.js, as far as it can be told without running it; empty without any. */
export function readNextConfig({ base, names, readText }: SourceFolder): Readonly<Record<string, unknown>> {
  const file = names(base).find((name) => NEXT_CONFIG.test(name))
  return file === undefined ? {} : record(readConfigModule(joinAddress(base, file), readText)['default'])
}
