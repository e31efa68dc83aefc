import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Driver } from './drivers/driver.ts'

/** What was seen of one client. */
export interface Row {
  readonly client: string
  readonly package: string
  readonly version: string
  readonly signsIn: Driver['signsIn']
  /** What was wrong with each step, or null where nothing was. */
  readonly steps: Record<string, string | null>
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export function versionOf({ folder, package: name }: Driver): string {
  const file = `${ROOT}/${folder}/node_modules/${name}/package.json`
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
