import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import type { Route } from '../../../src/http/route/route.ts'
import { RawConnection, requestFor } from '../../support/raw-http.ts'
import { rpcRoute, startApp } from './start-app.ts'

const FORM_TYPE = 'application/x-www-form-urlencoded'
const FORM: Route = {
  path: '/form',
  name: 'form',
  method: 'POST',
  body: { mediaType: FORM_TYPE, limitBytes: 200_000 },
  answer: ({ body }) => ({ status: 200, mediaType: 'text/plain', body: Buffer.from(body), cacheControl: 'no-store' }),
}
const JSON_BODY = '{"text":"a ] and a \\" in it","list":[0]}'
const FORM_BODY = 'name=value&other=1'
const BODIES = [
  ['/rpc', 'application/json', JSON_BODY],
  ['/form', FORM_TYPE, FORM_BODY],
] as const
const REFUSAL = 'The chunks of the body cannot be read'

interface Received {
  readonly text: string
  /** The answer without its head and its own chunks. */
  readonly body: string
}

/** Sends packets in turns of their own. Resolves when the service has closed the connection. */
async function exchange(port: number, packets: readonly string[]): Promise<Received> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  let text = ''
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  for (const packet of packets) {
    socket.write(Buffer.from(packet, 'latin1'))
    await turn()
    await turn()
  }
  await closed
  const body = /\r\n\r\n[\da-f]+\r\n([^]*)\r\n0\r\n\r\n$/.exec(text)?.[1] ?? ''
  return { text, body }
}

function head(path: string, type: string): string {
  return requestFor(path, [`Content-Type: ${type}`, 'Transfer-Encoding: chunked'], 'POST')
}

function chunk(data: string, extension = ''): string {
  return `${data.length.toString(16)}${extension}\r\n${data}\r\n`
}

/** Each whole, cut behind the head, cut within the body, and byte by byte. */
function cuts(request: string): readonly (readonly string[])[] {
  const body = request.indexOf('\r\n\r\n') + 4
  const middle = body + Math.floor((request.length - body) / 2)
  return [
    [request],
    [request.slice(0, body), request.slice(body)],
    [request.slice(0, middle), request.slice(middle)],
    [request.slice(0, -7), request.slice(-7)],
    [...request],
  ]
}

t.test('a chunked body with extensions is answered or refused, wherever the packets are cut', async (t) => {
  const { port } = await startApp(t, [FORM, rpcRoute()])
  for (const [path, type, data] of BODIES) {
    const [first, second] = [data.slice(0, 9), data.slice(9)]
    await Promise.all(
      [
        `${chunk(data, ';a=b')}0\r\n\r\n`,
        `${chunk(data, ';')}0\r\n\r\n`,
        `${chunk(data, ';a=b')}0;a=b\r\n\r\n`,
        `${chunk(first)}${chunk(second, ';a=b')}0\r\n\r\n`,
        `${chunk(first, ';a=b')}${chunk(second, ';a=b')}0\r\n\r\n`,
        `${chunk(data, ';a=b')}0\r\nX: y\r\n\r\n`,
        `${chunk(data)}0;a=b\r\nX: y\r\n\r\n`,
        `${chunk(data)}0;a=b\r\n\r\n`,
        `${chunk(data)}0;\r\n\r\n`,
        `${chunk(data, ' ;a=b')}0 ;a=b\r\n\r\n`,
        `${chunk(data, ';signature=1')}0\r\n\r\n`,
      ].flatMap((body) =>
        cuts(head(path, type) + body).map(async (packets) => {
          const received = await exchange(port, packets)
          const name = JSON.stringify([...packets.slice(0, 2), packets.length])
          t.match(received.text, /^HTTP\/1\.1 (?:200|400) /, name)
          if (received.text.startsWith('HTTP/1.1 200')) t.equal(received.body, data, name)
          else t.match(received.text, new RegExp(`${REFUSAL}|<h1>Bad Request`), name)
        }),
      ),
    )
  }
})

