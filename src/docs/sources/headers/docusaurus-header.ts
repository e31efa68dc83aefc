import type { Locale } from '../../../shared/locale.ts'
import { serviceAt } from '../../site/services.ts'
import type { HeaderEntry, SourceFolder, SourceHeader } from '../source.ts'
import { list, record, text } from '../values.ts'

interface Site {
  /** Path of the configuration below the content directory. */
  readonly file: string
  /** Beginning of the site's addresses, with `/` at both ends. */
  readonly basePath: string
  /** Folder with the translations of the theme's texts, for a locale; null: it has none. */
  readonly texts: (locale: Locale) => string | null
  readonly folder: SourceFolder
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
      const translated = translationsOf(site.texts(locale), site.folder)
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
  const words = own === null ? null : (translated.get(`item.label.${own}`) ?? own)
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

/** Texts by their keys, as `docusaurus write-translations` writes them. */
function translationsOf(file: string | null, { readText }: SourceFolder): ReadonlyMap<string, string> {
  const written = file === null ? null : readText(file)
  try {
    const read = record(JSON.parse(written ?? '{}'))
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
