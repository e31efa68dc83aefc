import { createSlugger } from '../../../slug.ts'
import { joinAddress, lastSegment } from '../../../addresses.ts'
import type { Category } from './categories.ts'
import { pathsOf } from './doc-places.ts'
import type { ReadSidebars, SidebarItem } from './sidebars.ts'

/**
 * Addresses of the pages that only list what a category has, below that of all documents. Such an address leads to what the
 * category begins with, since the navigation has the list: to a document by its id, or to a folder, with a slash at its end.
 */
export function categoryLists(
  { sidebars }: ReadSidebars,
  categories: ReadonlyMap<string, Category>,
): ReadonlyMap<string, string> {
  const lists = new Map<string, string>()
  const slugs = createSlugger('github')

  function add(index: string | null, label: string | null, first: string | undefined): void {
    if (index === null || first === undefined) return
    const path = index === '' ? joinAddress('category', slugs.next(label ?? '')) : joinAddress(index)
    if (!lists.has(path)) lists.set(path, first)
  }

  function visit(item: SidebarItem): void {
    if (item.kind !== 'category') return
    add(item.index, item.label, pathsOf(item)[0])
    for (const each of item.items) visit(each)
  }

  for (const { items } of sidebars) for (const item of items) visit(item)
  for (const [folder, { index, title }] of categories) add(index, title ?? lastSegment(folder), `${folder}/`)
  return lists
}
