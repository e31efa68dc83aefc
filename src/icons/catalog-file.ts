import type { Catalogue } from './catalogue.ts'
import { publishRecord } from './publish.ts'

/**
 * Writes `catalog.json`: every record in short. An asset's address is `{ICONS_URL}/assets/<id>.<ext>`, so the file need
 * not repeat it. The same sources yield the same bytes.
 */
export function catalogFile(catalogue: Catalogue, siteUrl: string): string {
  const { categories, icons, sets, version } = catalogue
  const records = icons.flatMap((icon) => icon.records)
  return JSON.stringify({
    version,
    generatedAt: new Date(catalogue.changedAt).toISOString(),
    counts: { icons: icons.length, records: records.length },
    sets,
    categories,
    icons: records.map((record) => {
      const { id, name, title, set, category, style, tags, aliases, width, height, durationMs, formats } =
        publishRecord(record, siteUrl)
      return {
        id,
        name,
        title,
        set,
        category,
        style,
        tags,
        aliases,
        width,
        height,
        durationMs,
        formats: formats.map(({ ext }) => ext),
      }
    }),
  })
}
