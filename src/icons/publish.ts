import type { Catalogue, CatalogueIcon, CatalogueRecord } from './catalogue.ts'
import { ICON_EXTENSIONS, type IconRecord } from './icon-record.ts'
import type { CatalogueEntry, FacetTable } from '../engine/catalogue/catalogue-index.ts'
import { stemsOf } from './stem.ts'
import type { IconFacets } from './icons-service.ts'

const VERSION_DIGITS = 16

/** Address of an asset; the version in it never identifies other bytes. */
function assetUrl(siteUrl: string, id: string, ext: string, sha256: string): string {
  return `${siteUrl}/assets/${id}.${ext}?v=${sha256.slice(0, VERSION_DIGITS)}`
}

/** Whether `v` of an asset's address identifies these bytes, which then never change under it. */
export function isAssetVersion(version: string, sha256: string): boolean {
  return version.length >= VERSION_DIGITS && sha256.startsWith(version)
}

/** A record under the host's address. Words in other languages that find it follow its tags. */
export function publishRecord(record: CatalogueRecord, siteUrl: string): IconRecord {
  const { id, localised, formats, madeFrom: _from, madeLoop: _loop, name, title, set, category, ...others } = record
  const { style, tags, tagWords, ...rest } = others
  return {
    id,
    name,
    title,
    set,
    category,
    style,
    tags: [...new Set([...tags, ...localised.zh, ...localised.ko, ...tagWords])],
    ...rest,
    formats: formats.map(({ ext, mediaType, bytes, sha256 }) => ({
      ext,
      mediaType,
      url: assetUrl(siteUrl, id, ext, sha256),
      bytes,
      sha256,
    })),
  }
}

/**
 * Names of an icon in other languages, and its aliases. For a one-word name every translation is a name. For a longer
 * name only the first is, and the others translate its words.
 */
function otherNames({
  aliases,
  localised: { ko, zh },
  name,
}: CatalogueRecord): Pick<CatalogueEntry, 'localNames' | 'aliases'> {
  const [stem = '', ...more] = stemsOf(name)
  const isWord = more.length === 0 && !stem.includes('-')
  const whole = isWord ? Infinity : 1
  return {
    localNames: [...zh.slice(0, whole), ...ko.slice(0, whole)],
    aliases: [...aliases.map((alias) => alias.replaceAll('-', ' ')), ...zh.slice(whole), ...ko.slice(whole)],
  }
}

/** Values of the filters. */
export function facetsOf({ categories, icons, sets }: Catalogue): IconFacets {
  const records = icons.flatMap((icon) => icon.records)
  return {
    categories,
    sets: sets.map(({ id, title, icons: iconCount, records: recordCount }) => ({
      id,
      title,
      icons: iconCount,
      records: recordCount,
    })),
    styles: [...new Set(records.map(({ style }) => style))].filter((style) => style !== '').toSorted(),
    formats: ICON_EXTENSIONS.filter((ext) =>
      records.some(({ formats }) => formats.some((format) => format.ext === ext)),
    ),
  }
}

/** Values of every facet, in the order of `FACET_NAMES`. */
export function facetTable({ categories, formats, sets, styles }: IconFacets): FacetTable {
  return [categories.map(({ id }) => id), styles, sets.map(({ id }) => id), formats]
}

/** Icons in the form of the search index: set by set, in the order of the sources, which is the order of browsing. */
export function searchEntries(catalogue: Catalogue, siteUrl: string): CatalogueEntry[] {
  const table = facetTable(facetsOf(catalogue)).map(
    (values) => new Map(values.map((value, position) => [value, position])),
  )
  const titles = new Map(catalogue.categories.map(({ id, title }) => [id, title]))
  const positions = (facet: number, values: readonly string[]): number[] =>
    values.flatMap((value) => table[facet]?.get(value) ?? [])
  const order = new Map(catalogue.sets.map(({ id }, position) => [id, position]))
  const setOf = (icon: CatalogueIcon): number => order.get(icon.records[0]?.set ?? '') ?? catalogue.sets.length
  const icons = catalogue.icons.toSorted((a, b) => setOf(a) - setOf(b))
  return icons.map(({ records }) => {
    const [best] = records
    if (best === undefined) throw new TypeError('an icon has no record')
    return {
      name: best.name.replaceAll('-', ' '),
      ...otherNames(best),
      category: titles.get(best.category) ?? best.category,
      tags: [...best.tags, ...best.tagWords],
      variants: records.map((record) => ({
        id: record.id,
        json: JSON.stringify(publishRecord(record, siteUrl)),
        facets: [
          positions(0, [record.category]),
          positions(1, [record.style]),
          positions(2, [record.set]),
          positions(
            3,
            record.formats.map(({ ext }) => ext),
          ),
        ],
      })),
    }
  })
}
