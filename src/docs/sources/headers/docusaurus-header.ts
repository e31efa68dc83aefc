import type { Locale } from '../../../shared/locale.ts'
import { isBelow, joinAddress } from '../addresses.ts'
import { serviceAt } from '../../site/services.ts'
import type { HeaderEntry, SourceHeader } from '../source.ts'
import { list, record, text } from '../values.ts'

interface Site {
  /** Path of the configuration below the content directory. */
  readonly file: string
  /** Beginning of the site's addresses, with `/` at both ends. */
  readonly basePath: string
  /** Translations of the theme's texts for a locale, by their keys. */
  readonly texts: (locale: Locale) => ReadonlyMap<string, string>
  /** Address of a document by the id of its plugin and its own. */
  readonly docAt: (plugin: string, id: string) => string | null
  /** Address of the first document of a sidebar. */
  readonly sidebarAt: (plugin: string, sidebar: string) => string | null
}

/** The header of Docusaurus: its logo, its links and its menus, with their translations. */
export function docusaurusHeader(config: Readonly<Record<string, unknown>>, site: Site): SourceHeader {
  const { items, logo, title } = record(record(config['themeConfig'])['navbar'])
  const { src, srcDark } = record(logo)
  const light = text(src)
  return {
    file: site.file,
    logo: light === null ? null : { light: fromRoot(light), dark: rootOf(srcDark), replacesName: text(title) === null },
    navigation(locale) {
      const translated = site.texts(locale)
      const sides = list(items).map(record)
      const ordered = [
        ...sides.filter(({ position }) => position === 'left'),
        ...sides.filter(({ position }) => position !== 'left'),
      ]
      return ordered.flatMap((item) => entryOf(item, site, translated))
    },
  }
}

function entryOf(
  item: Readonly<Record<string, unknown>>,
  site: Site,
  translated: ReadonlyMap<string, string>,
): HeaderEntry[] {
  const { docId, docsPluginId, href, items, label, sidebarId, to, type } = item
  const plugin = text(docsPluginId) ?? 'default'
  const own = text(label) ?? text(item['aria-label'])
  const words = own === null ? null : (translated.get(textKey(own)) ?? own)
  switch (type ?? 'default') {
    case 'default':
    case 'dropdown': {
      const links = list(items).flatMap((each) => entryOf(record(each), site, translated))
      const path = text(to)
      const target = text(href) ?? (path === null || /^[a-z]+:/i.test(path) ? path : withBase(path, site))
      // Who gives a link no text shows an icon of a style sheet.
      const icon = text(label) === null ? serviceAt(target) : undefined
      return target === null && links.length === 0 ? [] : [{ label: words, target, icon, links }]
    }
    case 'doc': {
      const address = site.docAt(plugin, text(docId) ?? '')
      return address === null ? [] : [{ label: words ?? text(docId), target: withBase(address, site) }]
    }
    case 'docSidebar': {
      const address = site.sidebarAt(plugin, text(sidebarId) ?? '')
      return address === null ? [] : [{ label: words, target: withBase(address, site) }]
    }
    // Switches of versions and languages, the search box and HTML have their own places here, or none.
    default:
      return []
  }
}

function withBase(path: string, { basePath }: Site): string {
  return basePath + path.replace(/^\/+/, '')
}

function rootOf(path: unknown): string | null {
  const written = text(path)
  return written === null ? null : fromRoot(written)
}

function fromRoot(path: string): string {
  return /^[a-z]+:/i.test(path) ? path : `/${path.replace(/^\/+/, '')}`
}

/** A sidebar, as links of the header can name it. */
export interface NamedSidebar {
  /** Id of its plugin. */
  readonly plugin: string
  readonly name: string
  /** What it begins with: the id of a document, or a folder. */
  readonly first: string
  /** Address of the documents; null: others have a sidebar of their own. */
  readonly route: string | null
}

/** A text of the header, with the key of its translations. */
interface HeaderLabel {
  readonly text: string
  readonly key: string
}

type Config = Readonly<Record<string, unknown>>

/** What the header calls a sidebar of documents; null: nothing. */
export function sidebarLabel(config: Config, { first, name, plugin, route }: NamedSidebar): HeaderLabel | null {
  const items = itemsOf(config)
  const own = [...items, ...items.flatMap(({ items }) => list(items).map(record))].filter(
    ({ docsPluginId, type }) => type !== undefined && (text(docsPluginId) ?? 'default') === plugin,
  )
  const found =
    own.find(({ sidebarId, type }) => type === 'docSidebar' && sidebarId === name) ??
    own.find(({ docId, type }) => type === 'doc' && docId === first)
  return labelOf(found) ?? (route === null ? null : routeLabel(config, route))
}

/** What the header calls the pages below an address: by a link to it, to a page there, or by a menu of such links; null: nothing. */
export function routeLabel(config: Config, route: string): HeaderLabel | null {
  if (route === '') return null
  const items = itemsOf(config)
  const address = ({ to }: Config): string => joinAddress(text(to) ?? '')
  const leads = (item: Config): boolean => isBelow(address(item), route)
  const found =
    items.find((item) => address(item) === route) ??
    items.find(leads) ??
    items.find((item) => {
      const links = list(item['items'])
        .map(record)
        .filter(({ to }) => text(to) !== null)
      return links.length > 0 && links.every(leads)
    })
  return labelOf(found)
}

function itemsOf(config: Config): Config[] {
  return list(record(record(config['themeConfig'])['navbar'])['items']).map(record)
}

function labelOf(item: Config | undefined): HeaderLabel | null {
  const label = text(item?.['label'])
  return label === null ? null : { text: label, key: textKey(label) }
}

/** Key of the translations of a label of the header. */
function textKey(label: string): string {
  return `item.label.${label}`
}
