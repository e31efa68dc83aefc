import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Driver } from './drivers/driver.ts'

/** What was seen of one client. */
export interface Row {
  readonly client: string
  readonly package: string
  readonly version: string
  /** Null for what comes to no account by itself. */
  readonly signsIn: Driver['signsIn'] | null
  /** What was wrong with each step, or null where nothing was. */
  readonly steps: Record<string, string | null>
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export function versionOf({ folder, package: name }: Pick<Driver, 'folder' | 'package'>): string {
  const file = `${ROOT}/${folder}/node_modules/${name}/package.json`
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
