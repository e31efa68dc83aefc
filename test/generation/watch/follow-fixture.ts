import { join } from 'node:path'
import type { Test } from 'tap'
import { readContent } from '../../../src/docs/read-content.ts'
import { followContent, type FollowOptions } from '../../../src/generation/watch/follow-content.ts'
import { markedPages, temporaryFolder, writeFiles } from '../../support/content-tree.ts'

/** Titles of pages by path, as a build would serve them now. */
type Titles = Readonly<Record<string, string>>

interface Followed {
  readonly root: string
  readonly contentDir: string
  readonly dataDir: string
  /** Resolves when a change is reported and the content then has these pages, or lacks those with null. */
  readonly reported: (expected: Readonly<Record<string, string | null>>) => Promise<void>
  readonly changes: () => number
}

async function readTitles(contentDir: string): Promise<Titles> {
  const { locales } = await readContent(contentDir).catch(() => ({ locales: new Map<never, never>() }))
  const pages: readonly { path: string; title: string }[] = (locales as Map<string, never>).get('en')?.['pages'] ?? []
  return Object.fromEntries(pages.map(({ path, title }) => [path, title]))
}

/** Follows content, three pages of which are there unless a folder is given. */
export async function follow(t: Test, options: Partial<FollowOptions> = {}): Promise<Followed> {
  const root = await temporaryFolder(t)
  const contentDir = options.contentDir ?? join(root, 'content')
  const dataDir = options.dataDir ?? join(root, 'data')
  if (options.contentDir === undefined) await writeFiles(contentDir, markedPages('first', 3))
  let changes = 0
  const lookers = new Set<() => void>()
  const followed = await followContent({
    contentDir,
    dataDir,
    way: 'watch',
    onFallback: (error) => t.fail(String(error)),
    pauseMs: 20,
    settleMs: 30,
    longestSettleMs: 300,
    onChange() {
      changes += 1
      for (const look of lookers) look()
    },
    ...options,
  })
  t.teardown(() => followed.close())
  return {
    root,
    contentDir,
    dataDir,
    changes: () => changes,
    reported: (expected) =>
      new Promise((resolve) => {
        const look = async (): Promise<void> => {
          const titles = await readTitles(contentDir)
          if (!Object.entries(expected).every(([path, title]) => (titles[path] ?? null) === title)) return
          lookers.delete(onChange)
          resolve()
        }
        const onChange = (): void => void look()
        lookers.add(onChange)
      }),
  }
}
