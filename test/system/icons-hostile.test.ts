// Requests that no honest client sends, at every address of the icons host.
import { connect } from 'node:net'
import t from 'tap'
import { createIconsClient, jsonOf, newAddress, type Asked, type IconsClient } from '../support/icons-client.ts'
import { startOwnService } from '../support/own-catalogue.ts'
import type { RawAnswer } from '../support/raw-http.ts'
import { createRandomIconsRequests } from '../support/random-icons-requests.ts'
import { metricOf } from '../support/small-icons-service.ts'

/** A longer run has RANDOM_REQUESTS=1000000. */
const REQUESTS = Number(process.env['RANDOM_REQUESTS'] ?? 6000)
const CONNECTIONS = 16
/** A request without an answer for this long counts as hanging. */
const SILENCE_MS = 15_000
const SEED = 4_232_026

t.setTimeout(900_000 + REQUESTS)

const service = await startOwnService(t, { HOSTS: 'icons', TRUSTED_PROXIES: '127.0.0.1/32' })
const port = Number(new URL(service.iconsUrl).port)
const client = createIconsClient(t, service.iconsUrl)
const token = await client.newToken()
const assertion = await client.newAssertion()

const randomRequest = createRandomIconsRequests(SEED, { assertion, token })

/** Sends one request on a new connection. @returns its status, 0 if there is no answer, or -1 if there is none in time */
function statusOf(request: Buffer): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (status: number): void => {
      socket.destroy()
      resolve(status)
    }
    socket.setTimeout(SILENCE_MS, () => end(-1))
    let received = ''
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1', 0, 200)
      // Interim answers (1xx) come before the final one.
      const status = /^(?:HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n)*HTTP\/1\.1 ([2-5]\d\d) /.exec(received)?.[1]
      if (status !== undefined) end(Number(status))
    })
    socket.once('error', () => end(0))
    socket.once('close', () => end(0))
    socket.write(request)
  })
}

t.test(`${REQUESTS} random requests get an answer, and never a 5xx`, async (t) => {
  const statuses = new Map<number, number>()
  const faults: string[] = []
  let sent = 0
  const run = async (): Promise<void> => {
    while (sent < REQUESTS && faults.length < 20) {
      sent += 1
      const request = randomRequest()
      const status = await statusOf(request)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      // uWebSockets.js itself answers 505 if the request line is not that of HTTP/1.1.
      if (status <= 0 || (status >= 500 && status !== 505))
        faults.push(`${status} for ${JSON.stringify(request.toString('latin1').slice(0, 2000))}`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, run))
  t.comment(Object.fromEntries(statuses))
  t.strictSame(faults, [])
  for (const status of [200, 204, 304, 400, 401, 403, 404, 405, 406, 413, 415])
    t.ok(statuses.has(status), `${status} was among the answers`)
})

const LONG = 'x'.repeat(20_000)
const deep = (open: string, close: string, levels: number): string => open.repeat(levels) + close.repeat(levels)
const rpc = (params: unknown): string => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })

/** Requests that exceed a limit, and their statuses. */
const TOO_MUCH: readonly (readonly [
  name: string,
  status: number,
  send: (client: IconsClient) => Promise<RawAnswer>,
])[] = [
  ['a query of 20,000 signs', 400, ({ ask }) => ask(`/api/v1/icons?q=${LONG}`)],
  ['a prefix of 20,000 signs', 400, ({ ask }) => ask(`/api/v1/suggest?prefix=${LONG}`)],
  ['an id of 20,000 signs', 404, ({ ask }) => ask(`/api/v1/icons/${LONG}`)],
  ['a file name of 20,000 signs', 404, ({ ask }) => ask(`/assets/${LONG}.svg`)],
  ['a page number of 20,000 digits', 200, ({ ask }) => ask(`/?page=${'9'.repeat(20_000)}`)],
  ['an offset of 20,000 digits', 400, ({ ask }) => ask(`/api/v1/icons?offset=${'9'.repeat(20_000)}`)],
  ['5,000 parameters', 200, ({ ask }) => ask(`/api/v1/icons?${'a=b&'.repeat(5000)}`)],
  ['2,500 hops of proxies', 200, ({ ask }) => ask('/api/v1/sets', { from: newAddress() + ', 127.0.0.1'.repeat(2500) })],
  ['a token of 20,000 signs', 200, ({ ask }) => ask('/api/v1/sets', { token: LONG })],
  ['our token with 20,000 signs more', 401, ({ ask }) => ask('/api/v1/sets', { token: token + LONG })],
  ['an MCP body over its limit', 413, ({ post }) => post('/mcp', rpc({ x: 'x'.repeat(2_000_000) }))],
  ['a guides body over its limit', 413, ({ post }) => post('/mcp/docs', rpc({ x: 'x'.repeat(2_000_000) }))],
  ['an A2A body over its limit', 413, ({ post }) => post('/a2a', rpc({ x: 'x'.repeat(2_000_000) }))],
  ['20,000 levels of JSON to MCP', 400, ({ post }) => post('/mcp', deep('[', ']', 20_000))],
  ['20,000 levels of objects to MCP', 400, ({ post }) => post('/mcp', `${'{"a":'.repeat(9000)}1`)],
  ['20,000 levels of JSON to A2A', 400, ({ post }) => post('/a2a', deep('[', ']', 20_000))],
  ['a batch of 10,000 messages', 400, ({ post }) => post('/mcp', `[${'{},'.repeat(10_000)}{}]`)],
  ['a batch of nothing', 400, ({ post }) => post('/mcp', '[]')],
]

for (const [name, status, send] of TOO_MUCH) {
  t.test(`${name} is answered with ${status}`, async (t) => {
    const answer = await send(client)
    t.equal(answer.status, status)
    if (status >= 400) t.ok(jsonOf(answer)['error'], 'in the form of its interface')
    t.equal((await client.ask('/healthz')).status, 200, 'and the next request is read from where it begins')
  })
}

t.test('a head past its limit is refused', async (t) => {
  for (const asked of [{ token: 'x'.repeat(40_000) }, { fields: [`X: ${'x'.repeat(40_000)}`] }] satisfies Asked[]) {
    t.equal((await createIconsClient(t, service.iconsUrl).ask('/api/v1/sets', asked)).status, 431)
  }
})

t.test('no answer was a server error, nothing is left under way, and nothing was logged but requests', async (t) => {
  t.equal((await client.ask('/readyz')).status, 200)
  t.match(jsonOf(await client.ask('/api/v1/icons?q=rain')), { total: 59 })
  // The end of streams is noticed a little later, and metrics are updated once a second.
  let left = 1
  for (let looks = 0; left > 0 && looks < 100; looks++) {
    left = await metricOf(service, 'signpost_http_in_flight')
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, 100))
  }
  t.equal(left, 0)
  t.strictSame(
    // All tests share the catalogue through a link, which is logged at each start.
    service.logs.filter(({ level, links }) => level >= 40 && links === undefined),
    [],
  )
  t.strictSame(await service.stop(), { code: 0, signal: null })
})
