import type { Locale } from '../../../../shared/locale.ts'
import { localeAmong } from '../../languages.ts'
import type { SourceFolder } from '../../source.ts'
import { record, text, texts } from '../../values.ts'

/** Languages of one site. Each file is looked for in all of them. */
const LANGUAGE_LIMIT = 50

interface SiteLanguages {
  readonly defaultLanguage: string
  readonly rootLocale: Locale
  /** Locales of the other languages that are served. */
  readonly localeFolders: ReadonlyMap<string, Locale>
}

export function readLanguages(config: Readonly<Record<string, unknown>>, folder: SourceFolder): SiteLanguages {
  const i18n = record(config['i18n'])
  const languages = texts(i18n['locales'])
  const unnamed = i18n['defaultLocale'] === undefined ? localeAmong(folder, languages) : folder.defaultLocale
  const defaultLanguage = text(i18n['defaultLocale']) ?? unnamed
  const localeFolders = new Map<string, Locale>()
  for (const language of languages) {
    const locale = folder.localeOf(language)
    if (language === defaultLanguage || locale === null) continue
    if (localeFolders.size < LANGUAGE_LIMIT) localeFolders.set(language, locale)
  }
  return { defaultLanguage, rootLocale: folder.localeOf(defaultLanguage) ?? unnamed, localeFolders }
}
