import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that Linux gives to outgoing connections (32,768 and up): else a client of any test could sit on the port
 * between its choice here and the start of the server that it is for.
 */
const FIRST = 12_000
const LAST = 31_999
const TRIES = 100

/** Of this process. They end with it. */
const claims = new Map<number, Socket>()

/**
 * A TCP port of 127.0.0.1 that nobody listens on, and that no other process gets from this function while this one lives:
 * the UDP port of the same number is held as the claim.
 */
export async function freePort(): Promise<number> {
  for (let i = 0; i < TRIES; i++) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1))
    if (claims.has(port)) continue
    const claim = await claimOf(port)
    if (claim === null) continue
    if (await isFree(port)) {
      claims.set(port, claim)
      return port
    }
    claim.close()
  }
  throw new Error(`none of ${TRIES} ports was free`)
}

async function claimOf(port: number): Promise<Socket | null> {
  const socket = createSocket('udp4').unref()
  try {
    socket.bind({ port, address: '127.0.0.1', exclusive: true })
    await once(socket, 'listening')
    return socket
  } catch {
    socket.close()
    return null
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
