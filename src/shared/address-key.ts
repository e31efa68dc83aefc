import { isIPv6 } from 'node:net'

const GROUPS_OF_64_BITS = 4

/**
 * Key by which a client is counted: its IPv4 address, or the /64 of its IPv6 address. A subscriber has at least that
 * many addresses (RFC 6177).
 *
 * @param address Address from `clientAddress`; any other text is its own key.
 */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address
  const groups = groupsOf(address)
  return groups === null ? address : `${groups.join(':')}::/64`
}

/** Networks that contain an address, the smallest first. */
export type Networks = readonly [address: string, site: string, provider: string]

/**
 * The key of the address, and two surrounding networks whose addresses may belong to one party. For IPv6 these are the
 * /48 of a site (RFC 6177) and the /32 that providers get at least. For IPv4 they are the /24 and the /16.
 */
export function networksOf(address: string): Networks {
  const key = addressKey(address)
  const groups = address.includes(':') ? groupsOf(address) : null
  if (groups !== null) return [key, `${groups.slice(0, 3).join(':')}::/48`, `${groups.slice(0, 2).join(':')}::/32`]
  const bytes = address.split('.')
  return bytes.length === 4
    ? [key, `${bytes.slice(0, 3).join('.')}.0/24`, `${bytes.slice(0, 2).join('.')}.0.0/16`]
    : [key, key, key]
}

/** The first 64 bits of an IPv6 address, or null for any other text. */
function groupsOf(address: string): readonly string[] | null {
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return null
  const [head = '', tail] = bare.split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const last = tail === '' ? [] : tail.split(':')
    // An IPv4 address at the end stands for two groups.
    const written = groups.length + last.length + (tail.includes('.') ? 1 : 0)
    for (let missing = 8 - written; missing > 0; missing--) groups.push('0')
    groups.push(...last)
  }
  return groups.slice(0, GROUPS_OF_64_BITS).map((group) => Number.parseInt(group, 16).toString(16))
}
