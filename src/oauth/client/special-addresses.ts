import { BlockList, isIP } from 'node:net'

/**
 * IPv4 networks outside the public internet: IANA's registry of special-purpose addresses (RFC 6890), multicast, and the
 * reserved rest.
 */
const SPECIAL_IPV4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/**
 * The public part of IPv6. Everything else is special: mapped and compatible IPv4, NAT64, link-local, unique local,
 * multicast and future ranges.
 */
const GLOBAL_IPV6 = ['2000::', 3] as const
/** Special networks within it: protocol assignments with Teredo and ORCHID, documentation, 6to4, AS112. */
const SPECIAL_IPV6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]

const special = new BlockList()
for (const [network, prefix] of SPECIAL_IPV4) special.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of SPECIAL_IPV6) special.addSubnet(network, prefix, 'ipv6')
const global6 = new BlockList()
global6.addSubnet(...GLOBAL_IPV6, 'ipv6')
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Tells whether this server may send a request to an address that a stranger chose. Text that is no address is refused. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !special.check(address, 'ipv4')
  return version === 6 && global6.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

export function isLoopbackAddress(address: string): boolean {
  const version = isIP(address)
  // `::ffff:127.0.0.1` is not accepted: it is never needed.
  return version === 4 ? loopback.check(address, 'ipv4') : version === 6 && address === '::1'
}
