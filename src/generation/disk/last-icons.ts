import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Guide } from '../../icons/icons-service.ts'
import { replaceFile } from './replace-file.ts'
import { readSealedJson, sealJson } from './sealed-json.ts'

/** Number of content folders whose icons are remembered. */
const LAST_LIMIT = 8

/** Format of the file. One without a number is of the first. */
const FORMAT = 1

/** What the icons host served last for one content folder, so that a start can serve it again when the content has a fault. */
export interface LastIcons {
  /** Name of the folder of the catalogue. */
  readonly catalogue: string
  readonly guides: readonly Guide[]
}

/** Reads what was served last. Throws when nothing is there, or when it is damaged. */
export function readLastIcons(folder: string, contentDir: string): LastIcons {
  const { format = FORMAT, ...last } = readSealedJson(pathOf(folder, contentDir)) as LastIcons & { format?: number }
  if (format !== FORMAT) throw new Error(`its format is ${format}, not ${FORMAT}`)
  return last
}

/** Writes what is served now. Throws the errors of the file system. */
export function writeLastIcons(folder: string, contentDir: string, last: LastIcons): void {
  mkdirSync(folder, { recursive: true })
  replaceFile(pathOf(folder, contentDir), sealJson({ format: FORMAT, ...last }))
  prune(folder)
}

/** Forgets all content folders but those that were served last. */
function prune(folder: string): void {
  const surplus = readdirSync(folder)
    .filter((name) => /^last-[0-9a-f]{32}\.json$/.test(name))
    .map((name) => ({ path: join(folder, name), writtenAt: statSync(join(folder, name)).mtimeMs }))
    .toSorted((left, right) => right.writtenAt - left.writtenAt)
    .slice(LAST_LIMIT)
  for (const { path } of surplus) rmSync(path, { force: true })
}

/** The content folder is part of the name, since services with different content can share `DATA_DIR`. */
function pathOf(folder: string, contentDir: string): string {
  return join(folder, `last-${createHash('sha256').update(contentDir).digest('hex').slice(0, 32)}.json`)
}
