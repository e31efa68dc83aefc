import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { ServerResponse } from 'node:http'
import t from 'tap'
import { createFetchDocument } from '../../../src/oauth/client/fetch-document.ts'
import type { FetchedDocument } from '../../../src/oauth/client/fetch-document.ts'
import { makeCertificate, sendDocument, startMetadataServer } from './metadata-server.ts'

const server = await startMetadataServer(t)
const good = server.answer
const HERE = ['127.0.0.1']

/** Fetches from the server as if name servers gave these addresses. */
function fetcher(addresses: readonly string[], allowLoopback = true, timeoutMs = 20_000) {
  const asked: string[] = []
  const fetchDocument = createFetchDocument({
    allowLoopback,
    timeoutMs,
    ca: server.ca,
    resolve: async (host) => {
      asked.push(host)
      return addresses
    },
  })
  return { fetchDocument, asked }
}

const faultOf = (fetched: FetchedDocument): string | null => (fetched.ok ? null : fetched.fault)

t.beforeEach(() => {
  server.answer = good
})

t.test('a document is fetched from the address that was judged, by one question to name servers', async (t) => {
  const { asked, fetchDocument } = fetcher(HERE)
  let fields: unknown
  server.answer = (request, response) => {
    fields = [request.method, request.headers.accept, request.headers['accept-encoding'], request.headers.host]
    sendDocument(response, server.url('/a'), {}, { 'Cache-Control': 'max-age=60' })
  }
  const fetched = await fetchDocument(server.url('/a?b=c'))
  if (!fetched.ok) return t.fail(fetched.fault)
  t.strictSame(fields, ['GET', 'application/json', 'identity', `client.example:${server.port}`])
  t.equal(server.requests.at(-1), '/a?b=c')
  t.match(JSON.parse(Buffer.from(fetched.body).toString()), { client_id: server.url('/a') })
  t.equal(fetched.headers['cache-control'], 'max-age=60')
  t.strictSame(asked, ['client.example'])
})

const FORBIDDEN: readonly (readonly [what: string, addresses: readonly string[]])[] = [
  ['loopback', ['127.0.0.1']],
  ['IPv6 loopback', ['::1']],
  ['a private network', ['10.0.0.1']],
  ['the metadata service of a cloud', ['169.254.169.254']],
  ['unspecified', ['0.0.0.0']],
  ['mapped into IPv6', ['::ffff:127.0.0.1']],
  ['NAT64', ['64:ff9b::7f00:1']],
  ['6to4', ['2002:7f00:1::']],
  ['a good one and a bad one', ['93.184.215.14', '127.0.0.1']],
  ['a bad one and a good one', ['::1', '2606:4700:4700::1111']],
  ['none', []],
  ['no address at all', ['client.example']],
]

for (const [what, addresses] of FORBIDDEN) {
  t.test(`a host whose addresses are ${what} is not connected to`, async (t) => {
    const before = server.connections()
    t.equal(faultOf(await fetcher(addresses, false).fetchDocument(server.url('/a'))), 'unreachable')
    t.equal(server.connections(), before)
  })
}

const LITERALS = [
  '127.0.0.1',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '10.0.0.1',
  '0.0.0.0',
  '169.254.169.254',
]

for (const host of LITERALS) {
  t.test(`the literal address ${host} is not connected to`, async (t) => {
    const { asked, fetchDocument } = fetcher(HERE, false)
    const before = server.connections()
    t.equal(faultOf(await fetchDocument(`https://${host}:${server.port}/a`)), 'unreachable')
    t.equal(server.connections(), before)
    t.strictSame(asked, [])
  })
}

t.test('one bad address among those of a host is enough, also where loopback is allowed', async (t) => {
  const before = server.connections()
  t.equal(faultOf(await fetcher(['127.0.0.1', '10.0.0.1']).fetchDocument(server.url('/a'))), 'unreachable')
  t.equal(server.connections(), before)
})

t.test('this machine may be asked where this service is on a loopback address', async (t) => {
  t.ok((await fetcher([]).fetchDocument(`https://127.0.0.1:${server.port}/a`)).ok)
  const { fetchDocument } = { fetchDocument: createFetchDocument({ allowLoopback: true, ca: server.ca }) }
  t.ok((await fetchDocument(`https://localhost:${server.port}/a`)).ok)
})

t.test('name servers that do not know, and ones that never answer, end the fetch', async (t) => {
  const rejects = createFetchDocument({ allowLoopback: true, resolve: () => Promise.reject(new Error('SERVFAIL')) })
  t.equal(faultOf(await rejects(server.url('/a'))), 'unreachable')
  const hangs = createFetchDocument({ allowLoopback: true, timeoutMs: 50, resolve: () => new Promise(() => {}) })
  t.equal(faultOf(await hangs(server.url('/a'))), 'unreachable')
})

t.test('a certificate that nobody vouches for, or of another host, ends the fetch', async (t) => {
  const resolve = async () => HERE
  const others = createFetchDocument({ allowLoopback: true, resolve, ca: makeCertificate().cert })
  t.equal(faultOf(await others(server.url('/a'))), 'unreachable')
  t.equal(faultOf(await fetcher(HERE).fetchDocument(`https://other.example:${server.port}/a`)), 'unreachable')
})

