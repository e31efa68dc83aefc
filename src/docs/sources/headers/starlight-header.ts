import { logoOf, serviceLink, serviceLinks } from '../header.ts'
import type { HeaderEntry, SourceHeader } from '../source.ts'
import { record, text } from '../values.ts'

/** The header of Starlight: its logo, and links to services. */
export function starlightHeader(options: Readonly<Record<string, unknown>>, file: string): SourceHeader {
  const logo = record(options['logo'])
  const images = Object.entries(logo).map(([name, path]) => [name, fileOf(path)])
  const links = socialLinks(options['social'])
  return {
    file,
    logo: logoOf(Object.fromEntries(images), logo['replacesTitle'] === true),
    navigation: () => links,
  }
}

/** A path from the root of the project, or from the configuration, which lies there. */
function fileOf(written: unknown): string | null {
  const path = text(written)
  return path === null || /^[./]/.test(path) ? path : `./${path}`
}

/** A list of links with icons, or addresses by the names of services, as they were written before. */
function socialLinks(social: unknown): HeaderEntry[] {
  if (Array.isArray(social)) return serviceLinks(social, 'icon', 'label', 'href')
  return Object.entries(record(social)).map(([icon, href]) => serviceLink(icon, null, href))
}
