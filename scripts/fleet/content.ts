// The documentation that a fleet serves. Every page of it says in its title and text with which publication it came.
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export const PAGES = 40

/** Writes the content of a publication over that of the one before. */
export async function writeContent(folder: string, publication: number): Promise<void> {
  const guides = join(folder, 'docs/en/guides')
  await mkdir(guides, { recursive: true })
  for (let n = 0; n < PAGES; n++) {
    await writeFile(join(folder, 'page.tmp'), page(publication, n))
    await rename(join(folder, 'page.tmp'), join(guides, `page-${n}.md`))
  }
}

function page(publication: number, n: number): string {
  return `---
title: Things ${n} of publication-${publication}
---

Everything about word${n} and things, as they were when publication-${publication} came.

## Details

There are ${n + 1} things in detail here.
`
}

/**
 * @returns the number of the publication of which an answer is
 * @throws {Error} if it is of none, or of several
 */
export function publicationIn(body: string): number {
  const numbers = new Set([...body.matchAll(/publication-(\d+)/g)].map(([, digits]) => digits))
  if (numbers.size !== 1) throw new Error(`an answer is of ${numbers.size} publications: ${[...numbers].join(', ')}`)
  return Number([...numbers][0])
}