const ANSWERS: readonly (readonly [what: string, fault: string, answer: (response: ServerResponse) => void])[] = [
  ['a redirect to a good document', 'status', (r) => r.writeHead(302, { Location: server.url('/good') }).end()],
  ['a permanent redirect', 'status', (r) => r.writeHead(308, { Location: 'http://127.0.0.1/' }).end()],
  ['404', 'status', (r) => r.writeHead(404, { 'Content-Type': 'application/json' }).end('{}')],
  ['500', 'status', (r) => r.writeHead(500).end()],
  ['201', 'status', (r) => r.writeHead(201, { 'Content-Type': 'application/json' }).end('{}')],
  ['204', 'status', (r) => r.writeHead(204).end()],
  ['HTML', 'media-type', (r) => r.writeHead(200, { 'Content-Type': 'text/html' }).end('{}')],
  ['no media type', 'media-type', (r) => r.writeHead(200).end('{}')],
  [
    'a media type that begins like JSON',
    'media-type',
    (r) => r.writeHead(200, { 'Content-Type': 'application/jsonx' }).end('{}'),
  ],
  ['text/json', 'media-type', (r) => r.writeHead(200, { 'Content-Type': 'text/json' }).end('{}')],
  ['plain text', 'media-type', (r) => r.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' }).end('{}')],
  ['a document in a coding that nobody knows', 'coding', (r) => sendCoded(r, 'zstd', Buffer.from('{}'))],
  ['a document in two codings', 'coding', (r) => sendCoded(r, 'gzip, br', gzipSync(brotliCompressSync('{}')))],
  ['a document that is not in its coding', 'coding', (r) => sendCoded(r, 'gzip', Buffer.from('{}'))],
  ['half a compressed document', 'coding', (r) => sendCoded(r, 'gzip', gzipSync('{}'.padEnd(500)).subarray(0, 15))],
  ['a gzip bomb', 'too-large', (r) => sendCoded(r, 'gzip', gzipSync(Buffer.alloc(10e6)))],
  ['a brotli bomb', 'too-large', (r) => sendCoded(r, 'br', brotliCompressSync(Buffer.alloc(100e6)))],
  ['a deflate bomb', 'too-large', (r) => sendCoded(r, 'deflate', deflateSync(Buffer.alloc(10e6)))],
  [
    'a compressed document of one byte too many',
    'too-large',
    (r) => sendCoded(r, 'gzip', gzipSync('{}'.padEnd(16_385))),
  ],
  ['a compressed document that is too large itself', 'too-large', (r) => sendCoded(r, 'gzip', Buffer.alloc(16_385))],
  [
    'a document whose length is said to be too large',
    'too-large',
    (r) => r.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '16385' }).end('{}'.padEnd(16_385)),
  ],
  ['a document that goes on for ever', 'too-large', (r) => sendForEver(r)],
  ['an answer that breaks off', 'unreachable', (r) => breakOff(r)],
  ['fields that go on for ever', 'unreachable', (r) => r.writeHead(200, { 'X-Long': 'a'.repeat(17_000) }).end()],
]

function sendCoded(response: ServerResponse, coding: string, body: Buffer): void {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': coding }).end(body)
}

function sendForEver(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  const send = (): void => {
    while (!response.destroyed && response.write(' '.repeat(1024)));
  }
  response.on('drain', send)
  send()
}

function breakOff(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' })
  response.write('{"client_id":')
  setImmediate(() => response.destroy())
}

for (const [what, fault, answer] of ANSWERS) {
  t.test(`${what} is no document`, async (t) => {
    server.answer = (_request, response) => answer(response)
    const before = server.requests.length
    t.equal(faultOf(await fetcher(HERE).fetchDocument(server.url('/a'))), fault)
    t.equal(server.requests.length, before + 1, 'it was asked once')
  })
}

const CODINGS: readonly (readonly [coding: string, encode: (text: string) => Buffer])[] = [
  ['gzip', gzipSync],
  ['GZip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['identity', (text) => Buffer.from(text)],
]

for (const [coding, encode] of CODINGS) {
  t.test(`a document that is sent with the coding ${coding} is read, although none was asked for`, async (t) => {
    const text = JSON.stringify({ client_name: 'Zoë' }).padEnd(16_384 - 1)
    server.answer = (_request, response) => sendCoded(response, coding, encode(text))
    const fetched = await fetcher(HERE).fetchDocument(server.url('/a'))
    t.equal(fetched.ok && Buffer.from(fetched.body).toString(), text, faultOf(fetched) ?? coding)
  })
}

t.test('a document of 16,384 bytes is read, of JSON by another name too', async (t) => {
  for (const type of ['application/json; charset=utf-8', 'application/client-metadata+json', 'Application/JSON']) {
    server.answer = (_request, response) => response.writeHead(200, { 'Content-Type': type }).end('{}'.padEnd(16_384))
    const fetched = await fetcher(HERE).fetchDocument(server.url('/a'))
    t.ok(fetched.ok && fetched.body.byteLength === 16_384, type)
  }
})

t.test('a server that drips its answer is left when the time for all of it is over', async (t) => {
  let timer: NodeJS.Timeout | undefined
  const gone = new Promise<void>((resolve) => {
    server.answer = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      timer = setInterval(() => response.write(' '), 10)
      response.on('close', resolve)
    }
  })
  t.equal(faultOf(await fetcher(HERE, true, 3000).fetchDocument(server.url('/a'))), 'unreachable')
  await gone
  clearInterval(timer)
})

t.test('a server that accepts and says nothing is left', async (t) => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  t.teardown(() => silent.close())
  const { port } = silent.address() as AddressInfo
  t.equal(faultOf(await fetcher(HERE, true, 100).fetchDocument(`https://client.example:${port}/a`)), 'unreachable')
})