t.test('an extension of the last chunk does not change the answer to JSON', async (t) => {
  const { port } = await startApp(t, [rpcRoute()])
  await Promise.all(
    cuts(`${head('/rpc', 'application/json')}${chunk(JSON_BODY)}0;a=b\r\n\r\n`).map(async (packets) => {
      const received = await exchange(port, packets)
      t.match(received.text, /^HTTP\/1\.1 200 /)
      t.equal(received.body, JSON_BODY)
    }),
  )
})

t.test('a body that stops at a line end and goes on is read to its end', async (t) => {
  const { port } = await startApp(t, [FORM, rpcRoute()])
  const data = '{\r\n"a": [1,\r\n0\r\n\r\n],\r\n"b": "}\\"}"\r\n,"c": 2}'
  for (let cut = 1; cut < data.length; cut++) {
    const connection = await RawConnection.open(port)
    connection.socket.write(`${head('/rpc', 'application/json')}${chunk(data.slice(0, cut))}`)
    // The answer to another client says that the service has seen the first part.
    const other = await RawConnection.open(port)
    await other.ask(requestFor('/none'))
    await other.ask(requestFor('/none'))
    other.destroy()
    connection.socket.write(`${chunk(data.slice(cut))}0\r\n\r\n`)
    let text = ''
    connection.socket.on('data', (bytes: Buffer) => {
      text += bytes.toString()
    })
    await once(connection.socket, 'data')
    connection.destroy()
    t.ok(text.includes(data), `cut at ${cut}`)
  }
})

t.test('a body whose end cannot be told from its bytes is refused before the connection ends in silence', async (t) => {
  const { port } = await startApp(t, [rpcRoute({ body: { mediaType: 'application/json', limitBytes: 200_000 } })])
  const long = JSON.stringify({ text: 'a'.repeat(70_000) })
  const bodies = [
    `${chunk(long, ';a=b')}0\r\n\r\n`,
    `${chunk(long.slice(0, 9))}${chunk(long.slice(9), ';a=b')}0\r\n\r\n`,
    `${chunk('{\r\n"a": [1,\r\n0\r\n]}', ';a=b')}0\r\n\r\n`,
    // Nine stops at line ends, of which eight are looked at.
    '{"a":\n'.repeat(9).replaceAll(/[^]{6}/g, (line) => chunk(line)),
  ]
  await Promise.all(
    bodies.map(async (body) => {
      const received = await exchange(port, cuts(head('/rpc', 'application/json') + body)[1]!)
      t.match(received.text, /^HTTP\/1\.1 400 /, JSON.stringify(body.slice(0, 20)))
      t.match(received.text, new RegExp(REFUSAL))
    }),
  )
})

t.test('trailers that come behind the answer are passed over, and else the request is refused', async (t) => {
  const { port } = await startApp(t, [rpcRoute()])
  const start = `${head('/rpc', 'application/json')}${chunk(JSON_BODY)}0\r\n`
  const connection = await RawConnection.open(port)
  connection.socket.write(start)
  let text = ''
  connection.socket.on('data', (bytes: Buffer) => {
    text += bytes.toString()
    connection.socket.write('X: y\r\n\r\n')
  })
  await connection.closed
  t.ok(text.includes(JSON_BODY))
  t.match(text, /^HTTP\/1\.1 200 [^]*\r\n0\r\n\r\n$/)
  t.match((await exchange(port, [`${start}X: y\r\n\r\n`])).text, /^HTTP\/1\.1 505 /)
})

t.test(
  'a connection is closed after a chunked request before one that was opened earlier and asks nothing',
  async (t) => {
    const { port } = await startApp(t, [FORM, rpcRoute()])
    const idle = connect(port, '127.0.0.1')
    await once(idle, 'connect')
    let isIdle = true
    const idleEnded = once(idle.resume(), 'close').then(() => (isIdle = false))
    await Promise.all(
      BODIES.flatMap(([path, type, data]) =>
        [`${chunk(data)}0\r\n\r\n`, `${chunk(data, ';a=b')}0\r\n\r\n`, `${chunk(data)}0;a=b\r\n\r\n`].map(
          async (body) => {
            t.match((await exchange(port, [head(path, type) + body])).text, /^HTTP\/1\.1 [24]00 /)
            t.ok(isIdle, JSON.stringify(body))
          },
        ),
      ),
    )
    await idleEnded
  },
)
