import { clientAddress, createTrust, normaliseAddress } from './client-address.ts'
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
  /** The address is worked out when it is first asked for: not every gate needs it. */
  callerOf(connection: Connection, authorization: string): Caller
}

const NO_HOPS: Hops = { forwarded: '', xForwardedFor: '' }

/** @param trustedProxies CIDR blocks. */
export function createCallers(trustedProxies: readonly string[]): Callers {
  const trusts = createTrust(trustedProxies)
  const behindProxy = trustedProxies.length > 0

  function addressOf({ hops, over, res }: Connection): string {
    if (over) return ''
    const peer = Buffer.from(res.getRemoteAddressAsText()).toString('latin1')
    return behindProxy ? clientAddress(peer, hops.forwarded, hops.xForwardedFor, trusts) : normaliseAddress(peer)
  }

  return {
    hopsOf: (req) =>
      behindProxy
        ? { forwarded: joinFields(req, 'forwarded'), xForwardedFor: joinFields(req, 'x-forwarded-for') }
        : NO_HOPS,
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

/** All fields of a name: a proxy may add one of its own after that of the client, and only the first is read by `getHeader`. */
function joinFields(req: HttpRequest, wanted: string): string {
  if (req.getHeader(wanted) === '') return ''
  const values: string[] = []
  req.forEach((name, value) => {
    if (name === wanted) values.push(value)
  })
  return values.join(',')
}
