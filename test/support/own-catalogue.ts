import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import type { StoredCatalogue } from '../../src/generation/disk/catalogue-folder.ts'
import { openBuilt } from './build-catalogue.ts'
import { temporaryFolder } from './content-tree.ts'
import { startService, type RunningService } from './start-service.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The project's own content, and the folder in which `npm run build` puts its catalogue. */
const OWN_CONTENT = join(ROOT, 'content')
const OWN_DATA = join(ROOT, 'data')
const CATALOGUES = join(OWN_DATA, 'catalogues')

/** Opens the project's own catalogue. If it does not exist, the compiled code builds it, as in production. */
export function openOwnCatalogue(t: Test): StoredCatalogue {
  execFileSync(process.execPath, [join(ROOT, 'dist/commands/signpost.js'), 'catalogue'], { cwd: ROOT, env: {} })
  return openBuilt(t, OWN_DATA)
}

/** Starts the icons host of the built service with the project's own content and catalogue, and otherwise with new data. */
export async function startOwnService(t: Test, env: Readonly<Record<string, string>> = {}): Promise<RunningService> {
  const dataDir = env['DATA_DIR'] ?? (await temporaryFolder(t))
  mkdirSync(CATALOGUES, { recursive: true })
  symlinkSync(CATALOGUES, join(dataDir, 'catalogues'))
  return startService(t, { content: OWN_CONTENT, env: { HOSTS: 'icons', DATA_DIR: dataDir, ...env } })
}
