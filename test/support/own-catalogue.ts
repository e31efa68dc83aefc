import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { readCatalogueFolder, type StoredCatalogue } from '../../src/generation/catalogue-folder.ts'
import { temporaryFolder } from './content-tree.ts'
import { startService, type RunningService } from './start-service.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The content that comes with the project, and where `npm run build` puts its catalogue. */
export const OWN_CONTENT = join(ROOT, 'content')
const CATALOGUES = join(ROOT, 'data', 'catalogues')

/** The catalogue that comes with the project; built if it is not there yet, by the compiled code as in production. */
export function openOwnCatalogue(t: Test): StoredCatalogue {
  execFileSync(process.execPath, [join(ROOT, 'dist/catalogue-build.js')], { cwd: ROOT, env: {} })
  const folders = readdirSync(CATALOGUES)
    .filter((name) => /^[0-9a-f]{64}$/.test(name))
    .map((name) => join(CATALOGUES, name))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  const opened = readCatalogueFolder(folders[0]!)
  t.teardown(() => opened.descriptors.forEach((fd) => closeSync(fd)))
  return opened
}

/** Starts the built service with the project's own content and catalogue, and data of its own for the rest. */
export async function startOwnService(t: Test, env: Readonly<Record<string, string>> = {}): Promise<RunningService> {
  const dataDir = env['DATA_DIR'] ?? (await temporaryFolder(t))
  mkdirSync(CATALOGUES, { recursive: true })
  symlinkSync(CATALOGUES, join(dataDir, 'catalogues'))
  return startService(t, { content: OWN_CONTENT, env: { HOSTS: 'docs,icons', DATA_DIR: dataDir, ...env } })
}
