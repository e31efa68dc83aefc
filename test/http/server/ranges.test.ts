import { brotliCompressSync, gzipSync } from 'node:zlib'
import t from 'tap'
import { parseRange } from '../../../src/http/server/ranges.ts'
import type { Reply } from '../../../src/http/route/reply.ts'
import type { Route } from '../../../src/http/route/route.ts'
import { RawConnection, requestFor } from '../../support/raw-http.ts'
import type { RawAnswer } from '../../support/raw-http.ts'
import { startApp } from './start-app.ts'

const RANGES: readonly (readonly [field: string, parsed: ReturnType<typeof parseRange>])[] = [
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=0-99', { first: 0, last: 99 }],
  ['bytes=10-', { first: 10, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-1000', { first: 0, last: 99 }],
  ['bytes=50-1000', { first: 50, last: 99 }],
  ['BYTES=1-2', { first: 1, last: 2 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=99999999999999999999-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=2-1', null],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['bytes=a-b', null],
  ['bytes=-5-', null],
  ['bytes 0-1', null],
  ['lines=0-1', null],
  ['', null],
]

for (const [field, parsed] of RANGES) {
  t.test(`of 100 bytes ${JSON.stringify(field)} asks for ${JSON.stringify(parsed)}`, async (t) => {
    t.same(parseRange(field, 100), parsed)
  })
}

t.test('a body without bytes has no range', async (t) => {
  for (const field of ['bytes=0-', 'bytes=-1']) t.equal(parseRange(field, 0), 'unsatisfiable')
})

const BODY = Buffer.from('0123456789'.repeat(1000))
const BR = brotliCompressSync(BODY)
const GZIP = gzipSync(BODY)
const MODIFIED = Date.UTC(2026, 0, 2, 3, 4, 5)
const TAG = '"digest"'

const REPLY: Reply = {
  status: 200,
  mediaType: 'image/svg+xml',
  body: BODY,
  cacheControl: 'public, max-age=3600',
  encoded: { br: BR, gzip: GZIP },
  entityDigest: 'digest',
  ranges: true,
  lastModified: MODIFIED,
}

const ROUTES: readonly Route[] = [
  { path: '/asset', name: 'asset', answer: REPLY },
  { path: '/called', name: 'called', answer: () => ({ ...REPLY, ranges: false }) },
]

t.test('an asset goes out in codings that were made ahead, in parts, and as what the client holds', async (t) => {
  const { port } = await startApp(t, ROUTES)
  const connection = await RawConnection.open(port)
  t.teardown(() => connection.destroy())
  const ask = async (fields: readonly string[], method = 'GET', target = '/asset'): Promise<RawAnswer> => {
    const answer = await connection.ask(requestFor(target, fields, method))
    if (answer === null) throw new Error('no answer')
    return answer
  }

  t.test('codings made ahead are sent as they are, each with a tag made of the given digest', async (t) => {
    for (const [accepted, bytes, tag] of [
      ['br', BR, '"digest-br"'],
      ['gzip', GZIP, '"digest-gz"'],
      ['identity', BODY, TAG],
    ] as const) {
      const { body, headers, status } = await ask([`Accept-Encoding: ${accepted}`])
      t.equal(status, 200)
      t.ok(body.equals(bytes))
      t.equal(headers.get('etag'), tag)
      t.equal(headers.get('accept-ranges'), 'bytes')
      t.equal(headers.get('vary'), 'Accept-Encoding')
      t.equal((await ask([`Accept-Encoding: ${accepted}`, `If-None-Match: ${tag}`])).status, 304)
    }
  })

  t.test('one range is 206 with its bytes, uncompressed whatever the client accepts', async (t) => {
    for (const coding of ['identity', 'br, gzip']) {
      const { body, headers, status } = await ask(['Range: bytes=5-14', `Accept-Encoding: ${coding}`])
      t.equal(status, 206)
      t.equal(body.toString(), '5678901234')
      t.equal(headers.get('content-range'), 'bytes 5-14/10000')
      t.equal(headers.get('content-length'), '10')
      t.equal(headers.get('content-encoding'), undefined)
      t.equal(headers.get('content-type'), 'image/svg+xml')
      t.equal(headers.get('etag'), TAG)
      t.equal(headers.get('cache-control'), 'public, max-age=3600')
    }
  })

  t.test('a range that is not there is 416, which says how long the body is and is not kept', async (t) => {
    const { headers, status } = await ask(['Range: bytes=10000-'])
    t.equal(status, 416)
    t.equal(headers.get('content-range'), 'bytes */10000')
    t.equal(headers.get('cache-control'), 'no-store')
  })

  t.test('several ranges, malformed ones and those of a HEAD are not served: the whole is', async (t) => {
    for (const range of ['bytes=0-1,3-4', 'bytes=x', 'pages=1-2', 'bytes=4-2']) {
      const { body, status } = await ask([`Range: ${range}`, 'Accept-Encoding: identity'])
      t.equal(status, 200)
      t.equal(body.length, BODY.length)
    }
    const head = await ask(['Range: bytes=0-1', 'Accept-Encoding: identity'], 'HEAD')
    t.equal(head.status, 200)
    t.equal(head.headers.get('content-length'), String(BODY.length))
    t.equal(head.headers.get('accept-ranges'), 'bytes')
  })

  t.test('a route without ranges serves none', async (t) => {
    const { headers, status } = await ask(['Range: bytes=0-1'], 'GET', '/called')
    t.equal(status, 200)
    t.equal(headers.get('accept-ranges'), undefined)
  })

  t.test('If-Range lets a part out only while the body is the one that the client began with', async (t) => {
    const date = new Date(MODIFIED).toUTCString()
    for (const [held, status] of [
      [TAG, 206],
      [date, 200],
      [`W/${TAG}`, 200],
      ['"digest-br"', 200],
      ['"other"', 200],
      ['yesterday', 200],
    ] as const) {
      t.equal((await ask(['Range: bytes=0-1', `If-Range: ${held}`])).status, status, held)
    }
  })

  t.test('what the client holds already comes before its range', async (t) => {
    t.equal((await ask(['Range: bytes=0-1', `If-None-Match: ${TAG}`])).status, 304)
    t.equal((await ask(['Range: bytes=0-1', 'If-None-Match: "other"'])).status, 206)
  })
})
