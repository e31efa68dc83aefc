import type { Locale } from '../../../shared/locale.ts'
import { logoOf, serviceLinks } from '../header.ts'
import { membersUnknown } from '../config/unknown-members.ts'
import type { HeaderEntry, SourceHeader } from '../source.ts'
import { list, record, text } from '../values.ts'

/**
 * The header of VitePress: its logo, its navigation and links to services.
 * @param first gives a member of the settings of the theme that hold for a locale
 * @param look what stands elsewhere than in these settings
 */
export function vitepressHeader(
  file: string,
  first: (locale: Locale, member: string) => unknown,
  look: Pick<SourceHeader, 'accent' | 'favicon' | 'footer'>,
): SourceHeader {
  return {
    ...look,
    file,
    logo: logoOf(first('en', 'logo'), first('en', 'siteTitle') === false),
    navigation: (locale) => [
      ...list(first(locale, 'nav')).flatMap(entryOf),
      ...serviceLinks(first(locale, 'socialLinks'), 'icon', 'ariaLabel', 'link'),
    ],
  }
}

/** A link, or a menu whose groups lie open in it. Components of Vue are programs, and are left out. */
function entryOf(value: unknown): HeaderEntry[] {
  const { component, items, link, text: label } = record(value)
  if (component !== undefined) return []
  const links = list(items).flatMap((item) => {
    const group = record(item)['items']
    return group === undefined ? entryOf(item) : list(group).flatMap(entryOf)
  })
  const madeAt = typeof value === 'object' && value !== null ? membersUnknown(value).get('text') : undefined
  return [{ label: text(label), target: text(link), links, ...(madeAt === undefined ? {} : { madeAt }) }]
}
