import { execFile } from 'node:child_process'
import { closeSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { TEST_FLAGS } from '../../scripts/test-flags.ts'
import { readCatalogueFolder, type StoredCatalogue } from '../../src/generation/disk/catalogue-folder.ts'

const ROOT = join(import.meta.dirname, '../..')

export interface CatalogueBuild {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** Arguments of Node for the command from its source. Catalogues are kept apart by the text of the code that built them. */
export const FROM_SOURCE = ['--import', './scripts/register-typescript.mjs', 'src/commands/signpost.ts', 'catalogue']

/**
 * Runs the build as `npm run build` does, in its own process, because threads of a test cannot load TypeScript.
 *
 * @param program Default: the compiled command, which starts sooner.
 */
export function buildCatalogue(
  contentDir: string,
  dataDir: string,
  program: readonly string[] = ['dist/commands/signpost.js', 'catalogue'],
): Promise<CatalogueBuild> {
  const args = [...TEST_FLAGS, ...program]
  const env = { ...process.env, CONTENT_DIR: contentDir, DATA_DIR: dataDir }
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT, env, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      resolve({ status: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

/** Opens the catalogue that was built or used last. Its files are closed when the test ends. */
export function openBuilt(t: Test, dataDir: string): StoredCatalogue {
  const folder = join(dataDir, 'catalogues')
  const [newest] = readdirSync(folder)
    .filter((name) => /^[0-9a-f]{64}$/.test(name))
    .map((name) => ({ name, usedAt: statSync(join(folder, name)).mtimeMs }))
    .toSorted((left, right) => right.usedAt - left.usedAt)
  const stored = readCatalogueFolder(join(folder, newest?.name ?? ''))
  t.teardown(() => stored.descriptors.forEach((fd) => closeSync(fd)))
  return stored
}
