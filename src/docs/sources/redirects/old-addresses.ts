import { FALLBACK_LOCALE, type Locale } from '../../../shared/locale.ts'
import type { SourceDraft } from '../../content-draft.ts'
import { countLines } from '../../front-matter.ts'
import type { LinkSpace } from '../../links/link-space.ts'
import { resolveLink } from '../../links/resolve-link.ts'
import { quoted } from '../../paths.ts'
import { placesOf, placeOf } from '../../places-of.ts'
import { joinAddress } from '../../addresses.ts'
import type { OldAddress, Source, SourceFolder } from '../source.ts'
import { unreachablePath } from '../unreachable-path.ts'
import { decodeLoosely } from '../../../shared/decode-percent.ts'

/** Redirects that may follow one another before a page. Each of them takes one more look at all that are left. */
const CHAIN_LIMIT = 10
/** Places of an old address in its file that are looked at. */
const LOOK_LIMIT = 20
/** Reported redirects of one source; its author starts with the first ones anyway. */
const FAULT_LIMIT = 100

/** Lets the redirects of a site lead to its pages, and reports those that lead to none. All pages are in `space` by now. */
export function addOldAddresses(
  { links, redirects }: Pick<Source, 'links'> & { readonly redirects: readonly OldAddress[] },
  space: LinkSpace,
  folder: SourceFolder,
  draft: SourceDraft,
): void {
  const root = links.rootLocale ?? FALLBACK_LOCALE
  const origin = { file: '', locale: root, path: '', address: '' }
  let left = redirects
  for (let round = 0; round < CHAIN_LIMIT && left.length > 0; round++) {
    const before = left.length
    left = left.filter((redirect) => {
      const link = resolveLink(redirect.to, origin, links, space)
      if (link.kind === 'unknown') return true
      const old = oldPath(redirect.from)
      if (old === null) return false
      if (link.kind === 'page') {
        space.addPath(old.locale, old.path, link.page)
        draft.addRedirect(old.locale, old.path, link.target)
      } else if (/^https?:/i.test(redirect.to) && URL.canParse(redirect.to)) {
        draft.addRedirect(old.locale, old.path, redirect.to)
      }
      return false
    })
    if (left.length === before) break
  }
  for (const { file, from, line, to } of left.slice(0, FAULT_LIMIT)) {
    const message = `${quoted(from)} is redirected to ${quoted(to)}, where no page is`
    const text = folder.readText(file) ?? ''
    const written = [JSON.stringify(from), `'${from}'`].find((each) => placeOf(text, each) >= 0) ?? from
    folder.fault(file, 'dead_redirect', message, line ?? lineOf(text, written))
  }

  function oldPath(from: string): { locale: Locale; path: string } | null {
    const whole = joinAddress(decodeLoosely(from.replace(/[?#].*$/s, '')))
    const [first = '', ...rest] = whole.split('/')
    const named = links.localeFolders.get(first)
    const path = named === undefined ? whole : rest.join('/')
    return path === '' || unreachablePath(path) !== null ? null : { locale: named ?? root, path }
  }
}

/** Line on which an old address stands behind the name of its member; the first one where it does not. */
function lineOf(text: string, from: string): number {
  let first: number | null = null
  let looks = 0
  for (const at of placesOf(text, from)) {
    if (/(?:source|from)"?\s{0,9}:\s{0,9}$/.test(text.slice(Math.max(0, at - 30), at))) return countLines(text, at)
    first ??= at
    if (++looks === LOOK_LIMIT) break
  }
  return countLines(text, first ?? 0)
}
