import { logoOf, serviceLink } from '../header.ts'
import type { HeaderEntry, SourceHeader } from '../source.ts'
import { list, record, text } from '../values.ts'

/** The header of Mintlify: its logo and the links of its bar, also as `mint.json` has them. */
export function mintlifyHeader(config: Readonly<Record<string, unknown>>, file: string): SourceHeader {
  const { logo, navbar, topbarCtaButton, topbarLinks } = config
  const { links, primary } = record(navbar)
  const written = [...list(links), primary, ...list(topbarLinks), topbarCtaButton].map(record)
  const entries = written.flatMap(({ href, label, name, type, url }): HeaderEntry[] => {
    const target = text(href) ?? text(url)
    if (target === null) return []
    const own = text(label) ?? text(name)
    return [own === null ? serviceLink(type, null, target) : { label: own, target }]
  })
  return {
    file,
    logo: logoOf(logo, true),
    navigation: () => entries,
  }
}
