import type { Locale } from '../../shared/locale.ts'
import { createRedirects, findRedirect, splitLocale, withoutFragment } from './redirects.ts'

/**
 * Finds redirects that do nothing for a reader: those that lead to no page of this host, and those whose own address is that
 * of a page, which is served instead.
 *
 * @param isPage whether a page is served at a path in a locale, or in any locale where that is null
 */
export function findDeadRedirects(
  redirects: Readonly<Record<string, string>>,
  root: Locale,
  isPage: (locale: Locale | null, path: string) => boolean,
): { readonly from: string; readonly message: string }[] {
  const prepared = createRedirects(redirects, root)
  const leadsOn = (address: string): boolean => findRedirect(prepared, address) !== null
  return Object.entries(redirects).flatMap(([from, to]) => {
    const old = splitLocale(decodeURIComponent(from).replace(/(?<!\/)\/+$/, ''))
    if (old.locale !== null && isPage(old.locale, old.rest.slice(1))) {
      return [{ from, message: `${from} is the address of a page, so it is never redirected` }]
    }
    if (!to.startsWith('/')) return []
    const written = withoutFragment(to)
    const target = splitLocale(decodeURIComponent(written).replace(/(?<!\/)\/+$/, ''))
    if (isPage(target.locale ?? old.locale, target.rest.slice(1)) || leadsOn(written)) return []
    return [{ from, message: `${from} is redirected to ${to}, where no page is` }]
  })
}
