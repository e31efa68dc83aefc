import { isIP } from 'node:net'
import type { BlockList } from 'node:net'

/** `::ffff:127.0.0.1` and its long hexadecimal form, as sockets that listen on `::` report IPv4 clients. */
const MAPPED = /^(?:::|(?:0{1,4}:){5})ffff:(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/i

function normalise(address: string): string {
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

function forwardedHops(forwarded: string, xForwardedFor: string): string[] {
  if (forwarded !== '') {
    return forwarded
      .split(/[,;]/)
      .map((pair) => pair.trim())
      .filter((pair) => /^for=/i.test(pair))
      .map((pair) => bareAddress(pair.slice('for='.length)))
  }
  return xForwardedFor === '' ? [] : xForwardedFor.split(',').map(bareAddress)
}

/**
 * The client's address: the socket's peer or, as long as the hop that names it is a trusted proxy, the hop before it.
 * A hop that is no address ends the walk, so that nothing but addresses comes out.
 */
export function clientAddress(peer: string, forwarded: string, xForwardedFor: string, trusted: BlockList): string {
  let address = normalise(peer)
  const hops = forwardedHops(forwarded, xForwardedFor)
  while (isTrusted(address, trusted)) {
    const hop = normalise(hops.pop() ?? '')
    if (isIP(hop) === 0) break
    address = hop
  }
  return address
}

function isTrusted(address: string, trusted: BlockList): boolean {
  const family = isIP(address)
  return family !== 0 && trusted.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
