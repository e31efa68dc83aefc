import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { DOCUMENTATION } from '../hosts/docs/documentation.ts'
import { RawConnection, requestFor } from '../support/raw-http.ts'
import { startService, type RunningService } from '../support/start-service.ts'

const HOST = 'Host: localhost\r\n'
const HEALTH = requestFor('/healthz')
const LONG_PAGE_CHARS = 1_500_000

const post = (fields: string, body: string): string => `POST /healthz HTTP/1.1\r\n${HOST}${fields}\r\n${body}`
const get = (fields: string, body: string, target = '/healthz'): string =>
  `GET ${target} HTTP/1.1\r\n${HOST}${fields}\r\n${body}`
const CHUNKED = 'Transfer-Encoding: chunked\r\n'
const SEARCH = '/api/search?q=widget'

/** Requests that are answered like any other. The connection continues. */
const ANSWERED: Readonly<Record<string, readonly [sent: string, ...statuses: number[]]>> = {
  'a request in one piece': [HEALTH, 200],
  'requests in one piece that are answered at once': [HEALTH.repeat(20), ...Array<number>(20).fill(200)],
  'a GET with a body': [get('Content-Length: 5\r\n', 'hello'), 200],
  'a search with a body': [get('Content-Length: 5\r\n', 'hello', SEARCH), 200],
  'a body whose request is refused': [post('Content-Length: 5\r\n', 'hello'), 405],
  'a long body whose request is refused': [post('Content-Length: 3000000\r\n', 'x'.repeat(3_000_000)), 405],
  'a body that is itself a request': [post(`Content-Length: ${HEALTH.length}\r\n`, HEALTH), 405],
  'Expect: 100-continue': [post('Expect: 100-continue\r\nContent-Length: 5\r\n', 'hello'), 405],
  'another expectation': [get('Expect: miracles\r\n', ''), 200],
  'an upgrade to WebSocket': [get('Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: eA==\r\n', ''), 200],
  'an upgrade to HTTP/2': [get('Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\n', ''), 200],
  'a head just under its limit': [get(`X: ${'x'.repeat(30_000)}\r\n`, ''), 200],
  'the longest path in Korean': [get('', '', `/api/page?path=${encodeURIComponent('가'.repeat(2048))}`), 404],
}

/** Requests that are refused. The connection ends, because the start of the next request is unknown. */
const REFUSED: Readonly<Record<string, readonly [sent: string, status: number]>> = {
  'two different Content-Length fields': [post('Content-Length: 5\r\nContent-Length: 6\r\n', 'hello!'), 400],
  'two equal Content-Length fields': [post('Content-Length: 5\r\nContent-Length: 5\r\n', 'hello'), 400],
  'a list of lengths': [post('Content-Length: 5, 5\r\n', 'hello'), 400],
  'a negative length': [post('Content-Length: -5\r\n', 'hello'), 400],
  'a signed length': [post('Content-Length: +5\r\n', 'hello'), 400],
  'a hexadecimal length': [post('Content-Length: 0x5\r\n', 'hello'), 400],
  'a length past 64 bits': [post('Content-Length: 99999999999999999999\r\n', 'hello'), 400],
  'Content-Length before Transfer-Encoding': [post(`Content-Length: 5\r\n${CHUNKED}`, '0\r\n\r\n'), 400],
  'Transfer-Encoding before Content-Length': [post(`${CHUNKED}Content-Length: 5\r\n`, '0\r\n\r\n'), 400],
  'the transfer coding identity': [post('Transfer-Encoding: identity\r\n', '0\r\n\r\n'), 400],
  'the transfer coding xchunked': [post('Transfer-Encoding: xchunked\r\n', '0\r\n\r\n'), 400],
  'a transfer coding after chunked': [post('Transfer-Encoding: chunked, identity\r\n', '0\r\n\r\n'), 400],
  'a transfer coding before chunked': [post('Transfer-Encoding: gzip, chunked\r\n', '0\r\n\r\n'), 400],
  'chunked twice': [post('Transfer-Encoding: chunked, chunked\r\n', '0\r\n\r\n'), 400],
  'two Transfer-Encoding fields': [post(`${CHUNKED}Transfer-Encoding: identity\r\n`, '0\r\n\r\n'), 400],
  'an unknown transfer coding on a search': [get('Transfer-Encoding: x\r\n', '0\r\n\r\n', SEARCH), 400],
  'a chunk size that is no number': [post(CHUNKED, 'zz\r\nhello\r\n0\r\n\r\n'), 400],
  'a chunk size past 64 bits': [post(CHUNKED, `${'f'.repeat(20)}\r\nhello`), 400],
  'no Host': ['GET /healthz HTTP/1.1\r\n\r\n', 400],
  'two Host fields': [get('Host: other\r\n', ''), 400],
  'a folded field': [get('X: a\r\n b\r\n', ''), 400],
  'a space before the colon': [get('X : a\r\n', ''), 400],
  'a field without a colon': [get('X\r\n', ''), 400],
  'a NUL in a field': [get('X: a\0b\r\n', ''), 400],
  'a bare LF after a field': [get('X: a\nY: b\r\n', ''), 400],
}

