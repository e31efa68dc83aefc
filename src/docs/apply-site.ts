import { FALLBACK_LOCALE, LOCALES, type Locale } from '../shared/locale.ts'
import type { Content, LocaleContent } from './content.ts'
import type { ContentFault } from './model/content-fault.ts'
import { leadsToPage } from './site/site-look.ts'
import { splitLocale } from './site/redirects.ts'
import type { ValuePath } from './site/yaml/yaml-places.ts'
import { emptyVersions } from './site/check-versions.ts'
import { findDeadRedirects } from './site/dead-redirects.ts'
import { SITE_FILE, type SiteFile } from './site/site-file.ts'
import { textFor } from './site/localised.ts'
import type { SiteConfig } from './site/site-config.ts'

/** Gives the content with the names, the locales and the faults that `site.yaml` adds, whatever reader it comes from. */
export function applySite(content: Content, { config, faults, placeOf }: SiteFile): Content {
  const locales = new Map<Locale, LocaleContent>()
  for (const [locale, read] of content.locales) locales.set(locale, withTexts(locale, read, config))
  const root = config.rootLocale ?? FALLBACK_LOCALE
  const dead = config.redirects === undefined ? [] : findDeadRedirects(config.redirects, root, pageFinder(locales))
  const deadFaults = dead.map(({ from, message }): ContentFault => {
    const place = placeOf(['redirects', from])
    return { file: SITE_FILE, ...place, code: 'dead_redirect', message }
  })
  const isServed = pageFinder(locales)
  const links = lookLinks(config).filter(({ to }) => leadsToPage(to) && !leadsToServed(to, isServed))
  const deadLinks = links.map(({ member, to }): ContentFault => {
    const message = `${to.slice(0, 200)} leads to no page`
    return { file: SITE_FILE, ...placeOf(member), code: 'dead_link', message }
  })
  const used = new Set(content.versions.versions.map(({ name }) => name))
  const empty = emptyVersions(config, used).map(({ message, path }): ContentFault => {
    return { file: SITE_FILE, ...placeOf(path), code: 'empty_version', message }
  })
  const missing = LOCALES.filter((locale) => config.locales?.[locale] !== undefined && !content.locales.has(locale))
  const without = missing.map((locale): ContentFault => {
    const message = `no page is in the language ${locale}: no folder and no page has this name, nor one of those listed here`
    return { file: SITE_FILE, ...placeOf(['locales', locale]), code: 'empty_locale', message }
  })
  return {
    ...content,
    locales,
    faults: [...content.faults, ...faults, ...deadFaults, ...deadLinks, ...empty, ...without],
  }
}

function withTexts(locale: Locale, read: LocaleContent, { name, description }: SiteConfig): LocaleContent {
  const home = read.pages.find(({ path }) => path === '')
  // The title of the home page stands in where nothing names the documentation.
  const isNamed = read.title !== null && read.title !== home?.title
  return {
    ...read,
    name: textFor(name, locale) ?? read.name,
    title: (isNamed ? null : textFor(name, locale)) ?? read.title,
    description: read.description ?? textFor(description, locale),
  }
}

/** Links of the header and the footer, with the paths of their addresses in `site.yaml`. */
function lookLinks({ footer, navigation = [] }: SiteConfig): { readonly to: string; readonly member: ValuePath }[] {
  const listed = navigation.flatMap(({ links = [], to }, at) => [
    ...(to === undefined ? [] : [{ to, member: ['navigation', at, 'to'] }]),
    ...links.map((link, inner) => ({ to: link.to, member: ['navigation', at, 'links', inner, 'to'] })),
  ])
  const grouped = (footer?.groups ?? []).flatMap(({ links }, group) =>
    links.map(({ to }, at) => ({ to, member: ['footer', 'groups', group, 'links', at, 'to'] })),
  )
  return [...listed, ...grouped]
}

function leadsToServed(to: string, isServed: ReturnType<typeof pageFinder>): boolean {
  const { locale, rest } = splitLocale(decodeURIComponent(to.replace(/[?#].*$/s, '').replace(/(?<!\/)\/+$/, '')))
  return isServed(locale, rest.replace(/^\//, ''))
}

/** Tells whether a page is served at a path: in the locale, or in English where the locale lacks it. Null: in any locale. */
function pageFinder(locales: ReadonlyMap<Locale, LocaleContent>): (locale: Locale | null, path: string) => boolean {
  const paths = new Map([...locales].map(([locale, { pages }]) => [locale, new Set(pages.map(({ path }) => path))]))
  return (locale, path) =>
    (locale === null ? LOCALES : [locale, FALLBACK_LOCALE]).some((each) => paths.get(each)?.has(path))
}
