import t from 'tap'
import { startParts } from '../start-oauth.ts'
import { newClientKey, REQUIRED, startSigningClient, type ClientKey, type SigningClient } from './signing-client.ts'

const parts = await startParts(t)
const KEY = await newClientKey()

/** Sends a code with an assertion. @returns status and error */
async function attempt(client: SigningClient, key: ClientKey): Promise<readonly [status: number, error: unknown]> {
  const { body, status } = await client.exchange(await client.code(), await client.credentials(key))
  return [status, body['error']]
}
const GOOD = [200, undefined] as const
const UNKNOWN = [400, 'invalid_client'] as const
const AWAY = [503, 'temporarily_unavailable'] as const
const count = (client: SigningClient, path: string): number =>
  client.server.requests.filter((request) => request === path).length

t.test('a new key is found when an assertion names it, and is not looked for again and again', async (t) => {
  const [next, nobody] = [await newClientKey(), await newClientKey()]
  const client = await startSigningClient(t, parts, { keys: [KEY] })
  t.strictSame(await attempt(client, KEY), GOOD)
  client.jwks = { keys: [next.publicJwk] }
  t.strictSame(await attempt(client, next), UNKNOWN, 'the keys were fetched a moment ago')
  client.oauth.pass(30)
  t.strictSame(await attempt(client, next), GOOD)
  t.strictSame(await attempt(client, KEY), UNKNOWN, 'the old key is gone')
  t.equal(count(client, '/jwks.json'), 2)
  for (let n = 0; n < 20; n++) await attempt(client, nobody)
  client.oauth.pass(31)
  await Promise.all(Array.from({ length: 20 }, () => attempt(client, nobody)))
  t.equal(count(client, '/jwks.json'), 3)
  t.strictSame(await attempt(client, next), GOOD)
})

t.test('a new key in the document itself is found in the same way', async (t) => {
  const [next, nobody] = [await newClientKey(), await newClientKey()]
  const client = await startSigningClient(t, parts)
  client.members = { ...REQUIRED, jwks: { keys: [KEY.publicJwk] } }
  t.strictSame(await attempt(client, KEY), GOOD)
  client.members = { ...REQUIRED, jwks: { keys: [next.publicJwk] } }
  client.oauth.pass(30)
  t.strictSame(await attempt(client, next), GOOD)
  for (let n = 0; n < 20; n++) t.strictSame(await attempt(client, nobody), UNKNOWN)
  t.equal(count(client, '/client.json'), 2)
})

t.test('a key that was removed is refused after an hour, whatever lifetime was stated', async (t) => {
  for (const where of ['/jwks.json', '/client.json']) {
    const next = await newClientKey()
    const client = await startSigningClient(t, parts, { keys: [KEY] })
    const send = client.server.answer
    client.server.answer = (request, response) => {
      response.setHeader('Cache-Control', 'max-age=604800')
      send(request, response)
    }
    if (where === '/client.json') client.members = { ...REQUIRED, jwks: client.jwks }
    t.strictSame(await attempt(client, KEY), GOOD)
    client.jwks = { keys: [next.publicJwk] }
    if (where === '/client.json') client.members = { ...REQUIRED, jwks: client.jwks }
    client.oauth.pass(3599)
    t.strictSame(await attempt(client, KEY), GOOD)
    client.oauth.pass(2)
    t.strictSame(await attempt(client, KEY), UNKNOWN, where)
    t.strictSame(await attempt(client, next), GOOD)
  }
})

const SETS: readonly (readonly [what: string, set: unknown])[] = [
  ['an empty set', { keys: [] }],
  ['a list', [KEY.publicJwk]],
  ['private keys', { keys: [{ ...KEY.publicJwk, d: 'a' }] }],
  ['a secret under the same kid', { keys: [{ kty: 'oct', k: 'a', kid: KEY.publicJwk.kid }] }],
  ['a text', 'keys'],
  ['more than 16 KiB', { keys: [KEY.publicJwk], more: 'a'.repeat(16 * 1024) }],
  ['10 MB', { keys: [KEY.publicJwk], more: 'a'.repeat(10_000_000) }],
  ['a point that is on no curve', { keys: [{ ...KEY.publicJwk, x: 'A'.repeat(43) }] }],
  ['numbers for coordinates', { keys: [{ ...KEY.publicJwk, x: 5 }] }],
]

for (const [what, set] of SETS) {
  t.test(`keys that are ${what} verify nothing, and are good once they are mended`, async (t) => {
    const client = await startSigningClient(t, parts, { keys: [KEY] })
    const good = client.jwks
    client.jwks = set
    // A key that has the form of one was read, so it is the assertion that is wrong.
    t.strictSame(await attempt(client, KEY), what === 'a point that is on no curve' ? UNKNOWN : AWAY)
    client.jwks = good
    // What was read as a key is kept for half a minute at least.
    client.oauth.pass(601)
    t.strictSame(await attempt(client, KEY), GOOD)
  })
}

