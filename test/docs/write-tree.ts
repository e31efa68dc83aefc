import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Test } from 'tap'
import { temporaryFolder } from '../support/content-tree.ts'

/** Writes a content folder with these files (paths below `docs`, text or bytes), which is removed when the test ends. */
export async function writeTree(t: Test, files: Record<string, string | Buffer>): Promise<string> {
  const folder = await temporaryFolder(t)
  await mkdir(join(folder, 'docs'))
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, 'docs', name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  return folder
}
