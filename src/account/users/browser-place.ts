import { isIPv4 } from 'node:net'
import { addressKey } from '../../shared/address-key.ts'

/** Where a browser was, as far as it says so itself. Names are from the lists below, so nothing of them was written by strangers. */
export interface BrowserPlace {
  readonly browser: string | null
  readonly system: string | null
  /** The /24 or /64 of its address. */
  readonly network: string | null
}

/** The first that a `User-Agent` contains: most browsers name others too, from which they come. */
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

/** @param address As `clientAddress` gives it. */
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
