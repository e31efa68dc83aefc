import type { LocaleContent } from '../../docs/content.ts'
import type { Locale } from '../../shared/locale.ts'
import { alikeKey } from '../generation.ts'
import type { NewRecord } from './pack-records.ts'

/** The pages of a locale that are one page in several versions: paths by the names of versions. */
export function alikeRecords(locale: Locale, { pages }: Pick<LocaleContent, 'pages'>): NewRecord[] {
  const alike = new Map<string, Map<string, string>>()
  for (const { path, version } of pages) {
    if (version === undefined) continue
    const paths = alike.get(version.path) ?? new Map<string, string>()
    alike.set(version.path, paths)
    if (!paths.has(version.name)) paths.set(version.name, path)
  }
  return [...alike].map(([path, paths]) => ({
    key: alikeKey(locale, path),
    meta: '',
    body: JSON.stringify([...paths]),
  }))
}