t.test('keys that cannot be fetched make the client come again, and cost it nothing', async (t) => {
  const client = await startSigningClient(t, parts, { keys: [KEY] })
  const good = client.server.answer
  for (const fails of ['status', 'redirect', 'connection'] as const) {
    client.server.answer = (request, response) => {
      if (request.url?.endsWith('/jwks.json') !== true) return good(request, response)
      if (fails === 'connection') response.destroy()
      else if (fails === 'status') response.writeHead(500).end()
      else response.writeHead(302, { Location: client.server.url('/other.json') }).end()
    }
    const made = await client.code()
    const { headers, status } = await client.exchange(made, await client.credentials(KEY))
    t.strictSame([status, headers.get('retry-after')], [503, '5'], fails)
    client.server.answer = good
    t.equal((await client.exchange(made, await client.credentials(KEY))).status, 200)
    client.oauth.pass(601)
  }
})

t.test('a site with a page of maintenance makes the client come again, and its tokens stay good', async (t) => {
  const client = await startSigningClient(t, parts, { keys: [KEY] })
  const { refresh } = await client.pair(KEY)
  const good = client.server.answer
  client.oauth.pass(3601)
  client.server.answer = (_, response) => void response.setHeader('Content-Type', 'text/html').end('<p>Soon again')
  const { body, headers, status } = await client.refresh(refresh, await client.credentials(KEY))
  t.strictSame([status, body['error'], headers.get('retry-after')], [...AWAY, '5'])
  client.server.answer = good
  t.equal((await client.refresh(refresh, await client.credentials(KEY))).status, 200)
})

t.test('a site that sends its keys without end or end of time is given up', async (t) => {
  for (const slow of ['never', 'drop by drop'] as const) {
    const client = await startSigningClient(t, parts, { keys: [KEY], fetching: { timeoutMs: 1500 } })
    const good = client.server.answer
    client.server.answer = (request, response) => {
      if (request.url?.endsWith('/jwks.json') !== true) return good(request, response)
      if (slow === 'never') return
      response.setHeader('Content-Type', 'application/json').write('{"keys":[')
      const timer = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(timer))
    }
    t.strictSame(await attempt(client, KEY), AWAY, slow)
  }
})

t.test('keys at an address that is not public are not asked for, by name or by number', async (t) => {
  const client = await startSigningClient(t, parts, {
    keys: [KEY],
    fetching: { resolve: async (host) => (host === 'client.example' ? ['127.0.0.1'] : ['10.0.0.1']) },
  })
  const { port } = client.server
  for (const url of [
    'https://10.0.0.1/jwks.json',
    'https://169.254.169.254/latest/meta-data',
    'https://[fd00::1]/jwks.json',
    `https://[::ffff:127.0.0.1]:${port}/jwks.json`,
    `https://private.example:${port}/jwks.json`,
  ]) {
    client.members = { ...REQUIRED, jwks_uri: url }
    client.oauth.pass(601)
    const before = client.server.connections()
    const made = await client.code()
    t.equal(client.server.connections(), before + 1, 'the document')
    const { body, status } = await client.exchange(made, await client.credentials(KEY))
    t.strictSame([status, body['error']], AWAY, url)
    t.equal(client.server.connections(), before + 1, url)
  }
})

t.test('a service on a public address asks no loopback address for keys', async (t) => {
  const client = await startSigningClient(t, parts, { keys: [KEY] })
  const made = await client.code()
  const strict = await startSigningClient(t, parts, {
    keys: [KEY],
    server: client.server,
    fetching: { allowLoopback: false },
  })
  const { body, status } = await strict.exchange(made, await client.credentials(KEY))
  t.strictSame([status, body['error']], AWAY)
  t.equal(count(client, '/jwks.json'), 0)
})

t.test('documents and keys share what one address may have fetched', async (t) => {
  const client = await startSigningClient(t, parts, { keys: [KEY] })
  const statuses: number[] = []
  for (let n = 0; n < 40; n++) {
    const client_id = client.server.url(`/client.json?${n}`)
    const assertion = await client.credentials(KEY, { iss: client_id, sub: client_id })
    const body = new URLSearchParams({ ...(assertion as object), grant_type: 'refresh_token', client_id }).toString()
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    statuses.push((await client.oauth.ask('/token', { method: 'POST', body, headers }, '10.9.9.9')).status)
  }
  // One of the thirty fetches is that of the keys, which all of these documents share.
  t.strictSame(
    statuses.map((status) => status === 503),
    Array.from({ length: 40 }, (_, n) => n >= 29),
  )
})
