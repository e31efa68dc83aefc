import { below, folderOf, isMarkdown, joinAddress, joinWithin } from '../../../addresses.ts'
import { parseYaml } from '../../config/parse-yaml.ts'
import type { SourceFolder } from '../../source.ts'
import { list, record, text } from '../../values.ts'
import { named, type MkDocsConfig } from './config.ts'
import { readNavList } from './nav-list.ts'

const DEPTH_LIMIT = 50
/** What stands for all entries of a folder that are not listed: `...`, `*`, `guide/*.md`. */
const REST = /^\.\.\.|[*?]/
const PATTERN_FOLDER = /^(?:[^/*?]{1,200}\/){0,20}/
const INDEX = /(?:^|\/)(?:index|readme)\.md$/i
const natural = new Intl.Collator('en', { numeric: true })

/** Files and folders directly in a folder. */
interface Entries {
  readonly files: string[]
  readonly folders: Set<string>
}

/**
 * The navigation as `nav` would have it. Without one, files stand in the order of their names, before folders. The plugins
 * awesome-pages, awesome-nav and literate-nav have a file with it in folders.
 * @param root folder with the pages
 */
export function foundNav(folder: SourceFolder, root: string, config: MkDocsConfig): unknown {
  const plugins = named(config['plugins'])
  const isNewer = plugins.has('awesome-nav')
  const awesome = isNewer ? plugins.get('awesome-nav') : plugins.get('awesome-pages')
  const literate = plugins.get('literate-nav')
  const nav = config['nav'] ?? undefined
  if (nav !== undefined && awesome === undefined && literate === undefined) return nav
  const settingsFile = text(awesome?.['filename']) ?? (isNewer ? '.nav.yml' : '.pages')
  const listFile = text(literate?.['nav_file']) ?? 'SUMMARY.md'
  const tree = treeOf(folder, root)
  const opened = new Set<string>()
  /** Folders whose further entries have a place. */
  const listed = new Set<string>()
  return nav !== undefined && ownItems('') === null ? itemsFrom(list(nav), '', 0) : itemsOf('', 0)

  /** What the file of a plugin lists of a folder; null if there is none, or it lists nothing. */
  function ownItems(path: string): readonly unknown[] | null {
    const written = literate === undefined ? null : folder.readText(joinAddress(root, path, listFile))
    if (written !== null) return readNavList(written)
    const { arrange, nav: items = arrange } = settingsOf(path)
    return Array.isArray(items) ? list(items) : null
  }

  function settingsOf(path: string): Readonly<Record<string, unknown>> {
    const written = awesome === undefined ? null : folder.readText(joinAddress(root, path, settingsFile))
    const parsed = written === null ? null : parseYaml(written)
    return record(parsed?.ok === true ? parsed.value : null)
  }

  /** The entries of a folder, which has one place alone. */
  function itemsOf(path: string, depth: number): unknown[] {
    if (opened.has(path) || depth > DEPTH_LIMIT) return []
    opened.add(path)
    return itemsFrom(ownItems(path) ?? ['...'], path, depth)
  }

  function itemsFrom(items: readonly unknown[], path: string, depth: number): unknown[] {
    const placed = new Set(namesIn(items, depth).map((name) => joinWithin(path, name) ?? ''))
    return items.map((item) => itemOf(item, path, placed, depth))
  }

  function itemOf(item: unknown, path: string, placed: Set<string>, depth: number): unknown {
    if (depth > DEPTH_LIMIT) return []
    if (Array.isArray(item)) return list(item).map((each) => itemOf(each, path, placed, depth + 1))
    if (typeof item === 'string') {
      if (/^[a-z]+:/i.test(item)) return item
      if (REST.test(item)) return rest(item, path, placed, depth)
      const target = joinWithin(path, item) ?? ''
      return tree.has(target) ? section(target, depth) : target
    }
    return Object.entries(record(item)).map(([title, value]) => {
      if (title === 'glob') return rest(text(value) ?? '*', path, placed, depth)
      const target = typeof value === 'string' ? joinWithin(path, value) : null
      const isFolder = target !== null && tree.has(target)
      return { [title]: isFolder ? itemsOf(target, depth + 1) : itemOf(value, path, placed, depth + 1) }
    })
  }

  /** A folder with the title that its own file gives it. */
  function section(path: string, depth: number): unknown {
    // The file of a folder that is not opened would be read again for each item that names it.
    if (opened.has(path) || depth >= DEPTH_LIMIT) return []
    return { [text(settingsOf(path)['title']) ?? '']: itemsOf(path, depth + 1) }
  }

  /** The entries of a folder that have no place yet: its files, its folders or both. */
  function rest(pattern: string, from: string, placed: Set<string>, depth: number): unknown[] {
    const within = pattern.startsWith('...') ? '' : (PATTERN_FOLDER.exec(pattern)?.[0] ?? '')
    const path = joinWithin(from, within) ?? ''
    const isOf = { files: !pattern.endsWith('/'), folders: !pattern.endsWith('.md') }
    const key = `${path} ${isOf.files} ${isOf.folders}`
    if (listed.has(key)) return []
    listed.add(key)
    const { files = [], folders = [] } = tree.get(path) ?? {}
    const { order, sort, sort_type: type } = settingsOf(path)
    const isNatural = isNewer || type === 'natural'
    const isDescending = (text(record(sort)['direction']) ?? text(order)) === 'desc'
    const sorted = (paths: Iterable<string>): string[] => {
      const left = [...paths].filter((each) => !placed.has(each)).sort(isNatural ? natural.compare : undefined)
      for (const each of left) placed.add(each)
      if (isDescending) left.reverse()
      return [...left.filter((each) => INDEX.test(each)), ...left.filter((each) => !INDEX.test(each))]
    }
    return [
      ...(isOf.files ? sorted(files) : []),
      ...(isOf.folders ? sorted(folders).map((each) => section(each, depth)) : []),
    ]
  }
}

/** Names of files and folders in a list, at any depth. */
function namesIn(item: unknown, depth: number): string[] {
  if (typeof item === 'string') return [item]
  return depth > DEPTH_LIMIT ? [] : Object.values(item ?? {}).flatMap((each) => namesIn(each, depth + 1))
}

/** Folders below one that have pages, with what stands in each. */
function treeOf({ files }: SourceFolder, root: string): ReadonlyMap<string, Entries> {
  const tree = new Map<string, Entries>([['', { files: [], folders: new Set() }]])
  const entriesOf = (path: string): Entries => {
    let entries = tree.get(path)
    if (entries !== undefined) return entries
    tree.set(path, (entries = { files: [], folders: new Set() }))
    entriesOf(folderOf(path)).folders.add(path)
    return entries
  }
  for (const file of files.keys()) {
    const path = isMarkdown(file) ? below(file, root) : null
    if (path !== null) entriesOf(folderOf(path)).files.push(path)
  }
  return tree
}
