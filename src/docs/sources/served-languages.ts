import type { Locale } from '../../shared/locale.ts'
import { localeOf } from './addresses.ts'

/** A language of a site. */
interface SiteLanguage {
  /** Name in addresses and folders: `zh-cn`. */
  readonly name: string
  /** Language of BCP 47, where the site gives one beside its name. */
  readonly code?: string | null
}

/** Languages that are not what most readers of their locale read. */
const SECOND_CHOICE = /[-_](?:tw|hk|mo|hant)\b/i

/**
 * The languages that Signpost serves, each with its locale. Where a site has two for one locale, such as Simplified and
 * Traditional Chinese, the default language or the more common one is taken.
 */
export function servedLanguages(languages: readonly SiteLanguage[], defaultName: string): ReadonlyMap<string, Locale> {
  const chosen = new Map<Locale, SiteLanguage>()
  for (const language of languages) {
    const locale = localeOf(language.name) ?? localeOf(language.code)
    if (locale === null) continue
    const before = chosen.get(locale)
    if (before === undefined || rank(language, defaultName) < rank(before, defaultName)) chosen.set(locale, language)
  }
  return new Map([...chosen].map(([locale, { name }]) => [name, locale]))
}

function rank({ code, name }: SiteLanguage, defaultName: string): number {
  if (name === defaultName) return 0
  return SECOND_CHOICE.test(name) || SECOND_CHOICE.test(code ?? '') ? 2 : 1
}
