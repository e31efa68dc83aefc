import type { Locale } from '../../../../shared/locale.ts'
import { routeLabel, type Label } from '../../headers/docusaurus-labels.ts'
import { folderKey, type FolderInfo } from '../../source.ts'
import type { Part } from './parts.ts'

/** Sections of one part stand before those of the next. */
const SECTIONS_OF_PART = 1e6

/**
 * Titles and positions of the folders and groups of all parts, for readers of each locale.
 *
 * @param translate a label in the language of a locale
 */
export function describeFolders(
  config: Readonly<Record<string, unknown>>,
  parts: readonly Part[],
  locales: readonly Locale[],
  translate: (part: Part, locale: Locale, label: Label) => string,
): ReadonlyMap<string, FolderInfo> {
  const folders = new Map<string, FolderInfo>()

  function set(
    part: Part,
    path: string,
    { label, order }: { readonly label?: Label | undefined; readonly order?: number | undefined },
  ): void {
    if (path === '') return
    for (const locale of locales) {
      const key = folderKey(locale, path)
      const known = folders.get(key)
      const title = label === undefined ? known?.title : translate(part, locale, label)
      folders.set(key, { title, order: order ?? known?.order })
    }
  }

  for (const [at, part] of parts.entries()) {
    const { categories, places, route, type, version } = part
    // Articles come after all documents.
    if (type === 'blog') set(part, route, { order: Infinity, label: routeLabel(config, route) ?? undefined })
    for (const [path, { position, title }] of categories) {
      const place = places?.folder(path, position)
      if (place == null) continue
      const label = title === null ? {} : { label: { text: title, key: `sidebar.${place.sidebar}.category.${title}` } }
      set(part, place.path, { order: place.order, ...label })
    }
    for (const [index, section] of places?.sections.entries() ?? []) {
      set(part, section, { order: at * SECTIONS_OF_PART + index })
    }
    for (const [path, label] of places?.titles ?? []) set(part, path, { label })
    if (version !== null && route !== part.home)
      set(part, route, { label: { text: version.label, key: 'version.label' } })
  }
  return folders
}