/** Requests that are refused before they are read to the end. The reset that follows may overtake the 431. */
const TOO_LONG: Readonly<Record<string, string>> = {
  'a head over its limit': get(`X: ${'x'.repeat(40_000)}\r\n`, ''),
  'a head far over its limit': get(`X: ${'x'.repeat(2_000_000)}\r\n`, ''),
  'a head that never ends': `GET /healthz HTTP/1.1\r\n${'X: y\r\n'.repeat(50_000)}`,
  'too many fields': get('X: y\r\n'.repeat(500), ''),
  'a target over the limit': get('', '', `/${'x'.repeat(100_000)}`),
  'a query over the limit': get('', '', `${SEARCH}${'x'.repeat(100_000)}`),
}

/**
 * Requests without an answer. uWebSockets.js closes the connection when a request arrives before the last one is answered.
 */
const DROPPED: Readonly<Record<string, string>> = {
  'a request behind an unknown transfer coding': post('Transfer-Encoding: x\r\n', `0\r\n\r\n${HEALTH}`),
  'a request behind two Content-Length fields': post('Content-Length: 0\r\nContent-Length: 5\r\n', HEALTH),
  'searches in one piece': requestFor('/api/search?q=first') + requestFor('/api/search?q=second'),
}

/** Bytes that are not HTTP/1.1. uWebSockets.js itself answers 505, as in RFC 9110 §15.6.6, and closes the connection. */
const OTHER_PROTOCOLS: Readonly<Record<string, string | Buffer>> = {
  'HTTP/1.0': `GET /healthz HTTP/1.0\r\n${HOST}\r\n`,
  'HTTP/1.2': `GET /healthz HTTP/1.2\r\n${HOST}\r\n`,
  'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'HTTP/0.9': 'GET /healthz\r\n',
  'a lower-case protocol': `GET /healthz http/1.1\r\n${HOST}\r\n`,
  'the absolute form': requestFor('http://localhost/healthz'),
  'the asterisk form': requestFor('*', [], 'OPTIONS'),
  CONNECT: requestFor('localhost:80', [], 'CONNECT'),
  'a target without a slash': requestFor('healthz'),
  'two spaces': `GET  /healthz HTTP/1.1\r\n${HOST}\r\n`,
  'a NUL in the target': requestFor('/healthz\0'),
  'bare LF alone': 'GET /healthz HTTP/1.1\nHost: localhost\n\n',
  'a TLS hello': Buffer.from(`16030100c8010000c40303${'00'.repeat(200)}`, 'hex'),
  'the PROXY protocol': `PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n${HEALTH}`,
}

const ABORTED = requestFor('/api/search?q=start+a+widget&include=highlights', ['Accept-Encoding: br'])

async function startHostile(t: Test): Promise<{ readonly service: RunningService; readonly port: number }> {
  const service = await startService(t, {
    content: {
      ...DOCUMENTATION,
      'docs/en/guides/long.md': `---\ntitle: Long\n---\n\n${'All the words. '.repeat(LONG_PAGE_CHARS / 15)}\n`,
    },
  })
  return { service, port: Number(new URL(service.url).port) }
}

