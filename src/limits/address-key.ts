import { isIPv6 } from 'node:net'

const GROUPS_OF_64_BITS = 4

/**
 * What a client is counted by: its IPv4 address, or the /64 that its IPv6 address lies in, since a subscriber has at least
 * that many addresses (RFC 6177).
 *
 * @param address As `clientAddress` gives it; whatever is no address is its own key.
 */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address
  const [head = '', tail] = bare.split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const last = tail === '' ? [] : tail.split(':')
    // An IPv4 address at the end stands for two groups.
    const written = groups.length + last.length + (tail.includes('.') ? 1 : 0)
    for (let missing = 8 - written; missing > 0; missing--) groups.push('0')
    groups.push(...last)
  }
  const first = groups.slice(0, GROUPS_OF_64_BITS).map((group) => Number.parseInt(group, 16).toString(16))
  return `${first.join(':')}::/64`
}
