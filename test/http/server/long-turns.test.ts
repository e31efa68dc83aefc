import { connect } from 'node:net'
import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { createLongTurns } from '../../../src/http/server/long-turns.ts'
import type { Route } from '../../../src/http/route/route.ts'
import { RawConnection, requestFor } from '../../support/raw-http.ts'
import { startApp, until } from './start-app.ts'

const KIB = 1024
const CLIENTS = 64
const LONG = Buffer.alloc(256 * KIB, 'l')
const ROUTES: readonly Route[] = [
  {
    path: '/long',
    name: 'long',
    method: 'GET',
    answer: () => ({ status: 200, mediaType: 'text/plain', body: LONG, cacheControl: 'no-store' }),
  },
]

t.test('a turn writes its share, and the rest is written in the turns that follow, in order', async (t) => {
  const turns = createLongTurns({ turnBytes: 100 })
  const written: number[] = []
  for (const bytes of [60, 60, 99, 1, 0, 10]) {
    turns.run(() => {
      written.push(bytes)
      return bytes
    })
  }
  t.same(written, [60, 60], 'the body that reaches the limit is the last one of the turn')
  await turn()
  t.same(written, [60, 60, 99, 1])
  await turn()
  t.same(written, [60, 60, 99, 1, 0, 10])
  turns.run(() => written.push(1))
  t.equal(written.length, 7, 'there is room again')
})

t.test('a body is written at once while nobody waits and the turn has room, and a short one always', async (t) => {
  const turns = createLongTurns({ turnBytes: 100 * KIB })
  t.ok(turns.admits(100 * KIB))
  t.notOk(turns.admits(16 * KIB))
  t.ok(turns.admits(16 * KIB - 1))
  let calls = 0
  for (let write = 0; write < 3; write++) {
    turns.run(() => {
      calls++
      return 100 * KIB
    })
  }
  t.equal(calls, 0)
  await turn()
  t.equal(calls, 1)
  t.notOk(turns.admits(16 * KIB), 'those who wait come first')
  await turn()
  await turn()
  await turn()
  t.equal(calls, 3)
  t.ok(turns.admits(16 * KIB))
})

t.test('clients that ask for long bodies in one turn get all of them, also behind a chunked body', async (t) => {
  const { gauge, port } = await startApp(t, ROUTES)
  const connections = await Promise.all(Array.from({ length: CLIENTS }, () => RawConnection.open(port)))
  t.teardown(() => connections.forEach((connection) => connection.destroy()))
  const answers = await Promise.all(
    connections.map((connection, client) =>
      client % 2 === 0
        ? connection.ask(requestFor('/long'))
        : connection.ask(`${requestFor('/long', ['Transfer-Encoding: chunked'])}0\r\n\r\n`),
    ),
  )
  t.ok(answers.every((answer) => answer?.status === 200 && LONG.equals(answer.body)))
  await until(() => gauge('inFlight') === 0 && gauge('unreadBytes') === 0)
})

t.test('clients that leave while their bodies wait for a turn are given up', async (t) => {
  const { counter, gauge, port, url } = await startApp(t, ROUTES)
  const sockets = Array.from({ length: CLIENTS }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  for (const socket of sockets) socket.write(requestFor('/long'))
  await once(sockets[0]!, 'data')
  for (const socket of sockets) socket.resetAndDestroy()
  await until(() => counter('aborted') > 10 && gauge('inFlight') === 0 && gauge('unreadBytes') === 0)
  t.equal((await (await fetch(`${url}/long`)).arrayBuffer()).byteLength, LONG.byteLength)
})
