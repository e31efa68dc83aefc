import { connect } from 'node:net'
import { once } from 'node:events'
import t from 'tap'
import type { Test } from 'tap'
import { createPeers } from '../../../src/http/observe/peers.ts'
import { loadUws, type HttpResponse } from '../../../src/http/uws.ts'
import { listenUws } from '../../support/listen-uws.ts'

/**
 * Starts a server that answers with the peer's address, and counts how often it requested the address from uWebSockets.js.
 */
async function startServer(t: Test, bind: string) {
  const uws = loadUws()
  const peers = createPeers()
  let asked = 0
  const app = uws.App()
  app.filter((res, change) => peers.onConnection(res, Number(change)))
  app.get('/', (res) => {
    const counting = {
      getRemoteAddress: () => {
        asked += 1
        return res.getRemoteAddress()
      },
      getRemoteAddressAsText: () => res.getRemoteAddressAsText(),
    }
    res.end(peers.peerOf(counting as HttpResponse))
  })
  const port = await listenUws(t, app, bind)
  return { port, asked: () => asked }
}

async function open(port: number, host: string, localAddress?: string) {
  const socket = connect({ port, host, ...(localAddress === undefined ? {} : { localAddress }) })
  await once(socket, 'connect')
  return {
    /** @returns the address that the server sees */
    async ask(): Promise<string> {
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      const [chunk] = (await once(socket, 'data')) as [Buffer]
      return chunk.toString().split('\r\n\r\n')[1] ?? ''
    },
    async close(): Promise<void> {
      const closed = once(socket, 'close')
      socket.end()
      await closed
    },
  }
}

t.test('while all connections have one peer it is known without asking', async (t) => {
  const { asked, port } = await startServer(t, '127.0.0.1')
  const connections = [await open(port, '127.0.0.1'), await open(port, '127.0.0.1')]
  for (const connection of connections) for (let n = 0; n < 3; n++) t.equal(await connection.ask(), '127.0.0.1')
  t.equal(asked(), 0)
  for (const connection of connections) await connection.close()
})

t.test('each of several peers is told from the others, until no connection is left', async (t) => {
  const { asked, port } = await startServer(t, '127.0.0.1')
  const first = await open(port, '127.0.0.1')
  t.equal(await first.ask(), '127.0.0.1')
  const second = await open(port, '127.0.0.1', '127.0.0.2')
  for (let n = 0; n < 3; n++) {
    t.equal(await first.ask(), '127.0.0.1')
    t.equal(await second.ask(), '127.0.0.2')
  }
  t.equal(asked(), 6)
  await first.close()
  t.equal(await second.ask(), '127.0.0.2', 'the one that has gone is not taken for the one that stays')
  const third = await open(port, '127.0.0.1', '127.0.0.3')
  t.equal(await third.ask(), '127.0.0.3')
  t.equal(await second.ask(), '127.0.0.2')
  await second.close()
  await third.close()
  const before = asked()
  // The server may notice the end of a connection after the client.
  for (;;) {
    const next = await open(port, '127.0.0.1', '127.0.0.4')
    t.equal(await next.ask(), '127.0.0.4')
    await next.close()
    if (asked() === before) break
    t.ok(asked() - before < 1000)
    if (asked() - before >= 1000) break
  }
})

t.test('IPv6 peers, and IPv4 ones on an IPv6 socket, are written as everywhere', async (t) => {
  const { port } = await startServer(t, '::')
  const mapped = await open(port, '127.0.0.1')
  t.equal(await mapped.ask(), '127.0.0.1')
  const other = await open(port, '::1')
  t.equal(await other.ask(), '0000:0000:0000:0000:0000:0000:0000:0001')
  t.equal(await mapped.ask(), '127.0.0.1')
  await mapped.close()
  await other.close()
})
