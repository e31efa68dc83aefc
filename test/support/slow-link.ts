import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import type { Test } from 'tap'

/**
 * Listens on a free port until the test ends, and passes each connection on to another port. What comes back is late.
 *
 * @returns the port that it listens on
 */
export async function slowLink(t: Test, port: number, delayMs: number): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const behind = connect(port, '127.0.0.1')
    client.pipe(behind)
    behind.on('data', (data) => setTimeout(() => client.write(data), delayMs))
    for (const socket of [client, behind]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
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
  return (server.address() as AddressInfo).port
}
