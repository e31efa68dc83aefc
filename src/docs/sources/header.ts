import { LOCALES, type Locale } from '../../shared/locale.ts'
import type { FaultCode } from '../model/content-fault.ts'
import type { PageFiles } from '../files/page-files.ts'
import { fileType } from '../files/file-types.ts'
import type { LinkSpace } from '../links/link-space.ts'
import { lineOf } from '../links/page-links.ts'
import { resolveLink } from '../links/resolve-link.ts'
import { accentOf, readable } from '../site/accent.ts'
import {
  FOOTER_LIMIT_CHARS,
  GROUP_LIMIT,
  GROUP_LINK_LIMIT,
  LABEL_LIMIT_CHARS,
  MENU_LINK_LIMIT,
  NAVIGATION_LIMIT,
} from '../site/look-config.ts'
import { checkNewAddress } from '../site/redirects.ts'
import type { LookEntry, LookImage, SiteLook, SourceLook } from '../site/site-look.ts'
import { serviceOfIcon } from '../site/services.ts'
import { list, record, text } from './values.ts'
import type { HeaderEntry, Source, SourceFolder, SourceHeader, SourceLogo } from './source.ts'
import { quoted } from '../paths.ts'

/** The look of a source as pages show it. */
export type PlacedHeader = Pick<SiteLook, SourceLook>

interface Site {
  readonly source: Source
  readonly folder: SourceFolder
  readonly space: LinkSpace
  readonly files: PageFiles
  /** Locales that have pages. */
  readonly locales: ReadonlySet<Locale>
  /** What is placed; the other members are told elsewhere. */
  readonly look: ReadonlySet<SourceLook>
}

const CONTROL = /\p{Cc}/gu

