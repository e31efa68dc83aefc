import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * First port of the range. The range is below the ports for outgoing connections on Linux (32,768 and up). Otherwise a
 * client of another test could take the port between this choice and the start of its server.
 */
const FIRST = 12_000
const LAST = 31_999
const TRIES = 100

/** Claims of this process, which end with it. */
const claims = new Map<number, Socket>()

/**
 * Finds a TCP port of 127.0.0.1 on which nobody listens. As a claim, this process holds the UDP port of the same number.
 * While it lives, no other process gets the port from this function.
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
