import type { Locale } from '../../shared/locale.ts'
import type { Content } from '../content.ts'
import { decodeLoosely } from '../../shared/decode-percent.ts'
import { nameTitle } from '../site-path.ts'

/** Sections of a site that requests can name; of more, those with the fewest pages are left out. */
const SECTION_LIMIT = 1_000
/** Longest name of a section that a request can name, in UTF-16 code units. */
export const SECTION_LIMIT_CHARS = 200
/** Number of sections that a refusal names. */
const NAMED_SECTIONS = 30

/** A section as the docs host knows it: that of the navigation, else the first segment of the paths of its pages. */
export interface ServedSection {
  readonly name: string
  /** Its titles for readers, by locale. */
  readonly titles: Readonly<Partial<Record<Locale, string>>>
}

/**
 * Number of a section within a generation, by its name as it is given or percent-decoded, as it stands in addresses: 0 stands
 * for all sections and for the empty name. Null: there is no such section.
 */
export function sectionNumber(sections: readonly ServedSection[], name: string): number | null {
  if (name === '') return 0
  const named = (wanted: string): number => sections.findIndex((section) => section.name === wanted) + 1
  return named(name) || named(decodeLoosely(name)) || null
}

/** Says which sections a request can name. */
export function sectionFault(sections: readonly ServedSection[]): string {
  if (sections.length === 0) return 'Leave section out: there are no sections.'
  const known = sections.slice(0, NAMED_SECTIONS).map(({ name }) => name)
  const others = sections.length > known.length ? ` (of ${sections.length})` : ''
  return `Give section one of ${known.join(', ')}${others}, or leave it out for all.`
}

/** Title of a section for readers of a locale; one without a title has its name in words. */
export function sectionTitle(sections: readonly ServedSection[], name: string, locale: Locale): string {
  return sections.find((section) => section.name === name)?.titles[locale] ?? nameTitle(name)
}

/** Tells the host of the sections whose pages a search can find, most pages first. */
export function servedSections({ locales }: Pick<Content, 'locales'>): ServedSection[] {
  const counts = new Map<string, number>()
  for (const { pages } of locales.values()) {
    for (const { section, unlisted, unsearched } of pages) {
      const isFound = unlisted !== true && unsearched !== true
      if (section !== '' && section.length <= SECTION_LIMIT_CHARS && isFound) {
        counts.set(section, (counts.get(section) ?? 0) + 1)
      }
    }
  }
  const names = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([name]) => name)
  const titles = new Map<string, Partial<Record<Locale, string>>>(
    names.slice(0, SECTION_LIMIT).map((name) => [name, {}]),
  )
  for (const [locale, { nav, pages, versionNavs }] of locales) {
    for (const { name, title } of [nav, ...versionNavs.values()].flat()) {
      const of = titles.get(name)
      if (of !== undefined) of[locale] ??= title
    }
    // A page that no section has names its own.
    for (const { label, path, title } of pages) {
      const of = titles.get(path)
      if (of !== undefined) of[locale] ??= label ?? title
    }
  }
  return [...titles].map(([name, of]) => ({ name, titles: of }))
}
