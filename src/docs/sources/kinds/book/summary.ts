import { decodeLoosely } from '../../../../shared/decode-percent.ts'
import type { Block, Inline, Link } from '../../../model/page-model.ts'
import { plainText } from '../../../model/plain-text.ts'
import type { Construct } from '../../../readers/markdown/constructs.ts'
import { readMarkdown } from '../../../readers/markdown/read-markdown.ts'
import { folderOf, isMarkdown, joinAddress, withoutExtension } from '../../../addresses.ts'
import { commonFolder, createGroupPaths } from '../../order/group-paths.ts'

/** Where the summary of a book has a page. */
export interface Chapter {
  readonly title: string
  readonly position: number
  /** Its place in the navigation, as if the chapters around it were folders. */
  readonly navPath: string
}

/** What the summary of a book says. */
export interface Summary {
  /** Chapters by the paths of their files below the folder of the book. */
  readonly chapters: ReadonlyMap<string, Chapter>
  /** Titles and positions of parts, and of chapters without a file, by their places. */
  readonly groups: ReadonlyMap<string, { readonly title: string; readonly order: number }>
}

/** An entry: a chapter, or a group if it has no file. */
interface Entry {
  readonly title: string
  readonly file: string | null
  readonly entries: Entry[]
}

/** How the list of another kind of source is read. */
interface SummaryRules {
  /** The file of a link, or null. Without it, links have the extension of Markdown. */
  readonly fileOf?: (target: string) => string | null
  readonly constructs?: readonly Construct[]
}

const DEPTH_LIMIT = 20
const ENTRY_LIMIT = 20_000

/**
 * Reads the list of the chapters of a book: `SUMMARY.md` of mdBook, GitBook and HonKit. Headings begin parts, items of lists
 * are chapters, and chapters below them stand in lists of their own. Those of mdBook may stand outside of lists.
 *
 * @param file path of the summary below the folder of the book, from which its links count
 * @param siteOf the site path of a file
 */
export function readSummary(
  text: string,
  file: string,
  siteOf: (file: string) => string,
  { constructs = [], fileOf }: SummaryRules = {},
): Summary {
  const chapters = new Map<string, Chapter>()
  const groups = new Map<string, { title: string; order: number }>()
  const folder = folderOf(file)
  let visited = 0

  const fileAt = fileOf ?? ((target) => (isMarkdown(target) ? joinAddress(folder, decodeLoosely(target)) : null))

  function entryOf(content: readonly Inline[], entries: Entry[]): Entry | null {
    const link = content.find((part): part is Link => typeof part !== 'string' && part.kind === 'link')
    const title = plainText(link?.content ?? content).trim()
    const target = link?.target.replace(/[?#].*$/s, '') ?? ''
    // What leads elsewhere is no chapter.
    if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(target) || (target === '' && entries.length === 0)) return null
    return { title, file: fileAt(target), entries }
  }

  function entriesOf(blocks: readonly Block[], depth: number): Entry[] {
    if (depth > DEPTH_LIMIT) return []
    return blocks.flatMap((block) => {
      if (block.kind === 'paragraph') return entryOf(block.content, []) ?? []
      if (block.kind !== 'list') return []
      return block.items.flatMap(({ blocks: [first, ...rest] }) => {
        if (first?.kind !== 'paragraph' || ++visited > ENTRY_LIMIT) return []
        return entryOf(first.content, entriesOf(rest, depth + 1)) ?? []
      })
    })
  }

  function place({ entries, file: own, title }: Entry, around: string): void {
    let inner = around
    if (own === null) inner = addGroup(title, around, entries)
    else if (!chapters.has(own)) {
      const path = siteOf(own)
      const isThere = folderOf(path) === around || path === around
      const navPath = isThere ? path : joinAddress(around, path.replaceAll('/', '-'))
      chapters.set(own, { title, navPath, position: chapters.size })
      inner = navPath
    }
    for (const entry of entries) place(entry, inner)
  }

  function addGroup(title: string, around: string, entries: readonly Entry[]): string {
    const path = groupPaths.next(title, around, commonFolder(filesOf(entries).map(siteOf)))
    groups.set(path, { title, order: chapters.size })
    return path
  }

  const parts: { title: string | null; blocks: Block[] }[] = [{ title: null, blocks: [] }]
  for (const block of readMarkdown(text, { mdx: false, constructs }).blocks) {
    if (block.kind === 'heading') parts.push({ title: plainText(block.content).trim(), blocks: [] })
    else parts.at(-1)?.blocks.push(block)
  }
  const read = parts.map(({ blocks, title }) => ({ title, entries: entriesOf(blocks, 0) }))
  const addresses = new Set(read.flatMap(({ entries }) => filesOf(entries).map(siteOf)))
  const groupPaths = createGroupPaths((path) => addresses.has(path))
  for (const [at, { entries, title }] of read.entries()) {
    // A heading before all chapters names the list itself, and in a sidebar only where it is the only one.
    const isOwn = title === null || (at === 1 && chapters.size === 0 && (fileOf === undefined || read.length === 2))
    const around = isOwn || entries.length === 0 ? '' : addGroup(title, '', entries)
    for (const entry of entries) place(entry, around)
  }
  return { chapters, groups }
}

function filesOf(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ entries: inner, file }) => [
    ...(file === null ? [] : [withoutExtension(file)]),
    ...filesOf(inner),
  ])
}
