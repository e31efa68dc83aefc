import { connect } from 'node:net'
import { once } from 'node:events'
import t from 'tap'
import { createHeadReader, createHeadScanner } from '../../../src/http/wire/request-head.ts'
import { loadUws } from '../../../src/http/uws.ts'
import { listenUws } from '../../support/listen-uws.ts'

const NAMES = [
  'Accept-Encoding',
  'Authorization',
  'If-None-Match',
  'RANGE',
  'If-Range',
  'Content-Length',
  'Transfer-Encoding',
  'X-Other',
]
const VALUES: Readonly<Record<string, readonly string[]>> = {
  'Content-Length': ['0'],
  'Transfer-Encoding': ['chunked', 'Chunked', 'gzip, chunked', 'identity'],
}

/**
 * Reads a request with these fields in both ways. @returns the results, or null if the library itself has refused the
 * request
 */
async function readBoth(port: number, fields: readonly string[]): Promise<{ read: unknown; scanned: unknown } | null> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${fields.map((field) => `${field}\r\n`).join('')}\r\n`)
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  const answer = chunk.toString()
  if (answer.startsWith('HTTP/1.1 400')) return null
  return JSON.parse(answer.split('\r\n\r\n')[1] ?? '') as { read: unknown; scanned: unknown }
}

t.test('reading field by field and in one pass come to the same', async (t) => {
  const uws = loadUws()
  const reader = createHeadReader()
  const scanner = createHeadScanner()
  const app = uws.App().post('/', (res, req) => {
    const read = { ...reader.read(req, 'POST'), authorization: reader.authorizationOf(req) }
    const {
      forwarded: _forwarded,
      xForwardedFor: _xForwardedFor,
      ...scanned
    } = {
      ...scanner.read(req, 'POST'),
      authorization: scanner.authorizationOf(req),
    }
    const { forwarded, xForwardedFor, ...asked } = read
    // The reader of single fields skips conditions that have no effect beside others.
    const counted = {
      ...scanned,
      ifRange: scanned.range === '' ? '' : scanned.ifRange,
    }
    res.end(
      JSON.stringify({
        read: { ...asked, proxies: forwarded + xForwardedFor },
        scanned: { ...counted, proxies: '' },
      }),
      true,
    )
  })
  const port = await listenUws(t, app)
  let compared = 0
  let state = 7
  const random = (below: number): number => (state = (Math.imul(state, 48_271) >>> 0) % 2_147_483_647) % below
  for (let round = 0; round < 400; round++) {
    const fields = Array.from({ length: random(8) }, () => {
      const name = NAMES[random(NAMES.length)] ?? ''
      const values = VALUES[name] ?? ['', 'a', '"x"', 'bytes=0-1', 'gzip;q=0.5, br']
      return `${name}: ${values[random(values.length)]}`
    })
    const both = await readBoth(port, fields)
    if (both === null) continue
    compared += 1
    t.strictSame(both.scanned, both.read, fields.join(' | '))
  }
  t.ok(compared > 200, `${compared} were compared`)
})

t.test('all fields of proxies are gathered, in their order', async (t) => {
  const uws = loadUws()
  const scanner = createHeadScanner()
  const app = uws.App().get('/', (res, req) => {
    const { forwarded, xForwardedFor } = scanner.read(req, 'GET')
    res.end(JSON.stringify({ forwarded, xForwardedFor }))
  })
  const port = await listenUws(t, app)
  const socket = connect(port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  const ask = async (fields: string): Promise<unknown> => {
    socket.write(`GET / HTTP/1.1\r\nHost: x\r\n${fields}\r\n`)
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    return JSON.parse(chunk.toString().split('\r\n\r\n')[1] ?? '')
  }
  t.strictSame(await ask('X-Forwarded-For: a\r\nForwarded: for=1\r\nx-forwarded-for: b, c\r\nFORWARDED: for=2\r\n'), {
    forwarded: 'for=1,for=2',
    xForwardedFor: 'a,b, c',
  })
  t.strictSame(await ask(''), { forwarded: '', xForwardedFor: '' }, 'nothing is left of the request before')
})
