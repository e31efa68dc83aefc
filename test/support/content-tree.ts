import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Test } from 'tap'

/** Creates a temporary folder, which is removed when the test ends. */
export async function temporaryFolder(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-test-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Texts, or bytes, by path below the content folder. */
export type Files = Readonly<Record<string, string | Uint8Array>>

/** Writes files below `folder` and replaces existing ones. */
export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

export async function contentTree(t: Test, files: Files): Promise<string> {
  const folder = await temporaryFolder(t)
  await writeFiles(folder, files)
  return folder
}

/** English pages `guides/page-0` …, each with the marker in its title and a unique word: `word0` … */
export function markedPages(marker: string, count: number): Files {
  return Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `docs/en/guides/page-${n}.md`,
      `---\ntitle: ${marker} page ${n}\n---\n\nEverything about word${n} and things.\n`,
    ]),
  )
}
