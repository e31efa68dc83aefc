import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import t from 'tap'
import { connectionsFor, limitConnections, readDescriptorLimit } from '../../../src/http/server/connection-limit.ts'
import { startApp } from './start-app.ts'

const LIMIT = 20

t.test('descriptors are left for everything else', async (t) => {
  t.equal(connectionsFor(null, 1), Number.POSITIVE_INFINITY)
  t.equal(connectionsFor(256, 1), 128)
  t.equal(connectionsFor(20_512, 4), 5000)
  t.equal(connectionsFor(2, 64), 1)
  t.ok((readDescriptorLimit() ?? 0) > 0 || process.platform !== 'linux')
})

t.test(
  'connections past the limit are closed at once, those that are there are served, and there is room again',
  async (t) => {
    limitConnections(LIMIT)
    t.teardown(() => limitConnections(Number.POSITIVE_INFINITY))
    const { logged, port } = await startApp(t, [])
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    t.teardown(() => agent.destroy())
    const ask = async (from: http.Agent | false): Promise<number | undefined> => {
      const request = http.get({ port, host: '127.0.0.1', path: '/nothing', agent: from })
      const [response] = (await once(request, 'response')) as [http.IncomingMessage]
      response.resume()
      await once(response, 'end')
      return response.statusCode
    }
    t.equal(await ask(agent), 404)
    const others = Array.from({ length: 3 * LIMIT }, () => net.connect(port, '127.0.0.1'))
    let closed = 0
    await new Promise<void>((resolve) => {
      for (const socket of others) {
        socket.on('error', () => {})
        socket.resume().on('close', () => {
          closed += 1
          if (closed === 2 * LIMIT + 1) resolve()
        })
      }
    })
    t.equal(await ask(agent), 404, 'the connection that was there')
    await t.rejects(ask(false), 'a new one')
    t.equal(closed, 2 * LIMIT + 1)
    const lines = (await logged()).filter(({ msg }) => String(msg).startsWith('connections are refused'))
    t.equal(lines.length, 1, 'said once')
    for (const socket of others) socket.destroy()
    let status: number | undefined
    while (status === undefined) status = await ask(false).catch(() => undefined)
    t.equal(status, 404)
  },
)
