import type { Page } from '../docs/page.ts'
import { alikeKey } from '../generation/generation.ts'
import type { RecordStore } from '../generation/records/record-store.ts'
import { FALLBACK_LOCALE, type Locale } from '../shared/locale.ts'

/** Paths of a page in the versions that have it, by their names: in the locale, and in English where the locale lacks it. */
export function readAlike(texts: RecordStore, { version }: Page, locale: Locale): ReadonlyMap<string, string> {
  const paths = new Map<string, string>()
  if (version === undefined) return paths
  for (const each of new Set([FALLBACK_LOCALE, locale])) {
    const index = texts.find(alikeKey(each, version.path))
    if (index === -1) continue
    const own = JSON.parse(Buffer.from(texts.readSync(index).body).toString('utf8')) as [string, string][]
    for (const [name, path] of own) paths.set(name, path)
  }
  return paths
}
