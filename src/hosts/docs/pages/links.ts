import type { Locale } from '../../../shared/locale.ts'

const SCHEME = /^[a-z][a-z0-9+.-]*:/i
const SAFE_SCHEME = /^(?:https?|mailto|tel):/i

/** Tells whether a page may contain an address: a relative one, or one whose scheme runs nothing. */
export function isSafeAddress(address: string): boolean {
  const trimmed = withoutControls(address)
  return !SCHEME.test(trimmed) || SAFE_SCHEME.test(trimmed)
}

export function isExternal(address: string): boolean {
  return /^(?:https?:)?\/\//i.test(address)
}

/**
 * Gives the address that a page links to; null: it must not be linked, or leads nowhere, as a relative address that no
 * reader of sources resolved. Links to pages of the page's own locale keep the reader in theirs, where a page is shown for
 * want of a translation.
 */
export function resolveLink(
  target: string,
  locales: { readonly page: Locale; readonly reader: Locale },
): string | null {
  const address = withoutControls(target)
  if (!isSafeAddress(address) || !/^(?:[/?#]|$|[a-z][a-z0-9+.-]*:)/i.test(address)) return null
  const { page, reader } = locales
  const isOwn = page !== reader && new RegExp(`^/${page}(?:[/?#]|$)`).test(address)
  return isOwn ? `/${reader}${address.slice(page.length + 1)}` : address
}

/** Removes the characters that browsers drop from an address, so that they cannot hide its scheme. */
function withoutControls(address: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what it looks for
  return address.replace(/[\u0000-\u0020\u007F]/g, '')
}
