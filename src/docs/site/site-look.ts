import type { z } from 'zod'
import type { Locale } from '../../shared/locale.ts'
import { encodePath } from '../../shared/encode-path.ts'
import { accentOf, type Accent } from './accent.ts'
import { textFor, type Localised } from './localised.ts'
import { splitLocale } from './redirects.ts'
import type { Service } from './services.ts'
import type { SiteConfig } from './site-config.ts'
import type { lookMembers } from './look-config.ts'

/** An image of the site as pages show it. */
export interface LookImage {
  /** Path below the address of the documentation. */
  readonly src: string
  readonly mediaType: string
  /** Size in pixels; null: it is unknown. */
  readonly width: number | null
  readonly height: number | null
}

export interface LookLink {
  readonly label: Localised
  readonly to: string
}

/** A link of the header, or a menu of links. */
export interface LookEntry {
  readonly label: Localised
  /** Service whose icon is shown, of which the text is the name then. */
  readonly icon?: Service | undefined
  readonly to?: string | undefined
  readonly links?: readonly LookLink[] | undefined
}

export type SecurityContact = NonNullable<z.output<(typeof lookMembers)['security']>>

/** What pages look like and lead to, as `site.yaml` says, or the configuration of a source. */
export interface SiteLook {
  readonly logo: { readonly light: LookImage; readonly dark: LookImage | null; readonly replacesName: boolean } | null
  readonly favicon: LookImage | null
  /** Image that stands for each page on other sites. */
  readonly image: LookImage | null
  /** Whether a picture is drawn for each page that has no image. */
  readonly cards: boolean
  readonly accent: Accent | null
  readonly navigation: readonly LookEntry[]
  readonly footer: {
    readonly text: Localised | null
    readonly groups: readonly { readonly title: Localised; readonly links: readonly LookLink[] }[]
  }
  readonly security: SecurityContact | null
}

/** Members that the configuration of a source can tell. */
export const SOURCE_LOOK = ['logo', 'favicon', 'accent', 'navigation', 'footer'] as const

export type SourceLook = (typeof SOURCE_LOOK)[number]

/** The look of a site that says nothing of it. */
export const NO_LOOK: SiteLook = {
  logo: null,
  favicon: null,
  image: null,
  cards: true,
  accent: null,
  navigation: [],
  footer: { text: null, groups: [] },
  security: null,
}

/**
 * The look that the configuration gives a site, or null.
 *
 * @param images Images that could be placed, by their paths below the folder of `site.yaml`
 * @param headers What the configurations of sources say, of which `site.yaml` takes the place
 */
export function lookOf(
  config: SiteConfig,
  images: ReadonlyMap<string, LookImage>,
  headers: readonly Pick<SiteLook, SourceLook>[] = [],
): SiteLook | null {
  const { accent, favicon, footer, image, logo, navigation, security } = config
  const imageAt = (path: string | undefined): LookImage | null =>
    path === undefined ? null : (images.get(path) ?? null)
  const logos = typeof logo === 'string' ? { light: logo } : logo
  const light = imageAt(logos?.light)
  const first = <M extends 'logo' | 'favicon' | 'accent'>(member: M): SiteLook[M] | null =>
    headers.find((header) => header[member] !== null)?.[member] ?? null
  const { footer: inherited = NO_LOOK.footer } =
    headers.find((header) => header.footer.text !== null || header.footer.groups.length > 0) ?? {}
  const look: SiteLook = {
    logo:
      logo === undefined
        ? first('logo')
        : light && { light, dark: imageAt(logos?.dark), replacesName: logos?.replacesName ?? false },
    favicon: favicon === undefined ? first('favicon') : imageAt(favicon),
    image: image === false ? null : imageAt(image),
    cards: image !== false,
    accent: accent === undefined ? first('accent') : accentOf(accent),
    navigation: navigation ?? headers.find((header) => header.navigation.length > 0)?.navigation ?? [],
    footer: footer === undefined ? inherited : { text: footer.text ?? null, groups: footer.groups ?? [] },
    security: security ?? null,
  }
  return JSON.stringify(look) === JSON.stringify(NO_LOOK) ? null : look
}

/** Paths of the images that a configuration names, each with the path of the member that does. */
export function imagesOf({ favicon, image, logo }: SiteConfig): { readonly path: string; readonly member: string[] }[] {
  const shared = image === false ? undefined : image
  const logos =
    typeof logo === 'string'
      ? [{ path: logo, member: ['logo'] }]
      : (['light', 'dark'] as const).map((theme) => ({ path: logo?.[theme], member: ['logo', theme] }))
  const all = [...logos, { path: favicon, member: ['favicon'] }, { path: shared, member: ['image'] }]
  return all.flatMap(({ member, path }) => (path === undefined ? [] : [{ member, path }]))
}

/** Whether a link leads to a page by its path, rather than to a file of the host such as `/openapi.json`, or elsewhere. */
export function leadsToPage(to: string): boolean {
  return to.startsWith('/') && !/\.[^/.]*$/.test(to.replace(/[?#].*$/s, ''))
}

/** A link for readers of a locale: its text and its address. Null: the locale has no text for it. */
export function linkFor(
  { label, to }: LookLink,
  locale: Locale,
): { readonly text: string; readonly href: string } | null {
  const text = textFor(label, locale)
  if (text === null) return null
  if (!leadsToPage(to) || splitLocale(to).locale !== null) return { text, href: to }
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(to) ?? []
  const written = encodePath(decodeURIComponent(path).replace(/(?<!\/)\/+$/, ''))
  return { text, href: `/${locale}${written}${rest}` }
}

/** Address at which the file of a page is edited, or null. */
export function editUrlFor({ editUrl }: Pick<SiteConfig, 'editUrl'>, file: string): string | null {
  // What a generator built is written elsewhere, and a home page without a file nowhere.
  if (editUrl === undefined || file === '' || /\.html?$/i.test(file)) return null
  return editUrl.replace('{path}', () => encodePath(file))
}
