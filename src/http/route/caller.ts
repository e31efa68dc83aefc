import { clientAddress, createTrust } from '../wire/client-address.ts'
import type { Caller } from './gate.ts'
import { createPeers } from '../observe/peers.ts'
import { createHeadReader, createHeadScanner, type HeadReader } from '../wire/request-head.ts'
import type { HttpResponse } from '../uws.ts'

/** Header fields of proxies, which name the client's address. */
interface Hops {
  readonly forwarded: string
  readonly xForwardedFor: string
}

/** The part of an exchange that a caller needs: its socket, and whether the socket may still be touched. */
interface Connection extends Hops {
  readonly res: HttpResponse
  readonly over: boolean
}

export interface Callers {
  /** To be called for every connection that opens (1) or closes (-1). */
  onConnection(res: HttpResponse, change: number): void
  /** Reads the fields that every request is asked for. */
  readonly heads: HeadReader
  /** The client's address; `''` when the exchange is over, since its socket is gone. */
  addressOf(connection: Connection): string
  /** The address is worked out when it is first asked for: not every gate needs it. */
  callerOf(connection: Connection, authorization: string): Caller
}

/** @param trustedProxies CIDR blocks. */
export function createCallers(trustedProxies: readonly string[]): Callers {
  const trusts = createTrust(trustedProxies)
  const behindProxy = trustedProxies.length > 0
  const peers = createPeers()

  function addressOf({ forwarded, over, res, xForwardedFor }: Connection): string {
    if (over) return ''
    const peer = peers.peerOf(res)
    return behindProxy ? clientAddress(peer, forwarded, xForwardedFor, trusts) : peer
  }

  return {
    heads: behindProxy ? createHeadScanner() : createHeadReader(),
    onConnection: (res, change) => peers.onConnection(res, change),
    addressOf,
    callerOf: (connection, authorization) => new LazyCaller(addressOf, connection, authorization),
  }
}

/** A class, so that no function is made for each request. */
class LazyCaller implements Caller {
  readonly authorization: string
  readonly #addressOf: Callers['addressOf']
  readonly #connection: Connection
  #address: string | null = null

  constructor(addressOf: Callers['addressOf'], connection: Connection, authorization: string) {
    this.#addressOf = addressOf
    this.#connection = connection
    this.authorization = authorization
  }

  get address(): string {
    return (this.#address ??= this.#addressOf(this.#connection))
  }
}
