import { readConfigModule } from '../config-module.ts'
import type { SourceFolder } from '../source.ts'
import { list, record, text } from '../values.ts'

const ITEM_LIMIT = 200_000
const DEPTH_LIMIT = 50

/** Positions of documents, by their ids, in the order in which the sidebars name them. */
export function readSidebar(file: string, folder: SourceFolder): ReadonlyMap<string, number> {
  const positions = new Map<string, number>()
  let visited = 0
  const path = [file, file.replace(/\.js$/, '.ts'), file.replace(/\.js$/, '.json')].find(
    (candidate) => folder.readText(candidate) !== null,
  )
  if (path === undefined) return positions

  function add(item: unknown, depth: number): void {
    // One list may stand in many places.
    if (depth > DEPTH_LIMIT || ++visited > ITEM_LIMIT) return
    if (Array.isArray(item)) return item.forEach((each) => add(each, depth + 1))
    const id = typeof item === 'string' ? item : text(record(item)['id'])
    const link = record(record(item)['link'])['id']
    for (const each of [id, link]) {
      if (typeof each === 'string' && !positions.has(each)) positions.set(each, positions.size)
    }
    const { type, items } = record(item)
    if (items !== undefined) add(list(items), depth + 1)
    // An object without a type has categories for members, and so has each sidebar.
    else if (type === undefined && typeof item === 'object')
      for (const each of Object.values(record(item))) add(each, depth + 1)
  }

  add(readConfigModule(path, folder.readText)['default'], 0)
  return positions
}
