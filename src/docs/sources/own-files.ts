import { folderOf, lastSegment } from '../addresses.ts'
import { list, record, text } from './values.ts'
import type { SourceFolder } from './source.ts'

/** Reported files of one source; its author starts with the first ones anyway. */
const FAULT_LIMIT = 20

/**
 * Reports `meta.json` and `synonyms.json` as content of Signpost has them, which have no effect in the sources of a generator.
 * @param kind name of the kind of source
 * @param pages files of its pages
 */
export function reportOwnFiles(kind: string, pages: Iterable<string>, folder: SourceFolder): void {
  const folders = new Set([''])
  for (const file of pages) {
    for (let path = folderOf(file); !folders.has(path); path = folderOf(path)) folders.add(path)
  }
  let reported = 0
  for (const file of folder.files.keys()) {
    const name = lastSegment(file)
    if (name !== 'meta.json' && name !== 'synonyms.json') continue
    if (!folders.has(folderOf(file)) || !isOwn(name, folder.readText(file)) || ++reported > FAULT_LIMIT) continue
    const instead = name === 'meta.json' ? ', which have their own order and titles' : ''
    folder.fault(file, 'unread_config', `${name} has no effect in sources of the kind ${kind}${instead}`)
  }
}

/** Whether a text has the members of such a file. Others of these names belong to other tools. */
function isOwn(name: string, written: string | null): boolean {
  try {
    const { groups, pages, title } = record(JSON.parse(written ?? ''))
    return name === 'meta.json' ? list(pages).length > 0 || text(title) !== null : list(groups).length > 0
  } catch {
    return false
  }
}
