import { ConfigError } from '../config/config.ts'
import { readSettings } from '../config/settings-file.ts'
import { findMisspelt } from '../config/variables.ts'
import { hasIcons } from '../generation/packaged-catalogue.ts'
import { isForeignFolder } from '../process/data-folder.ts'
import type { Given } from './command.ts'

/** `DATA_DIR` where nobody set it. The second is taken where the first is a folder of something else, as many sites have one. */
const DATA_DIR_DEFAULTS = ['./data', './.signpost'] as const

/**
 * Joins the environment with the settings of `signpost.yaml`, which the environment overrules. The icons are served by default
 * where they are installed.
 *
 * @param file File that `--config` names.
 * @throws {ConfigError} The file has faults.
 */
export async function readEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  file: string | undefined,
): Promise<Pick<Given, 'env' | 'misspelt' | 'warnings'>> {
  const settings = await readSettings(file)
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const [usual, other] = DATA_DIR_DEFAULTS
  const defaults = {
    DATA_DIR: isForeignFolder(usual) ? other : usual,
    ...(hasIcons() ? {} : { HOSTS: 'docs,account' }),
  }
  return { env: { ...defaults, ...settings.env, ...set }, misspelt: findMisspelt(env), warnings: settings.warnings }
}

/** Says of each variable what it probably should be. */
export function describeMisspelt(misspelt: Given['misspelt']): string[] {
  return misspelt.map(({ meant, name }) => `${name} is no variable of Signpost: write ${meant}, or remove it`)
}

/** @throws {ConfigError} when a variable is probably misspelt. */
export function refuseMisspelt(misspelt: Given['misspelt']): void {
  if (misspelt.length > 0) throw new ConfigError(describeMisspelt(misspelt))
}
