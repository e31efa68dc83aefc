import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import type { Test } from 'tap'

export interface Link {
  /** Port that it listens on. */
  readonly port: number
  /** Number of connections that it has passed on. */
  readonly connections: number
  /** Keeps what is connected open, and passes nothing on, as a firewall does that has forgotten a connection. New ones work. */
  cut(): void
}

/**
 * Listens on a free port until the test ends, and passes each connection on to another port.
 *
 * @param delayMs Time by which what comes back is late.
 */
export async function linkTo(t: Test, port: number, delayMs = 0): Promise<Link> {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((client) => {
    connections += 1
    const behind = connect(port, '127.0.0.1')
    client.pipe(behind)
    behind.on('data', (data) => setTimeout(() => client.write(data), delayMs))
    for (const socket of [client, behind]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        behind.destroy()
      })
    }
  })
  t.teardown(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections
    },
    cut() {
      for (const socket of sockets) socket.unpipe().pause()
    },
  }
}
