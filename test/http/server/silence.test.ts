// uWebSockets.js measures silence in steps of four seconds. Therefore this file takes a while.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { RawConnection, requestFor } from '../../support/raw-http.ts'
import { rpcRoute, startApp } from './start-app.ts'

/** A time beyond the limits of uWebSockets.js 20.51, which gives a body 10 seconds for each 160 KiB. */
const PAST_TIMEOUTS_MS = 17_000
const FIELDS = ['Content-Type: application/json']

t.test('a body that does not come loses its connection, a stream or a slow answer does not', async (t) => {
  const { logged, port } = await startApp(t, [
    rpcRoute(),
    rpcRoute({ path: '/stream', answer: (exchange) => exchange.events().send('1') }),
    rpcRoute({ path: '/long', answer: (exchange) => exchange.events().send('x'.repeat(32 * 1024 * 1024)) }),
    rpcRoute({
      path: '/slow',
      answer: (exchange) => void sleep(PAST_TIMEOUTS_MS).then(() => exchange.json(200, '{}')),
    }),
  ])
  const open = async (): Promise<RawConnection> => {
    const connection = await RawConnection.open(port)
    t.teardown(() => connection.destroy())
    return connection
  }
  const trickle = await open()
  trickle.socket.write(requestFor('/rpc', [...FIELDS, 'Content-Length: 1000'], 'POST'))
  const drops = setInterval(() => trickle.socket.write('x'), 500)
  t.teardown(() => clearInterval(drops))
  const refused = await open()
  t.equal((await refused.ask(requestFor('/rpc', [...FIELDS, 'Content-Length: 100000000'], 'POST')))?.status, 413)
  const slow = await open()
  const answered = slow.ask(`${requestFor('/slow', [...FIELDS, 'Content-Length: 2'], 'POST')}{}`)
  // One stream is silent from the start, the other after it has waited for its client.
  const streams = ['/stream', '/long'].map((path) => {
    const socket = connect(port, '127.0.0.1')
    t.teardown(() => socket.destroy())
    socket.write(`${requestFor(path, [...FIELDS, 'Content-Length: 2'], 'POST')}{}`)
    setTimeout(() => socket.resume(), 200)
    return socket
  })
  await Promise.all([trickle.closed, refused.closed])
  t.match(await logged(), [{ status: 413 }, { status: 499 }])
  t.equal((await answered)?.status, 200)
  for (const stream of streams) t.notOk(stream.closed)
})
