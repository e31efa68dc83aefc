import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Guide } from '../../icons/icons-service.ts'
import { readSealedJson, sealJson } from './sealed-json.ts'

/** What the icons host served last for one content folder, so that a start can serve it again when the content has a fault. */
export interface LastIcons {
  /** Name of the folder of the catalogue. */
  readonly catalogue: string
  /** `ICONS_URL`, which is written into the guides. */
  readonly siteUrl: string
  readonly guides: readonly Guide[]
}

/** Reads what was served last. Throws when nothing is there, or when it is damaged. */
export function readLastIcons(folder: string, contentDir: string): LastIcons {
  return readSealedJson(pathOf(folder, contentDir)) as LastIcons
}

/** Writes what is served now. Throws the errors of the file system. */
export function writeLastIcons(folder: string, contentDir: string, last: LastIcons): void {
  mkdirSync(folder, { recursive: true })
  const path = pathOf(folder, contentDir)
  const temporary = `${path}.tmp-${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(temporary, sealJson(last))
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** The content folder is part of the name, since services with different content can share `DATA_DIR`. */
function pathOf(folder: string, contentDir: string): string {
  return join(folder, `last-${createHash('sha256').update(contentDir).digest('hex').slice(0, 32)}.json`)
}
