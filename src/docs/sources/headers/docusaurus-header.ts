import type { Locale } from '../../../shared/locale.ts'
import { serviceAt } from '../../site/services.ts'
import type { HeaderEntry, LinkColours, SourceFooter, SourceHeader } from '../source.ts'
import { list, record, shownText, text } from '../values.ts'
import { textKey } from './docusaurus-labels.ts'

interface Site {
  /** Path of the configuration below the content directory. */
  readonly file: string
  /** Beginning of the site's addresses, with `/` at both ends. */
  readonly basePath: string
  /** Translations of the theme's texts for a locale, by their keys, from a file such as `navbar.json`. */
  readonly texts: (file: 'navbar' | 'footer', locale: Locale) => ReadonlyMap<string, string>
  readonly accent: LinkColours | null
  fault(member: string, message: string): void
  /** Address of a document by the id of its plugin and its own. */
  readonly docAt: (plugin: string, id: string) => string | null
  /** Address of the first document of a sidebar. */
  readonly sidebarAt: (plugin: string, sidebar: string) => string | null
}

/** The look of Docusaurus: its logo, its links and its menus, with their translations, and what stands below every page. */
export function docusaurusHeader(config: Readonly<Record<string, unknown>>, site: Site): SourceHeader {
  const { footer, navbar } = record(config['themeConfig'])
  const { items, logo, title } = record(navbar)
  const { src, srcDark } = record(logo)
  const light = text(src)
  return {
    file: site.file,
    favicon: rootOf(config['favicon']),
    accent: site.accent,
    footer: (locale) => footerOf(record(footer), locale, site),
    logo: light === null ? null : { light: fromRoot(light), dark: rootOf(srcDark), replacesName: text(title) === null },
    navigation(locale) {
      const texts = site.texts('navbar', locale)
      const sides = list(items).map(record)
      const ordered = [
        ...sides.filter(({ position }) => position === 'left'),
        ...sides.filter(({ position }) => position !== 'left'),
      ]
      return ordered.flatMap((item) => headerEntry(item, site, (label) => texts.get(textKey(label)) ?? label))
    },
  }
}

function headerEntry(
  item: Readonly<Record<string, unknown>>,
  site: Site,
  translate: (label: string) => string,
): HeaderEntry[] {
  const { docId, docsPluginId, href, items, label, sidebarId, to, type } = item
  const plugin = text(docsPluginId) ?? 'default'
  const own = text(label) ?? text(item['aria-label'])
  const words = own === null ? null : translate(own)
  switch (type ?? 'default') {
    case 'default':
    case 'dropdown': {
      const links = list(items).flatMap((each) => headerEntry(record(each), site, translate))
      const path = text(to)
      const written = text(href) ?? (path === null || /^[a-z]+:/i.test(path) ? path : withBase(path, site))
      const target = written?.replace(/^pathname:\/\//, '') ?? null
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

/** The columns of the footer, and its text. */
function footerOf({ copyright, links }: Readonly<Record<string, unknown>>, locale: Locale, site: Site): SourceFooter {
  const texts = site.texts('footer', locale)
  const entries = list(links).map(record)
  const groups = entries.flatMap(({ items, title }): HeaderEntry[] => {
    const label = text(title)
    if (items === undefined || label === null) return []
    const links = list(items).flatMap((each) =>
      headerEntry(record(each), site, (own) => texts.get(`link.item.label.${own}`) ?? own),
    )
    return [{ label: texts.get(`link.title.${label}`) ?? label, target: null, links }]
  })
  if (groups.length < entries.length) {
    site.fault(
      'footer',
      'links of themeConfig.footer that stand in no column with a title are left out; footer.groups of site.yaml can have them',
    )
  }
  const { hasLinks, text: shown } = shownText([texts.get('copyright') ?? copyright])
  if (hasLinks) {
    site.fault(
      'copyright',
      'links of themeConfig.footer.copyright are shown as text; footer.groups of site.yaml can have them',
    )
  }
  return { text: shown, groups }
}
