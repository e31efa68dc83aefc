import { decodeLoosely } from '../../../shared/decode-percent.ts'
import type { Construct } from '../../readers/markdown/constructs.ts'
import { folderOf, joinAddress, lastSegment, withoutExtension } from '../../addresses.ts'
import { readSummary, type Chapter, type Summary } from '../kinds/book/summary.ts'
import type { SourceFolder } from '../source.ts'

const SIDEBAR = /^_sidebar\.md$/i
const EXTENSIONS = ['', '.md', '/README.md', '/index.md', '.markdown']

/** Where the lists of pages beside them, `_sidebar.md` of docsify and of wikis of GitHub, have pages. */
export interface Sidebars {
  readonly chapterOf: (file: string) => Chapter | null
  readonly groups: Summary['groups']
}

/** Reads the list of the pages of each folder that has one. */
export function readSidebars(
  folder: SourceFolder,
  siteOf: (file: string) => string,
  constructsOf: (file: string) => readonly Construct[],
): Sidebars {
  const chapters = new Map<string, Chapter>()
  const groups = new Map<string, { title: string; order: number }>()
  for (const file of folder.files.keys()) {
    if (!SIDEBAR.test(lastSegment(file))) continue
    const pageAt = (target: string): string | null => {
      const path = decodeLoosely(target.replace(/^#?\//, '/'))
      const below = path.startsWith('/') ? joinAddress(path) : joinAddress(folderOf(file), path)
      const bare = withoutExtension(below)
      return (
        EXTENSIONS.map((extension) => (bare === '' ? extension.slice(1) : bare + extension)).find((each) =>
          folder.files.has(each),
        ) ?? null
      )
    }
    const summary = readSummary(folder.readText(file) ?? '', file, siteOf, {
      fileOf: pageAt,
      constructs: constructsOf(file),
    })
    for (const [page, chapter] of summary.chapters) if (!chapters.has(page)) chapters.set(page, chapter)
    for (const [path, group] of summary.groups) groups.set(path, group)
  }
  return { chapterOf: (file) => chapters.get(file) ?? null, groups }
}
