import { FALLBACK_LOCALE, type Locale } from '../../shared/locale.ts'
import type { LocaleOf, SourceFolder } from './source.ts'

/** A language of a site, by the name of its folder or suffix. */
export interface SiteLanguage {
  readonly name: string
  /** Language as in BCP 47. */
  readonly lang: string
}

/**
 * The locale of each language, by its name; null: it is not served. Of several languages that one locale stands for, such as
 * Chinese in two scripts, the one that comes nearest to it is served; with `together`, all that mean the same are.
 * `preferred` names the language that is taken before all others of its locale.
 */
export function localesOf(
  languages: readonly SiteLanguage[],
  localeOf: LocaleOf,
  { preferred, together = false }: { readonly preferred?: string; readonly together?: boolean } = {},
): ReadonlyMap<string, Locale | null> {
  const locales = new Map<string, Locale | null>()
  const chosen = new Map<Locale, SiteLanguage>()
  const distance = (language: SiteLanguage, locale: Locale): number =>
    language.name === preferred ? -1 : distanceOf(language, locale, localeOf)
  for (const language of languages) {
    locales.set(language.name, null)
    const locale = localeOf(COUNTRIES.get(language.lang.toLowerCase()) ?? language.lang)
    if (locale === null) continue
    const before = chosen.get(locale)
    if (before === undefined || distance(language, locale) < distance(before, locale)) chosen.set(locale, language)
  }
  for (const [locale, nearest] of chosen) {
    locales.set(nearest.name, locale)
    if (!together || distance(nearest, locale) > 1) continue
    for (const each of languages) if (distance(each, locale) <= 1) locales.set(each.name, locale)
  }
  return locales
}

/** The languages that are served, each with its locale. That of a name is tried first, and its code of BCP 47 then. */
export function servedLanguages(
  languages: readonly { readonly name: string; readonly code?: string | null }[],
  preferred: string,
  localeOf: LocaleOf,
): ReadonlyMap<string, Locale> {
  const named = languages.map(({ code, name }) => ({ name, lang: localeOf(name) === null ? (code ?? name) : name }))
  return onlyServed(localesOf(named, localeOf, { preferred }))
}

/** Leaves out the languages that are not served. */
export function onlyServed(locales: ReadonlyMap<string, Locale | null>): ReadonlyMap<string, Locale> {
  return new Map([...locales].filter((entry): entry is [string, Locale] => entry[1] !== null))
}

/**
 * Locale of pages outside of the folders of languages, where a configuration names those alone. What `site.yaml` says holds,
 * unless it is one of them and English is not: then they are in English, as generators have it.
 */
export function localeOutside(folder: SourceFolder, named: readonly string[]): Locale {
  const { defaultLocale, localeOf } = folder
  const isTaken = named.some((name) => distanceOf({ name, lang: name }, defaultLocale, localeOf) <= 1)
  return isTaken && !named.some((name) => localeOf(name) === FALLBACK_LOCALE) ? FALLBACK_LOCALE : defaultLocale
}

/**
 * Locale of the pages of a generator whose configuration names all languages, and no default one. It is English, as
 * generators have it, where English is among them, and otherwise what `site.yaml` says.
 */
export function localeAmong({ defaultLocale, localeOf }: SourceFolder, named: readonly string[]): Locale {
  return named.some((name) => localeOf(name) === FALLBACK_LOCALE) ? FALLBACK_LOCALE : defaultLocale
}

/** Languages whose names are their codes in BCP 47. */
export function namedByCode(codes: Iterable<string>): SiteLanguage[] {
  return Array.from(codes, (code) => ({ name: code, lang: code }))
}

/** Names of countries that people take for those of languages. */
const COUNTRIES: ReadonlyMap<string, string> = new Map([
  ['cn', 'zh'],
  ['kr', 'ko'],
  ['us', 'en'],
])

/** Languages that a locale means first: Chinese as on the mainland, English of any country. */
const NEAREST = /^(?:en(?:[-_]us)?|zh(?:[-_](?:cn|hans))?(?:[-_]cn)?|ko(?:[-_]kr)?)$/i

function distanceOf({ lang }: SiteLanguage, locale: Locale, localeOf: LocaleOf): number {
  const written = COUNTRIES.get(lang.toLowerCase()) ?? lang
  if (localeOf(written) !== locale) return Number.POSITIVE_INFINITY
  if (written.toLowerCase() === locale) return 0
  return NEAREST.test(written) ? 1 : 2
}

/** The locale of a text that is not English, by its script; null in any other script. */
export function localeOfText(text: string): Locale | null {
  const letters = text.slice(0, 10_000)
  const korean = letters.match(/\p{Script=Hangul}/gu)?.length ?? 0
  const chinese = letters.match(/\p{Script=Han}/gu)?.length ?? 0
  if (korean + chinese === 0 || /\p{Script=Hiragana}/u.test(letters)) return null
  return korean > chinese ? 'ko' : 'zh'
}