/** Places the images and resolves the links of a header, and takes colour and footer. What leads nowhere, or has no text, is left out and is a fault. */
export function placeHeader(header: SourceHeader, { files, folder, locales, look, source, space }: Site): PlacedHeader {
  const { file } = header
  const reported = new Set<string>()

  function fault(code: FaultCode, what: string, message: string, place?: HeaderEntry['madeAt']): void {
    const id = place === undefined ? what : `${place.file}:${place.line}`
    if (reported.has(id) || reported.size >= NAVIGATION_LIMIT) return
    reported.add(id)
    const line = what === '' ? 1 : lineOf(what, { text: folder.readText(file) ?? '', line: 1 })
    folder.fault(place?.file ?? file, code, message, place?.line ?? line)
  }

  function imageAt(address: string | null, what: 'logo' | 'icon'): LookImage | null {
    if (address === null) return null
    const placement = fileType(address)?.image === true ? files.link(address, file) : null
    if (placement !== null && 'address' in placement) {
      const { height, width } = placement.served
      return { src: placement.address, mediaType: fileType(address)?.mediaType ?? '', width, height }
    }
    const why = placement === null ? 'there is no such file' : placement.refusal.message
    fault('missing_image', address, `the ${what} ${quoted(address)}: ${why}`)
    return null
  }

  /** Address of a link; null: it leads nowhere that a header can lead to. */
  function addressOf(target: string, locale: Locale): string | null {
    const origin = { locale, path: '', address: '', file }
    // A link without a locale stays in that of the reader, where the page is translated.
    const own = resolveLink(target, origin, { ...source.links, rootLocale: null }, space)
    const link = own.kind === 'unknown' ? resolveLink(target, origin, source.links, space) : own
    if (link.kind === 'page') return link.target.startsWith('/') ? link.target : null
    if (link.kind === 'other') return /^https?:/i.test(target) && checkNewAddress(target) === null ? target : null
    const placement = files.link(target, file)
    if (placement !== null && 'address' in placement) return placement.address
    fault('dead_link', target, `${quoted(target)} in the header or the footer leads to no page, and is left out`)
    return null
  }

  function entriesOf({ icon, label, links = [], madeAt, target }: HeaderEntry, locale: Locale): LookEntry[] {
    const inner = links
      .slice(0, MENU_LINK_LIMIT)
      .flatMap((link) => entriesOf({ ...link, links: [] }, locale))
      .flatMap(({ label, to }) => (to === undefined ? [] : [{ label, to }]))
    const to = inner.length > 0 || target === null ? null : addressOf(target, locale)
    if (inner.length === 0 && to === null) return []
    const words = (label ?? '').replace(CONTROL, ' ').replace(/\s+/g, ' ').trim().slice(0, LABEL_LIMIT_CHARS)
    if (words !== '') return [{ label: { [locale]: words }, ...(to === null ? { links: inner } : { to, icon }) }]
    const isMenu = inner.length > 0
    const lost = 'a link of the header has no text that can be read, and is left out'
    const message = isMenu ? 'a menu of the header has no name that can be read, so its links stand alone' : lost
    fault('unread_config', '', message, madeAt)
    return inner
  }

  function logo(): SiteLook['logo'] {
    const light = imageAt(header.logo?.light ?? null, 'logo')
    const dark = imageAt(header.logo?.dark ?? null, 'logo')
    return light === null ? null : { light, dark, replacesName: header.logo?.replacesName === true }
  }

  function accent(): SiteLook['accent'] {
    const { dark, light } = header.accent ?? {}
    if (light === undefined) return null
    const colour = readable(light, 'light')
    return accentOf(dark == null ? colour : { light: colour, dark: readable(dark, 'dark') })
  }

  function footer(): SiteLook['footer'] {
    const footers = shown.flatMap((locale) => {
      const own = header.footer?.(locale)
      return own === undefined ? [] : [{ locale, ...own }]
    })
    const texts = footers.flatMap(({ locale, text }): [Locale, string][] =>
      text === null ? [] : [[locale, text.replace(CONTROL, ' ').slice(0, FOOTER_LIMIT_CHARS)]],
    )
    const groups = footers.flatMap(({ groups, locale }) =>
      groups
        .slice(0, GROUP_LIMIT)
        .flatMap((group) => entriesOf(group, locale))
        .flatMap(({ label, links = [] }) =>
          links.length === 0 ? [] : [{ title: label, links: links.slice(0, GROUP_LINK_LIMIT) }],
        ),
    )
    return { text: texts.length === 0 ? null : Object.fromEntries(texts), groups }
  }

  const shown = LOCALES.filter((locale) => locales.has(locale))
  return {
    logo: look.has('logo') ? logo() : null,
    favicon: look.has('favicon') ? imageAt(header.favicon ?? null, 'icon') : null,
    accent: look.has('accent') ? accent() : null,
    footer: look.has('footer') ? footer() : { text: null, groups: [] },
    navigation: (look.has('navigation') ? shown : []).flatMap((locale) =>
      header
        .navigation(locale)
        .slice(0, NAVIGATION_LIMIT)
        .flatMap((entry) => entriesOf(entry, locale))
        .slice(0, NAVIGATION_LIMIT),
    ),
  }
}

const BRANDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    github: 'GitHub',
    gitlab: 'GitLab',
    linkedin: 'LinkedIn',
    npm: 'npm',
    stackoverflow: 'Stack Overflow',
    'x-twitter': 'X',
    'x.com': 'X',
    youtube: 'YouTube',
  }),
)

/** A link to a service, by the name of its icon. */
export function serviceLink(icon: unknown, label: unknown, target: unknown): HeaderEntry {
  const name = text(icon)
  return { label: text(label) ?? brandName(name), target: text(target), icon: serviceOfIcon(name) }
}

/** Links to services, whose members have these names. */
export function serviceLinks(value: unknown, icon: string, label: string, target: string): HeaderEntry[] {
  return list(value)
    .map(record)
    .map((link) => serviceLink(link[icon], link[label], link[target]))
}

/** A logo that is one image, itself or as `src`, or an image each for light and for dark pages. */
export function logoOf(value: unknown, replacesName: boolean): SourceLogo | null {
  const { dark, light, src } = record(value)
  const one = text(value) ?? text(src)
  const shown = one ?? text(light) ?? text(dark)
  return shown === null ? null : { light: shown, dark: one === null ? text(dark) : null, replacesName }
}

/** The name of a service by that of its icon: `github`, `fontawesome/brands/github`, `simple-icons:github`. */
function brandName(icon: string | null): string | null {
  const name = icon?.split(/[/:]/).at(-1) ?? ''
  if (name === '') return null
  return BRANDS.get(name.toLowerCase()) ?? (name[0] as string).toUpperCase() + name.slice(1)
}
