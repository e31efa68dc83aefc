import { parse } from 'yaml'
import type { Locale } from '../../../shared/locale.ts'
import { below, folderOf, joinAddress } from '../addresses.ts'
import { folderKey, type FolderInfo, type SourceFolder } from '../source.ts'
import { number, record, text } from '../values.ts'

/** Reads the `_category_` files below a folder: titles and positions of folders. */
export function readCategories(
  folder: SourceFolder,
  part: { readonly folder: string; readonly route: string },
  locale: Locale,
  into: Map<string, FolderInfo>,
): void {
  for (const file of folder.files.keys()) {
    const relative = below(file, part.folder)
    if (relative === null || !/(?:^|\/)_category_\.(?:json|ya?ml)$/.test(relative)) continue
    const { label, position } = record(parsed(folder.readText(file) ?? '', file, folder))
    into.set(folderKey(locale, joinAddress(part.route, folderOf(relative))), {
      title: text(label) ?? undefined,
      order: number(position) ?? undefined,
    })
  }
}

function parsed(source: string, file: string, folder: SourceFolder): unknown {
  try {
    // JSON is YAML.
    return parse(source, { maxAliasCount: 100 })
  } catch {
    folder.fault(file, 'bad_meta', 'the file is not YAML or JSON')
    return null
  }
}
