import { connect } from 'node:net'
import t from 'tap'
import { requestFor } from '../../support/raw-http.ts'
import { found, heldRoute } from './held-route.ts'
import { startApp, until } from './start-app.ts'

const NEXT = requestFor('/none')

function statusesOf(received: string): readonly string[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status)
}

t.test('a request behind an answer that is still made ends the connection, in one packet or in two', async (t) => {
  const held = heldRoute()
  const { counter, port } = await startApp(t, [held.route])
  for (const [round, packets] of [[requestFor('/held?q=1') + NEXT], [requestFor('/held?q=2'), NEXT]].entries()) {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString()
    })
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    for (const packet of packets) {
      socket.write(packet)
      await until(() => held.calls() === round + 1)
    }
    await closed
    t.equal(received, '')
    t.equal(counter('aborted'), round + 1)
  }
  held.release(found('late'))
})

t.test('requests behind answers that are ready at once are answered in their order', async (t) => {
  const { port } = await startApp(t, [])
  const socket = connect(port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  let received = ''
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString()
  })
  socket.write(NEXT + requestFor('/none', [], 'PUT') + NEXT)
  await until(() => statusesOf(received).length === 3)
  t.same(statusesOf(received), ['404', '404', '404'])
})
