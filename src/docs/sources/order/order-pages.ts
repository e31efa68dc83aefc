import type { Locale } from '../../../shared/locale.ts'
import type { SourceDraft } from '../../content-draft.ts'
import { folderOf, lastSegment } from '../../addresses.ts'
import { navPathOf } from './empty-pages.ts'
import { folderKey, type Place, type Source } from '../source.ts'

interface Entry {
  readonly name: string
  order: number
}

/** Writes positions and titles of pages and folders into the draft, in the form of `meta.json`. */
export function orderPages(places: readonly Place[], source: Source, draft: SourceDraft): void {
  const folders = new Map<string, { locale: Locale; path: string; entries: Map<string, Entry> }>()

  function put(locale: Locale, path: string, order: number): void {
    if (path === '') return
    const parent = folderOf(path)
    const key = folderKey(locale, parent)
    let folder = folders.get(key)
    if (folder === undefined) folders.set(key, (folder = { locale, path: parent, entries: new Map() }))
    const name = lastSegment(path)
    const entry = folder.entries.get(name)
    if (entry === undefined) folder.entries.set(name, { name, order })
    else entry.order = Math.min(entry.order, order)
  }

  for (const { locale, order, ...place } of places) {
    const path = navPathOf(place)
    const position = order ?? Number.POSITIVE_INFINITY
    put(locale, path, position)
    for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
      put(locale, folder, source.folders.get(folderKey(locale, folder))?.order ?? position)
    }
  }
  for (const { entries, locale, path } of folders.values()) {
    const ordered = [...entries.values()]
      .filter(({ order }) => Number.isFinite(order))
      .sort((a, b) => a.order - b.order)
    const { title } = source.folders.get(folderKey(locale, path)) ?? {}
    const pages = ordered.map(({ name }) => name)
    draft.setMeta(locale, path, { pages, ...(title === undefined ? {} : { title }) })
  }
  for (const locale of new Set(places.map((each) => each.locale))) {
    draft.setTitle(locale, source.title)
    draft.setDescription(locale, source.describe?.(locale) ?? null)
  }
}
