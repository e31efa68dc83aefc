import { isIPv4 } from 'node:net'
import { addressKey } from '../../shared/address-key.ts'

/** The place of a browser, as far as it reveals it. Names come from the lists below, so none was written by strangers. */
export interface BrowserPlace {
  readonly browser: string | null
  readonly system: string | null
  /** The /24 or /64 network of its address. */
  readonly network: string | null
}

/**
 * Browsers by token. The first token that a `User-Agent` contains counts, since most browsers also name those from which
 * they derive.
 */
const BROWSERS: readonly (readonly [token: string, name: string])[] = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Vivaldi/', 'Vivaldi'],
  ['FxiOS/', 'Firefox'],
  ['Firefox/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
]
const SYSTEMS: readonly (readonly [token: string, name: string])[] = [
  ['iPhone', 'iOS'],
  ['iPad', 'iPadOS'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Macintosh', 'macOS'],
  ['Linux', 'Linux'],
  ['BSD', 'BSD'],
]

/** @param address Address in the form of `clientAddress`. */
export function browserPlace(userAgent: string, address: string): BrowserPlace {
  return { browser: find(BROWSERS, userAgent), system: find(SYSTEMS, userAgent), network: networkOf(address) }
}

function find(names: readonly (readonly [token: string, name: string])[], userAgent: string): string | null {
  return names.find(([token]) => userAgent.includes(token))?.[1] ?? null
}

function networkOf(address: string): string | null {
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  const key = addressKey(address)
  return key === address ? null : key
}
