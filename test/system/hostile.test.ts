import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { DOCUMENTATION } from '../hosts/documentation.ts'
import { RawConnection, requestFor } from '../support/raw-http.ts'
import { startService, type RunningService } from '../support/start-service.ts'

const HOST = 'Host: localhost\r\n'
const HEALTH = requestFor('/healthz')
const LONG_PAGE_CHARS = 1_500_000

/** What is sent, the statuses that come back, and whether the connection is then over. */
interface Dialogue {
  readonly name: string
  readonly sent: string | Buffer
  readonly statuses: readonly number[]
  readonly then: 'open' | 'closed'
}

/** A request with a body that is framed by these fields. */
function framing(fields: string, body: string): string {
  return `POST /healthz HTTP/1.1\r\n${HOST}${fields}\r\n${body}`
}

const DIALOGUES: readonly Dialogue[] = [
  { name: 'a request in one piece', sent: HEALTH, statuses: [200], then: 'open' },
  {
    name: 'requests in one piece that are answered at once',
    sent: HEALTH.repeat(50),
    statuses: Array<number>(50).fill(200),
    then: 'open',
  },
  { name: 'Connection: close', sent: requestFor('/healthz', ['Connection: close']), statuses: [200], then: 'closed' },
  {
    name: 'a GET with a body',
    sent: `GET /healthz HTTP/1.1\r\n${HOST}Content-Length: 5\r\n\r\nhello`,
    statuses: [200],
    then: 'open',
  },
  {
    name: 'a search with a body',
    sent: `GET /api/search?q=widget HTTP/1.1\r\n${HOST}Content-Length: 5\r\n\r\nhello`,
    statuses: [200],
    then: 'open',
  },
  {
    name: 'a GET with a chunked body',
    sent: `GET /healthz HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
    statuses: [200],
    then: 'open',
  },
  {
    name: 'a body whose request is refused',
    sent: framing('Content-Length: 5\r\n', 'hello'),
    statuses: [405],
    then: 'open',
  },
  {
    name: 'a long body whose request is refused',
    sent: framing('Content-Length: 3000000\r\n', 'x'.repeat(3_000_000)),
    statuses: [405],
    then: 'open',
  },
  {
    name: 'a body that is itself a request',
    sent: framing(`Content-Length: ${HEALTH.length}\r\n`, HEALTH),
    statuses: [405],
    then: 'open',
  },
  {
    name: 'Expect: 100-continue',
    sent: framing('Expect: 100-continue\r\nContent-Length: 5\r\n', 'hello'),
    statuses: [405],
    then: 'open',
  },
  { name: 'another expectation', sent: requestFor('/healthz', ['Expect: miracles']), statuses: [200], then: 'open' },
  {
    name: 'an upgrade to WebSocket',
    sent: requestFor('/healthz', [
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ]),
    statuses: [200],
    then: 'open',
  },
  {
    name: 'an upgrade to HTTP/2',
    sent: requestFor('/healthz', ['Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAMAAABk']),
    statuses: [200],
    then: 'open',
  },
  {
    name: 'two different Content-Length fields',
    sent: framing('Content-Length: 5\r\nContent-Length: 6\r\n', 'hello!'),
    statuses: [400],
    then: 'closed',
  },
  {
    name: 'two equal Content-Length fields',
    sent: framing('Content-Length: 5\r\nContent-Length: 5\r\n', 'hello'),
    statuses: [400],
    then: 'closed',
  },
  { name: 'a list of lengths', sent: framing('Content-Length: 5, 5\r\n', 'hello'), statuses: [400], then: 'closed' },
  { name: 'a negative length', sent: framing('Content-Length: -5\r\n', 'hello'), statuses: [400], then: 'closed' },
  { name: 'a signed length', sent: framing('Content-Length: +5\r\n', 'hello'), statuses: [400], then: 'closed' },
  { name: 'a hexadecimal length', sent: framing('Content-Length: 0x5\r\n', 'hello'), statuses: [400], then: 'closed' },
  {
    name: 'a length past 64 bits',
    sent: framing('Content-Length: 99999999999999999999\r\n', 'hello'),
    statuses: [400],
    then: 'closed',
  },
  {
    name: 'Content-Length before Transfer-Encoding',
    sent: framing('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
    statuses: [400],
    then: 'closed',
  },
  {
    name: 'Transfer-Encoding before Content-Length',
    sent: framing('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', '0\r\n\r\n'),
    statuses: [400],
    then: 'closed',
  },
  ...['identity', 'xchunked', 'chunked, identity', 'gzip, chunked', 'chunked, chunked', '"chunked"'].map(
    (coding): Dialogue => ({
      name: `Transfer-Encoding: ${coding}`,
      sent: framing(`Transfer-Encoding: ${coding}\r\n`, '0\r\n\r\n'),
      statuses: [400],
      then: 'closed',
    }),
  ),
  {
    name: 'two Transfer-Encoding fields',
    sent: framing('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', '0\r\n\r\n'),
    statuses: [400],
    then: 'closed',
  },
  {
    name: 'an unknown transfer coding on a search',
    sent: `GET /api/search?q=widget HTTP/1.1\r\n${HOST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
    statuses: [400],
    then: 'closed',
  },
  {
    name: 'a request behind an unknown transfer coding',
    sent: `${framing('Transfer-Encoding: xchunked\r\n', '0\r\n\r\n')}${HEALTH}`,
    statuses: [],
    then: 'closed',
  },
  {
    name: 'a request behind two Content-Length fields',
    sent: `${framing('Content-Length: 0\r\nContent-Length: 5\r\n', '')}${HEALTH}`,
    statuses: [],
    then: 'closed',
  },
  { name: 'no Host', sent: 'GET /healthz HTTP/1.1\r\n\r\n', statuses: [400], then: 'closed' },
  { name: 'two Host fields', sent: requestFor('/healthz', ['Host: other']), statuses: [400], then: 'closed' },
  { name: 'a folded field', sent: requestFor('/healthz', ['X: a\r\n b']), statuses: [400], then: 'closed' },
  { name: 'a space before the colon', sent: requestFor('/healthz', ['X : a']), statuses: [400], then: 'closed' },
  { name: 'a field without a colon', sent: requestFor('/healthz', ['X']), statuses: [400], then: 'closed' },
  { name: 'a NUL in a field', sent: requestFor('/healthz', ['X: a\0b']), statuses: [400], then: 'closed' },
  {
    name: 'a bare LF after a field',
    sent: `GET /healthz HTTP/1.1\r\n${HOST}X: a\nY: b\r\n\r\n`,
    statuses: [400],
    then: 'closed',
  },
  {
    name: 'a head over its limit',
    sent: requestFor('/healthz', [`X: ${'x'.repeat(40_000)}`]),
    statuses: [431],
    then: 'closed',
  },
  {
    name: 'a head far over its limit',
    sent: requestFor('/healthz', [`X: ${'x'.repeat(2_000_000)}`]),
    statuses: [431],
    then: 'closed',
  },
  {
    name: 'a head that never ends',
    sent: `GET /healthz HTTP/1.1\r\n${'X: y\r\n'.repeat(50_000)}`,
    statuses: [431],
    then: 'closed',
  },
  {
    name: 'too many fields',
    sent: requestFor('/healthz', Array<string>(500).fill('X: y')),
    statuses: [431],
    then: 'closed',
  },
  { name: 'a target over the limit', sent: requestFor(`/${'x'.repeat(100_000)}`), statuses: [431], then: 'closed' },
  {
    name: 'a query over the limit',
    sent: requestFor(`/api/search?q=${'x'.repeat(100_000)}`),
    statuses: [431],
    then: 'closed',
  },
  {
    name: 'a head just under its limit',
    sent: requestFor('/healthz', [`X: ${'x'.repeat(30_000)}`]),
    statuses: [200],
    then: 'open',
  },
  {
    name: 'the longest path in Korean',
    sent: requestFor(`/api/page?path=${encodeURIComponent('가'.repeat(2048))}`),
    statuses: [404],
    then: 'open',
  },
  {
    name: 'a chunk size that is no number',
    sent: framing('Transfer-Encoding: chunked\r\n', 'zz\r\nhello\r\n0\r\n\r\n'),
    statuses: [400],
    then: 'closed',
  },
  {
    name: 'a chunk size past 64 bits',
    sent: framing('Transfer-Encoding: chunked\r\n', `${'f'.repeat(20)}\r\nhello`),
    statuses: [400],
    then: 'closed',
  },
  {
    name: 'searches in one piece',
    sent: requestFor('/api/search?q=first') + requestFor('/api/search?q=second'),
    statuses: [],
    then: 'closed',
  },
]

/** What is not HTTP/1.1 at all: uWebSockets.js says 505 by itself, as RFC 9110 §15.6.6 has it, and hangs up. */
const OTHER_PROTOCOLS: readonly (readonly [string, string | Buffer])[] = [
  ['HTTP/1.0', `GET /healthz HTTP/1.0\r\n${HOST}\r\n`],
  ['HTTP/1.2', `GET /healthz HTTP/1.2\r\n${HOST}\r\n`],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['HTTP/0.9', 'GET /healthz\r\n'],
  ['a lower-case protocol', `GET /healthz http/1.1\r\n${HOST}\r\n`],
  ['the absolute form', requestFor('http://localhost/healthz')],
  ['the asterisk form', requestFor('*', [], 'OPTIONS')],
  ['CONNECT', requestFor('localhost:80', [], 'CONNECT')],
  ['a target without a slash', requestFor('healthz')],
  ['two spaces', `GET  /healthz HTTP/1.1\r\n${HOST}\r\n`],
  ['a NUL in the target', requestFor('/healthz\0')],
  ['bare LF alone', 'GET /healthz HTTP/1.1\nHost: localhost\n\n'],
  ['a TLS hello', Buffer.from(`16030100c8010000c40303${'00'.repeat(200)}`, 'hex')],
  ['the PROXY protocol', `PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n${HEALTH}`],
]

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

  async function converse({ sent, statuses, then }: Dialogue): Promise<unknown> {
    const connection = await RawConnection.open(port)
    connection.socket.write(sent)
    const found: (number | undefined)[] = []
    for (const _ of statuses) found.push((await connection.next())?.status)
    if (then === 'open') {
      const next = await connection.ask(HEALTH)
      connection.destroy()
      return { statuses: found, then: next?.status === 200 ? 'open' : 'closed' }
    }
    const more = await connection.next()
    await connection.closed
    return { statuses: more === null ? found : [...found, more.status], then: 'closed' }
  }

  async function answersProperly(t: Test): Promise<void> {
    const connection = await RawConnection.open(port)
    const answer = await connection.ask(requestFor('/api/search?q=sprocket'))
    connection.destroy()
    t.match(JSON.parse(answer?.body.toString() ?? ''), { total: 1 }, 'a proper search is answered')
  }

  for (const dialogue of DIALOGUES) {
    t.test(dialogue.name, async (t) => {
      t.same(await converse(dialogue), { statuses: dialogue.statuses, then: dialogue.then })
      await answersProperly(t)
    })
  }

  for (const [name, sent] of OTHER_PROTOCOLS) {
    t.test(`another protocol: ${name}`, async (t) => {
      t.same(await converse({ name, sent, statuses: [505], then: 'closed' }), { statuses: [505], then: 'closed' })
      await answersProperly(t)
    })
  }

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
          // Words of their own, so that a search is under way when its client goes.
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
    const metrics = await (await fetch(service.metricsUrl)).text()
    t.notMatch(metrics, /status="5/)
    t.match(metrics, /^signpost_http_in_flight\{[^}]*\} 0$/m)
    t.same(
      service.logs.filter(({ level }) => level > 30),
      [],
    )
    t.same(await service.stop(), { code: 0, signal: null })
  })
})
