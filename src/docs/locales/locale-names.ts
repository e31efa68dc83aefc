import { FALLBACK_LOCALE, isLocale, LOCALES, type Locale } from '../../shared/locale.ts'

/** What `site.yaml` says about locales. */
interface LocaleSettings {
  readonly locales?: LocaleAliases | undefined
  readonly rootLocale?: Locale | undefined
}

type LocaleAliases = { readonly [L in Locale]?: readonly string[] | null | undefined }

/** How a site names its locales, in folders and as languages. */
export interface LocaleNames {
  /** The locale that a folder or a language names, by its own code or an alias, or null. */
  find(name: string): Locale | null
  /** Whether pages of the locale are shown. */
  shows(locale: Locale): boolean
  /** Locale of every page outside the folders of locales; null: each page tells its own. */
  readonly root: Locale | null
  /** Folder of a locale on the site; `''` for the locale at its root. */
  folderOf(locale: Locale): string
}

/** Gives the names that `site.yaml` defines. In aliases, upper case and `_` in place of `-` make no difference. */
export function localeNames({ locales, rootLocale }: LocaleSettings): LocaleNames {
  const aliases = new Map<string, Locale>()
  for (const locale of LOCALES) for (const alias of locales?.[locale] ?? []) aliases.set(fold(alias), locale)
  return {
    find: (name) => (isLocale(name) ? name : (aliases.get(fold(name)) ?? null)),
    shows: (locale) => locales === undefined || locales[locale] !== undefined,
    root: rootLocale ?? null,
    folderOf: (locale) => (locale === (rootLocale ?? FALLBACK_LOCALE) ? '' : (locales?.[locale]?.[0] ?? locale)),
  }
}

/** Names of content without `site.yaml`. */
export const DEFAULT_NAMES = localeNames({})

/** Finds names that two locales have, with the place of the second in its list. */
export function findSharedNames(
  locales: LocaleAliases,
): { readonly locale: Locale; readonly at: number; readonly other: Locale }[] {
  const shared: { locale: Locale; at: number; other: Locale }[] = []
  const taken = new Map<string, Locale>(LOCALES.map((locale) => [locale, locale]))
  for (const locale of LOCALES) {
    for (const [at, alias] of (locales[locale] ?? []).entries()) {
      const other = taken.get(fold(alias)) ?? locale
      taken.set(fold(alias), other)
      if (other !== locale) shared.push({ locale, at, other })
    }
  }
  return shared
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll('_', '-')
}
