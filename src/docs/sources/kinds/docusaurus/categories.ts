import type { Locale } from '../../../../shared/locale.ts'
import { below, folderOf, joinAddress } from '../../addresses.ts'
import { parseYaml } from '../../config/parse-yaml.ts'
import { folderKey, type FolderInfo, type SourceFolder } from '../../source.ts'
import { number, record, text } from '../../values.ts'
import { numberOf, withoutNumber } from './numbers.ts'

/** Reads positions of folders from the numbers in their names, and from `_category_` files, which also have titles. */
export function readCategories(
  folder: SourceFolder,
  part: { readonly folder: string; readonly route: string },
  locale: Locale,
  into: Map<string, FolderInfo>,
): void {
  for (const file of folder.files.keys()) {
    const relative = below(file, part.folder)
    if (relative === null || !relative.includes('/')) continue
    const names = folderOf(relative).split('/')
    const key = folderKey(locale, joinAddress(part.route, ...names.map(withoutNumber)))
    const known = into.get(key) ?? { order: numberOf(names.at(-1) ?? '') ?? undefined }
    const isCategory = /\/_category_\.(?:json|ya?ml)$/.test(relative)
    const { label, position } = isCategory ? record(parsed(folder.readText(file) ?? '', file, folder)) : {}
    into.set(key, { title: text(label) ?? known.title, order: number(position) ?? known.order })
  }
}

function parsed(source: string, file: string, folder: SourceFolder): unknown {
  // JSON is YAML.
  const parsed = parseYaml(source)
  if (parsed.ok) return parsed.value
  folder.fault(file, 'bad_meta', 'the file is not YAML or JSON', parsed.line)
  return null
}
