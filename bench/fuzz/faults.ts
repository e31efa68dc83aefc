import type { Random } from './random.ts'
import { headOf, type Message } from './requests.ts'

/** Writes requests with one kind of fault. If their number is unknown, there are no `heads`. */
export type MakeFault = (random: Random, path: string) => Message | UncountedMessage

export interface UncountedMessage {
  readonly bytes: Buffer
  readonly heads: null
}

const CHUNKED = 'Transfer-Encoding: chunked'
const SMUGGLED = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'
const VERBS = ['GET', 'POST'] as const

const one = (bytes: Buffer | string): Message => ({ bytes: Buffer.from(bytes as string, 'latin1'), heads: [false] })
const uncounted = (bytes: Buffer): UncountedMessage => ({ bytes, heads: null })

/** A request with these header fields and this body, which every reading takes for one request. */
function post(random: Random, path: string, fields: readonly string[], body: string | Buffer): Message {
  return {
    bytes: Buffer.concat([headOf(random.pick(VERBS), path, fields), Buffer.from(body as string, 'latin1')]),
    heads: [false],
  }
}

/** A chunked body that the service accepts: uWebSockets.js knows no extensions, and trailers end the connection. */
export function chunkedBody(random: Random, body: Buffer): Buffer {
  const pieces: Buffer[] = []
  for (let from = 0; from < body.length;) {
    const chunk = body.subarray(from, from + random.between(1, Math.max(1, random.pick([1, 10, 1000, 100_000]))))
    const size = chunk.length.toString(16)
    pieces.push(Buffer.from(`${random.chance(0.1) ? '000' : ''}${size}\r\n`), chunk, Buffer.from('\r\n'))
    from += chunk.length
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')])
}

export const brokenChunks: MakeFault = (random, path) => {
  const body = random.pick([
    'zz\r\nhello\r\n0\r\n\r\n',
    '-5\r\nhello\r\n0\r\n\r\n',
    '5\r\nhelloX\r\n0\r\n\r\n',
    '5\r\nhello0\r\n\r\n',
    '5\nhello\n0\n\n',
    '5 \r\nhello\r\n0\r\n\r\n',
    ' 5\r\nhello\r\n0\r\n\r\n',
    '+5\r\nhello\r\n0\r\n\r\n',
    '0x5\r\nhello\r\n0\r\n\r\n',
    `${'f'.repeat(random.between(7, 20))}\r\nhello`,
    `${'0'.repeat(random.below(5000))}5\r\nhello\r\n0\r\n\r\n`,
    `5;${'x'.repeat(random.below(60_000))}\r\nhello\r\n0\r\n\r\n`,
    `5;a\nb\r\nhello\r\n0\r\n\r\n`,
    '5;name=value\r\nhello\r\n0\r\n\r\n',
    '5\r\nhello\r\n0\r\nX: trailer\r\n\r\n',
    '5\r\nhello\r\n',
    '\r\n',
    '0\r\n',
    `${'1\r\nx\r\n'.repeat(random.below(3000))}0\r\n\r\n`,
    `5\r\nhello\r\n${random.bytes(50).toString('latin1')}`,
  ])
  return post(random, path, [CHUNKED], body)
}

/** A second request among the trailers. A server that ends the body at the last chunk would answer it. */
export const smuggledTrailers: MakeFault = (random, path) => {
  const trailers = random.pick([
    `X:${SMUGGLED}`,
    `X: y\r\n${SMUGGLED}`,
    SMUGGLED,
    `X: y\r\nX:${SMUGGLED}`,
    `${'X: y\r\n'.repeat(random.below(200))}X:${SMUGGLED}`,
  ])
  return post(random, path, [CHUNKED], `${random.pick(['', '5\r\nhello\r\n'])}0\r\n${trailers}`)
}

export const wrongLengths: MakeFault = (random, path) => {
  const length = random.pick([
    ['Content-Length: 5', 'Content-Length: 6'],
    ['Content-Length: 5', 'Content-Length: 5'],
    ['Content-Length: 5, 5'],
    ['Content-Length: 5,6'],
    ['Content-Length: -5'],
    ['Content-Length: +5'],
    ['Content-Length: 0x5'],
    ['Content-Length: 5 5'],
    ['Content-Length: 5.0'],
    // Without a proxy before it, the service does not look for an empty length in a GET.
    ['Content-Length: 5', 'Content-Length:'],
    ['Content-Length: 99999999999999999999'],
    ['Content-Length: 18446744073709551616'],
    ['Content-Length: 4294967301'],
    ['Content-Length: 5', CHUNKED],
    [CHUNKED, 'Content-Length: 5'],
    ['Transfer-Encoding: identity'],
    ['Transfer-Encoding: gzip, chunked'],
    ['Transfer-Encoding: chunked, chunked'],
    ['Transfer-Encoding:\tchunked'],
    ['Transfer-Encoding: xchunked'],
    ['content-length : 5'],
  ])
  // An invalid length is no reason to read the body as the next request.
  return post(random, path, length, random.pick(['hello', SMUGGLED]))
}

export const lineEnds: MakeFault = (random, path) => {
  const host = 'Host: localhost'
  return one(
    random.pick([
      `GET ${path} HTTP/1.1\n${host}\n\n`,
      `GET ${path} HTTP/1.1\r${host}\r\r`,
      `GET ${path} HTTP/1.1\r\n${host}\r\nX: a\nY: b\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\n${host}\r\nX: a\rY: b\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\n${host}\r\nX: a\r\n b\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\n${host}\r\nX: a\r\n\tb\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\n${host}\r\nX : a\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\n ${host}\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\n${host}\r\nX\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\n${host}\r\n: a\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\n${host}\r\nX: a\0b\r\n\r\n`,
      `GET ${path}\0 HTTP/1.1\r\n${host}\r\n\r\n`,
      `GET\0 ${path} HTTP/1.1\r\n${host}\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\n${host}\0\r\n\r\n`,
      `GET  ${path} HTTP/1.1\r\n${host}\r\n\r\n`,
      `GET\t${path} HTTP/1.1\r\n${host}\r\n\r\n`,
      `\r\n\r\nGET ${path} HTTP/1.1\r\n${host}\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\n${host}\r\n${host}\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\nHost:\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\n${host}\r\nX: ${random.bytes(30).toString('latin1')}\r\n\r\n`,
    ]),
  )
}

export const otherVersions: MakeFault = (random, path) =>
  one(
    random.pick([
      `GET ${path} HTTP/1.0\r\n\r\n`,
      `GET ${path} HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n`,
      `GET ${path}\r\n`,
      `GET ${path} HTTP/1.2\r\nHost: localhost\r\n\r\n`,
      `GET ${path} HTTP/2.0\r\nHost: localhost\r\n\r\n`,
      `GET ${path} http/1.1\r\nHost: localhost\r\n\r\n`,
      `GET ${path} HTTP/1.1x\r\nHost: localhost\r\n\r\n`,
    ]),
  )

export const targetForms: MakeFault = (random, path) =>
  one(
    `${random.pick([
      `GET http://localhost${path}`,
      `GET https://evil.example${path}`,
      `GET //evil.example${path}`,
      'OPTIONS *',
      'CONNECT localhost:80',
      'GET localhost',
      `GET ${path}#x`,
      `GET ${path} x`,
      'GET ',
      `GET /${'../'.repeat(random.below(100))}etc/passwd`,
    ])} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  )

