import { below, folderOf, joinAddress } from '../../../addresses.ts'
import { parseYaml } from '../../config/parse-yaml.ts'
import type { SourceFolder } from '../../source.ts'
import { number, record, text } from '../../values.ts'
import type { NumberPrefixes } from './numbers.ts'
import { indexOf } from './sidebars.ts'

/** A folder of documents, as its name and its `_category_` file describe it. */
export interface Category {
  readonly title: string | null
  readonly position: number | null
  /** Address of its list, as in `SidebarItem`. */
  readonly index: string | null
}

/** Reads the folders below one with documents, by their paths without the numbers that only order. */
export function readCategories(
  folder: SourceFolder,
  documents: string,
  numbers: NumberPrefixes,
): ReadonlyMap<string, Category> {
  const categories = new Map<string, Category>()
  for (const file of folder.files.keys()) {
    const relative = below(file, documents)
    if (relative === null || !relative.includes('/')) continue
    const names = folderOf(relative).split('/')
    for (const [at, name] of names.entries()) {
      const path = joinAddress(...names.slice(0, at + 1).map(numbers.without))
      if (!categories.has(path)) categories.set(path, { title: null, position: numbers.of(name), index: null })
    }
    const key = joinAddress(...names.map(numbers.without))
    const known = categories.get(key)!
    const isCategory = /\/_category_\.(?:json|ya?ml)$/.test(relative)
    const { label, link, position } = isCategory ? record(parsed(folder.readText(file) ?? '', file, folder)) : {}
    categories.set(key, {
      title: text(label) ?? known.title,
      position: number(position) ?? known.position,
      index: indexOf(link) ?? known.index,
    })
  }
  return categories
}

function parsed(source: string, file: string, folder: SourceFolder): unknown {
  // JSON is YAML.
  const parsed = parseYaml(source)
  if (parsed.ok) return parsed.value
  folder.fault(file, 'bad_meta', 'the file is not YAML or JSON', parsed.line)
  return null
}
