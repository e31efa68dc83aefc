import { folderOf } from '../../addresses.ts'
import { pathFrom } from '../expand-lines.ts'

/** Targets that count from their file: with dots before them, or with the extension of Markdown. */
const FROM_FILE = /^\.{1,2}\/|^[\w-][^:]*\.mdx?$/

/** The target of a link of one file, as another file has to write it. */
export function relocated(target: string, from: string, to: string): string {
  if (folderOf(from) === folderOf(to)) return target
  const [address = ''] = target.split('#', 1)
  const path = FROM_FILE.test(address) ? pathFrom({ file: from }, address) : null
  return path === null ? target : relativeTo(to, path) + target.slice(address.length)
}

/** Address of a file of the content from a page. */
export function relativeTo(page: string, path: string): string {
  return '../'.repeat(page.split('/').length - 1) + path
}
