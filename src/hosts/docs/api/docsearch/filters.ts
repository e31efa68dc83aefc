import { sectionNumber } from '../../../../docs/served/served-sections.ts'
import type { ServedSite } from '../../../../docs/served/served-site.ts'
import { versionNumber, type ServedVersions } from '../../../../docs/served/served-versions.ts'
import { FALLBACK_LOCALE, isLocale, writtenLocale, type Locale } from '../../../../shared/locale.ts'
import type { SearchParameters } from './parameters.ts'

/** Attributes of records by which sites choose a language. */
const LANGUAGE_ATTRIBUTES: ReadonlySet<string> = new Set(['language', 'lang', 'locale'])
/** What Docusaurus puts before the name of a version: the id of a plugin. Both may have hyphens. */
const DOCUSAURUS_PLUGIN = /^docs-.+-$/
/** Documents that have no version, or none yet, are `current`. */
const CURRENT_TAG = /-current$/
/** One condition of `filters`: an attribute and its value, which may stand in quotation marks. */
const CONDITION = /^"?(?<attribute>[\w.]+)"?:(?<quote>["']?)(?<value>[^"'()]+)\k<quote>$/

type Condition = readonly [attribute: string, value: string]

/** What a query is limited to. */
export interface Scope {
  readonly locale: Locale
  /** `versionNumber` of the version. */
  readonly version: number
  /** `sectionNumber` of the section. */
  readonly section: number
}

/**
 * Chooses the locale, version and section of a query by its filters. Without a filter of the language, the name of the index
 * chooses the locale, and then the letters of the query. A filter of another attribute, and a value that names nothing here, is
 * as if it were not there. On most pages Docusaurus sends a tag for each plugin, and plugins without versions say `current`. So
 * `current` counts only where no other filter names a version.
 *
 * @returns null where `filters` says more than that several attributes have a value each
 */
export function chooseScope(
  site: Pick<ServedSite, 'locales' | 'versions' | 'sections'>,
  {
    facetFilters,
    filters,
    indexName,
    query,
  }: Pick<SearchParameters, 'facetFilters' | 'filters' | 'indexName' | 'query'>,
): Scope | null {
  const conditions = readConditions(filters)
  if (conditions === null) return null
  const wanted = [...facetFilters.flat().map(toCondition), ...conditions].toSorted(
    (left, right) => Number(isCurrentTag(left)) - Number(isCurrentTag(right)),
  )
  const first = <T>(find: (attribute: string, value: string) => T | null): T | null => {
    for (const condition of wanted) {
      const found = condition === null ? null : find(...condition)
      if (found !== null) return found
    }
    return null
  }
  const locale = first((attribute, value) => (LANGUAGE_ATTRIBUTES.has(attribute) ? localeOf(value) : null))
  const version = first((attribute, value) => {
    const name = attribute === 'version' ? value : versionOfTag(site.versions, attribute, value)
    return name === null ? null : versionNumber(site.versions, name)
  })
  const section = first((attribute, value) => {
    if (attribute === 'section') return sectionNumber(site.sections, value)
    if (attribute !== 'hierarchy.lvl0') return null
    const titled = site.sections.findIndex(({ titles }) => Object.values(titles).includes(value))
    return titled === -1 ? null : titled + 1
  })
  const { locales } = site
  const chosen = locale ?? indexLocale(indexName) ?? typedLocale(locales, query) ?? defaultLocale(locales)
  return { locale: chosen, version: version ?? 0, section: section ?? 0 }
}

/** The locale that a part of the index's name names, such as `docs_ko`. */
function indexLocale(indexName: string): Locale | null {
  return indexName.split(/[-_.]/).find((part): part is Locale => isLocale(part)) ?? null
}

/** Sites with one configuration for all languages, such as those of Starlight, do not say in which one a reader types. */
function typedLocale(locales: readonly Locale[], query: string): Locale | null {
  const locale = writtenLocale(query)
  return locale !== null && locales.includes(locale) ? locale : null
}

/** The first of the locales that have pages, where English has none. */
function defaultLocale(locales: readonly Locale[]): Locale {
  return locales.includes(FALLBACK_LOCALE) ? FALLBACK_LOCALE : (locales[0] ?? FALLBACK_LOCALE)
}

/** The locale of a language tag such as `zh-Hans`; null: it is not served. */
function localeOf(tag: string): Locale | null {
  const language = tag.toLowerCase().split(/[-_]/)[0] ?? ''
  return isLocale(language) ? language : null
}

/** The longest name of a version with which a tag ends. */
function versionOfTag({ versions }: ServedVersions, attribute: string, value: string): string | null {
  if (attribute !== 'docusaurus_tag') return null
  const names = versions
    .map(({ name }) => name)
    .filter((name) => value.endsWith(name) && DOCUSAURUS_PLUGIN.test(value.slice(0, -name.length)))
  return names.toSorted((left, right) => right.length - left.length)[0] ?? null
}

function isCurrentTag(condition: Condition | null): boolean {
  return condition?.[0] === 'docusaurus_tag' && CURRENT_TAG.test(condition[1])
}

function toCondition(filter: string): Condition | null {
  const colon = filter.indexOf(':')
  return colon <= 0 ? null : [filter.slice(0, colon).trim(), filter.slice(colon + 1).trim()]
}

function readConditions(filters: string): Condition[] | null {
  if (filters.trim() === '') return []
  const conditions: Condition[] = []
  for (const part of filters.split(/\s+AND\s+/)) {
    const { attribute, value } = CONDITION.exec(part.trim())?.groups ?? {}
    if (attribute === undefined || value === undefined || /\s(?:OR|NOT)\s/.test(value)) return null
    conditions.push([attribute, value])
  }
  return conditions
}
