import { createServer } from 'node:net'

/** Listeners for this machine alone have this address. */
export const LOOPBACK = '127.0.0.1'

/**
 * Fails when something listens on the port already. Listeners share their port with whoever asks for it (SO_REUSEPORT),
 * so without this check a second start would quietly take half of the first one's connections. Port 0 is always free.
 *
 * @throws {Error} that names the address and what is wrong with it.
 */
export function assertPortFree(port: number, bind: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'another process listens there' : error.message
      reject(new Error(`cannot listen on ${bind} port ${port}: ${reason}`, { cause: error }))
    })
    probe.listen({ port, host: bind, exclusive: true }, () => probe.close(() => resolve()))
  })
}