t.test('what is not a proper request is refused or dropped, and the next one is answered', async (t) => {
  const { port, service } = await startHostile(t)

  /** Sends bytes and resolves to the statuses that arrive before the connection ends. */
  async function statusesUntilClosed(sent: string | Buffer): Promise<number[]> {
    const connection = await RawConnection.open(port)
    connection.socket.write(sent)
    const statuses: number[] = []
    for (let answer = await connection.next(); answer !== null; answer = await connection.next())
      statuses.push(answer.status)
    await connection.closed
    return statuses
  }

  async function answersProperly(t: Test): Promise<void> {
    const connection = await RawConnection.open(port)
    const answer = await connection.ask(requestFor('/api/search?q=sprocket'))
    connection.destroy()
    t.match(JSON.parse(answer?.body.toString() ?? ''), { total: 1 }, 'a proper search is answered')
  }

  for (const [name, [sent, ...statuses]] of Object.entries(ANSWERED)) {
    t.test(`${name} is answered`, async (t) => {
      const connection = await RawConnection.open(port)
      connection.socket.write(sent)
      const found: unknown[] = []
      for (const _ of statuses) found.push((await connection.next())?.status)
      t.same(found, statuses)
      t.equal((await connection.ask(HEALTH))?.status, 200, 'and so is the next on its connection')
      connection.destroy()
    })
  }

  t.test('a GET with a chunked body is answered, which ends its connection', async (t) => {
    t.same(await statusesUntilClosed(get(CHUNKED, '5\r\nhello\r\n0\r\n\r\n')), [200])
    await answersProperly(t)
  })

  for (const [name, [sent, status]] of Object.entries(REFUSED)) {
    t.test(`${name} is refused`, async (t) => {
      t.same(await statusesUntilClosed(sent), [status])
      await answersProperly(t)
    })
  }

  for (const [name, sent] of Object.entries(TOO_LONG)) {
    t.test(`${name} is refused`, async (t) => {
      const statuses = await statusesUntilClosed(sent)
      t.ok(statuses.length === 0 || statuses.join() === '431', `answered with ${statuses.join()}`)
      await answersProperly(t)
    })
  }

  for (const [name, sent] of Object.entries(DROPPED)) {
    t.test(`${name}: the connection ends`, async (t) => {
      t.same(await statusesUntilClosed(sent), [])
      await answersProperly(t)
    })
  }

  for (const [name, sent] of Object.entries(OTHER_PROTOCOLS)) {
    t.test(`${name} is another protocol`, async (t) => {
      t.same(await statusesUntilClosed(sent), [505])
      await answersProperly(t)
    })
  }

  t.test('a client that asks for it is hung up on after its answer', async (t) => {
    t.same(await statusesUntilClosed(requestFor(SEARCH, ['Connection: close'])), [200])
  })

  t.test('requests that come in fragments of any size are answered', async (t) => {
    for (const size of [1, 2, 3, 7, 20, 50]) {
      const connection = await RawConnection.open(port)
      for (let start = 0; start < ABORTED.length; start += size) {
        connection.socket.write(ABORTED.slice(start, start + size))
        await sleep(0)
      }
      t.equal((await connection.next())?.status, 200, `${size} bytes at a time`)
      connection.destroy()
    }
  })

  t.test('clients that go away at every stage leave nothing behind', async (t) => {
    const ways = ['end', 'destroy', 'reset'] as const
    for (let start = 0; start <= ABORTED.length; start += 8) {
      await Promise.all(
        Array.from({ length: 8 }, async (_, n) => {
          const connection = await RawConnection.open(port)
          // Each query is unique, so that a search is under way when its client disconnects.
          const request = ABORTED.replace('widget', `widget+x${start}x${n}`)
          connection.socket.write(request.slice(0, Math.min(start + n, request.length) || 1))
          const way = ways[n % ways.length]
          if (way === 'end') connection.socket.end()
          else if (way === 'reset') connection.socket.resetAndDestroy()
          else connection.socket.destroy()
          await sleep(1)
          connection.destroy()
        }),
      )
    }
    await answersProperly(t)
  })

  t.test('clients that go away while their search is under way leave nothing behind', async (t) => {
    for (let round = 0; round < 10; round++) {
      const connections = await Promise.all(Array.from({ length: 30 }, () => RawConnection.open(port)))
      connections.forEach(({ socket }, n) => {
        socket.write(requestFor(`/api/search?q=widget+start+r${round}n${n}&include=highlights`))
        setImmediate(() => (n % 2 === 0 ? socket.resetAndDestroy() : socket.destroy()))
      })
      await Promise.all(connections.map(({ closed }) => closed))
    }
    await answersProperly(t)
  })

  t.test('clients that do not read their long answer delay nobody, and get it whole when they do', async (t) => {
    const connections = await Promise.all(Array.from({ length: 20 }, () => RawConnection.open(port)))
    for (const { socket } of connections) {
      socket.pause()
      socket.write(requestFor('/en/guides/long.md'))
    }
    await answersProperly(t)
    const [patient, ...others] = connections
    for (const { socket } of others) socket.resetAndDestroy()
    patient?.socket.resume()
    t.ok(((await patient?.next())?.body.length ?? 0) > LONG_PAGE_CHARS - 100)
    patient?.destroy()
    await answersProperly(t)
  })

  t.test('no answer was a server error, nothing is left in flight, and nothing but requests was logged', async (t) => {
    const metricsOf = async (): Promise<string> => (await fetch(service.metricsUrl)).text()
    // The gauge is sampled once a second.
    while (!/^signpost_http_in_flight\{[^}]*\} 0$/m.test(await metricsOf())) await sleep(200)
    t.notMatch(await metricsOf(), /status="5/)
    t.same(
      service.logs.filter(({ level }) => level > 30),
      [],
    )
    t.same(await service.stop(), { code: 0, signal: null })
  })
})
