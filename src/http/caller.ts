import type { BlockList } from 'node:net'
import { clientAddress } from './client-address.ts'
import type { Caller } from './gate.ts'
import type { HttpRequest, HttpResponse } from './uws.ts'

/** What is read of a request to tell its client's address. */
export interface Hops {
  readonly forwarded: string
  readonly xForwardedFor: string
}

/** The part of an exchange that a caller needs: its socket, and whether that may still be touched. */
interface Connection {
  readonly res: HttpResponse
  readonly hops: Hops
  readonly over: boolean
}

export interface Callers {
  /** Copies the fields of proxies, if there are proxies. */
  hopsOf(req: HttpRequest): Hops
  /** The client's address; `''` when the exchange is over, since its socket is gone. */
  addressOf(connection: Connection): string
  /** The address is worked out when it is first asked for: it costs about as much as a cached answer. */
  callerOf(connection: Connection, authorization: string): Caller
}

const NO_HOPS: Hops = { forwarded: '', xForwardedFor: '' }

export function createCallers(trustedProxies: BlockList, behindProxy: boolean): Callers {
  function addressOf({ hops, over, res }: Connection): string {
    if (over) return ''
    const peer = Buffer.from(res.getRemoteAddressAsText()).toString('latin1')
    return clientAddress(peer, hops.forwarded, hops.xForwardedFor, trustedProxies)
  }

  return {
    hopsOf: (req) =>
      behindProxy
        ? { forwarded: req.getHeader('forwarded'), xForwardedFor: req.getHeader('x-forwarded-for') }
        : NO_HOPS,
    addressOf,
    callerOf(connection, authorization) {
      let address: string | null = null
      return {
        authorization,
        get address() {
          return (address ??= addressOf(connection))
        },
      }
    },
  }
}
