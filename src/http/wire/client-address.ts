import { BlockList, isIP } from 'node:net'

/** `::ffff:127.0.0.1` and its long hexadecimal form: sockets that listen on `::` report IPv4 clients so. */
const MAPPED = /^(?:::|(?:0{1,4}:){5})ffff:(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/i

/** Writes an address in its one form: IPv4 in dots, also where it came mapped into IPv6. */
export function normaliseAddress(address: string): string {
  if (!address.includes(':')) return address
  const match = MAPPED.exec(address)
  if (match === null) return address
  if (match[1] !== undefined) return match[1]
  const bits = Number.parseInt(match[2] ?? '0', 16) * 65_536 + Number.parseInt(match[3] ?? '0', 16)
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.')
}

/** Strips the quotes, brackets and port that an address of `Forwarded` may have (RFC 7239 §6). */
function bareAddress(node: string): string {
  const text = node.trim().replace(/^"(.*)"$/, '$1')
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1]
  return bracketed ?? (isIP(text) === 0 ? text.replace(/:\d+$/, '') : text)
}

function hopsOfForwarded(forwarded: string): string[] {
  return forwarded
    .split(/[,;]/)
    .map((pair) => pair.trim())
    .filter((pair) => /^for=/i.test(pair))
    .map((pair) => bareAddress(pair.slice('for='.length)))
}

/** IPv4 in dots as one number, or -1: decimal parts without leading zeros, which some read as octal (RFC 6943 §3.1.1). */
export function ipv4Bits(text: string): number {
  if (text.length < 7 || text.length > 15) return -1
  let bits = 0
  let part = 0
  let digits = 0
  let dots = 0
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : DOT
    if (code === DOT) {
      if (digits === 0 || part > 255) return -1
      bits = bits * 256 + part
      dots++
      part = 0
      digits = 0
    } else {
      const digit = code - ZERO
      if (digit < 0 || digit > 9 || digits === 3 || (digits > 0 && part === 0)) return -1
      part = part * 10 + digit
      digits++
    }
  }
  return dots === 4 ? bits : -1
}

const DOT = 0x2e
const ZERO = 0x30

/** To look an IPv6 address up costs several microseconds, and most requests come from few. Above this many, all are forgotten. */
const REMEMBERED_ADDRESSES = 4096

/** Tells whether an address is one of the proxies that are believed. */
export type Trust = (address: string) => boolean

/** @param networks CIDR blocks, each with its prefix length. */
export function createTrust(networks: readonly string[]): Trust {
  const narrow: { readonly first: number; readonly size: number }[] = []
  const wide = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const bits = ipv4Bits(address)
    const size = 2 ** (32 - Number(prefix))
    if (bits === -1) wide.addSubnet(address, Number(prefix), 'ipv6')
    else narrow.push({ first: bits - (bits % size), size })
  }
  const known = new Map<string, boolean>()
  return (address) => {
    const bits = ipv4Bits(address)
    if (bits !== -1) return narrow.some(({ first, size }) => bits >= first && bits < first + size)
    const remembered = known.get(address)
    if (remembered !== undefined) return remembered
    const trusted = isIP(address) === 6 && wide.check(address, 'ipv6')
    if (known.size >= REMEMBERED_ADDRESSES) known.clear()
    known.set(address, trusted)
    return trusted
  }
}

/**
 * The client's address: the socket's peer or, as long as the hop that names it is a trusted proxy, the hop before it.
 * A hop that is no address ends the walk, so that nothing but addresses comes out. Most proxies write one of the two fields
 * and pass the other on as it came. So where both name a client they must agree: otherwise one is forged, and neither counts.
 *
 * @param forwarded All `Forwarded` fields, joined by commas; likewise `xForwardedFor`.
 */
export function clientAddress(peer: string, forwarded: string, xForwardedFor: string, trusts: Trust): string {
  const address = normaliseAddress(peer)
  if (!trusts(address)) return address
  // One proxy that names an IPv4 client is by far the most common case.
  if (forwarded === '' && ipv4Bits(xForwardedFor) !== -1) return xForwardedFor
  const client = walk(address, xForwardedFor === '' ? [] : xForwardedFor.split(',').map(bareAddress), trusts)
  if (forwarded === '') return client
  const other = walk(address, hopsOfForwarded(forwarded), trusts)
  return xForwardedFor === '' || client === other ? other : address
}

function walk(proxy: string, hops: string[], trusts: Trust): string {
  let address = proxy
  do {
    const hop = normaliseAddress(hops.pop() ?? '')
    if (isIP(hop) === 0) break
    address = hop
  } while (trusts(address))
  return address
}