export const hugeHeads: MakeFault = (random, path) => {
  const length = random.pick([4000, 16_000, 32_000, 33_000, 64_000, 200_000, 1_000_000])
  const fields = random.pick([
    () => [`X: ${'x'.repeat(length)}`],
    () => Array.from({ length: Math.min(5000, length / 6) }, () => 'X: y'),
    () => Array.from({ length: random.between(90, 210) }, (_, number) => `X-${number}: y`),
    () => [`Cookie: ${'a=b; '.repeat(length / 5)}`],
    () => [`Accept: ${'a/b;q=0.1,'.repeat(length / 10)}`],
    () => [`Accept-Encoding: ${'x;q=0.1,'.repeat(length / 8)}`],
    () => [`Accept-Language: ${'en-US;q=0.1,'.repeat(length / 12)}`],
    () => [`If-None-Match: ${'"x", '.repeat(length / 5)}`],
    () => [`Range: bytes=${'0-0,'.repeat(length / 4)}`],
    () => [`Authorization: Bearer ${'a.'.repeat(length / 2)}`],
    () => [`X-Forwarded-For: ${'1.2.3.4, '.repeat(length / 9)}`],
    () => [`${'X'.repeat(length)}: y`],
  ])()
  const long = random.chance(0.3) ? `${path}${path.includes('?') ? '&' : '?'}q=${'%20a'.repeat(length / 4)}` : path
  return { bytes: headOf('GET', long, random.chance(0.8) ? fields : []), heads: [false] }
}

export const upgrades: MakeFault = (random, path) =>
  random.chance(0.4)
    ? uncounted(
        Buffer.from(`PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${random.bytes(random.below(200)).toString('latin1')}`, 'latin1'),
      )
    : post(
        random,
        path,
        random.pick([
          ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA'],
          ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: eA==', 'Sec-WebSocket-Version: 13'],
          ['Connection: Upgrade', `Upgrade: ${'x,'.repeat(1000)}`],
        ]),
        '',
      )

export const garbage: MakeFault = (random) =>
  uncounted(
    random.pick([
      () => random.bytes(random.between(1, 3000)),
      () => Buffer.concat([Buffer.from('16030100c8010000c40303', 'hex'), random.bytes(200)]),
      () => Buffer.from(`PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n${SMUGGLED}`),
      () => Buffer.alloc(random.between(1, 70_000)),
      () => Buffer.alloc(random.between(1, 70_000), '\r\n'),
      () => Buffer.concat([Buffer.from('GET '), random.bytes(random.below(500)), Buffer.from(' HTTP/1.1\r\n\r\n')]),
      () => Buffer.concat([Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n'), random.bytes(500), Buffer.from('\r\n\r\n')]),
    ])(),
  )
