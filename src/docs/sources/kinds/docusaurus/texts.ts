import type { Locale } from '../../../../shared/locale.ts'
import { joinAddress } from '../../../addresses.ts'
import type { Label } from '../../headers/docusaurus-labels.ts'
import type { SourceFolder } from '../../source.ts'
import { record, text } from '../../values.ts'
import type { Part } from './parts.ts'

/** Translations of the texts of a site. */
interface SiteTexts {
  readonly of: (file: 'navbar' | 'footer', locale: Locale) => ReadonlyMap<string, string>
  /** A label of a part, in the language of a locale. */
  readonly translated: (part: Part, locale: Locale, label: Label) => string
}

export function siteTexts(
  folder: SourceFolder,
  parts: readonly Part[],
  languages: readonly (readonly [language: string, locale: Locale])[],
): SiteTexts {
  const textsOf = (file: string): ReadonlyMap<Locale, ReadonlyMap<string, string>> => {
    const read = languages.map(
      ([language, locale]) => [locale, readTexts(joinAddress(folder.base, 'i18n', language, file), folder)] as const,
    )
    // The first of several languages of a locale is its own.
    return new Map(read.toReversed())
  }
  const theme = {
    navbar: textsOf('docusaurus-theme-classic/navbar.json'),
    footer: textsOf('docusaurus-theme-classic/footer.json'),
  }
  const ofParts = new Map(parts.map((part) => [part, textsOf(`${part.translated}.json`)]))
  return {
    of: (file, locale) => theme[file].get(locale) ?? new Map(),
    translated: (part, locale, { key, text }) =>
      ofParts.get(part)?.get(locale)?.get(key) ?? theme.navbar.get(locale)?.get(key) ?? text,
  }
}

/** Translated texts by their keys, as `docusaurus write-translations` writes them; none where there is no such file. */
function readTexts(file: string, { readText }: SourceFolder): ReadonlyMap<string, string> {
  try {
    const read = record(JSON.parse(readText(file) ?? '{}'))
    return new Map(
      Object.entries(read).flatMap(([key, value]) => {
        const message = text(record(value)['message'])
        return message === null ? [] : [[key, message] as const]
      }),
    )
  } catch {
    return new Map()
  }
}
