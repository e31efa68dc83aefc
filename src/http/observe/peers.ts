import { normaliseAddress } from '../wire/client-address.ts'
import type { HttpResponse } from '../uws.ts'

/** Addresses of the sockets' other ends, as `normaliseAddress` writes them. */
export interface Peers {
  /** To be called for every connection that opens (1) or closes (-1). */
  onConnection(res: HttpResponse, change: number): void
  /** The address of an open connection; `''` when it has just gone. */
  peerOf(res: HttpResponse): string
}

const MAPPED_PREFIX = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]

/**
 * To ask a socket for its peer costs more than all else that a cached answer needs: a system call and a buffer for the
 * garbage collector. Behind one proxy all connections have the same peer, which is known then without asking. A connection
 * that closes does not say whose it was. So once there were several peers, every request is asked for its peer until no
 * connection is open.
 */
export function createPeers(): Peers {
  let open = 0
  /** The peer of every open connection; null: there may be several. */
  let sole: string | null = null
  let lastBits = -1
  let lastText = ''

  /** IPv4 comes as four bytes, which are read far quicker than text. Most requests have the peer of the one before. */
  function read(res: HttpResponse): string {
    const bytes = new Uint8Array(res.getRemoteAddress())
    const start = bytes.length - 4
    if (start !== 0 && !isMapped(bytes)) return readText(res)
    const bits = (bytes[start]! << 24) | (bytes[start + 1]! << 16) | (bytes[start + 2]! << 8) | bytes[start + 3]!
    if (bits !== lastBits || lastText === '') {
      lastText = bytes.subarray(start).join('.')
      lastBits = bits
    }
    return lastText
  }

  return {
    onConnection(res, change) {
      open += change
      if (change < 0) {
        if (open === 0) sole = null
        return
      }
      const peer = read(res)
      if (open === 1) sole = peer === '' ? null : peer
      else if (peer !== sole) sole = null
    },
    peerOf: (res) => sole ?? read(res),
  }
}

function isMapped(bytes: Uint8Array): boolean {
  return bytes.length === 16 && MAPPED_PREFIX.every((byte, place) => bytes[place] === byte)
}

function readText(res: HttpResponse): string {
  return normaliseAddress(Buffer.from(res.getRemoteAddressAsText()).toString('latin1'))
}
