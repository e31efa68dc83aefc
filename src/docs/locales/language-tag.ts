/** Names of countries that people take for those of their languages, beside `COUNTRIES`. */
const MISTAKEN = new Set('cn kr cz dk gr jp ua vn'.split(' '))
const TAG = /^([A-Za-z]{2})(?:[-_][A-Za-z]{4})?(?:[-_]([A-Za-z]{2}|\d{3}))?$/
const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Whether a name in a path may be a language of ISO 639-1, with a script and a region: `da`, `pt-BR`, `zh-Hans`. */
export function isTag(name: string): boolean {
  const [, language, region] = TAG.exec(name) ?? []
  if (language === undefined) return false
  if (region !== undefined && REGIONS.of(region.toUpperCase()) === undefined) return false
  const primary = language.toLowerCase()
  return MISTAKEN.has(primary) || LANGUAGES.of(primary) !== undefined
}
