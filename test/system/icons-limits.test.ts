// Limits of clients over HTTP, with one and several processes (docs/spec/interface.md §8, docs/spec/choices.md §3).
import t, { type Test } from 'tap'
import {
  createIconsClient,
  jsonOf,
  JWT_BEARER,
  LIMITED,
  newAddress,
  refusalOf,
  type Asked,
  type IconsClient,
} from '../support/icons-client.ts'
import { limitsAreShared, signingKeyFile, startNodes, startSmallIcons } from '../support/small-icons-service.ts'
import type { RawAnswer } from '../support/raw-http.ts'
import { seededRandom } from '../support/search-fixture.ts'
import { startRedis } from '../support/start-redis.ts'
import { startService } from '../support/start-service.ts'

const ANONYMOUS = 120
const AGENT = 600
const REGISTRATION = 10
const SEED = 4_220

const redis = await startRedis(t)
const alone = await startSmallIcons(t)
const nodes = await startNodes(t, 2, { REDIS_URL: redis.url, ICONS_SIGNING_KEY_FILE: await signingKeyFile(t) })
await Promise.all(nodes.map((node) => limitsAreShared(node, redis)))

/** Makes a function that chooses one of the limited interfaces at random. */
function createMix(seed: number) {
  const random = seededRandom(seed)
  const kinds = Object.values(LIMITED)
  return (client: IconsClient, asked: Asked) => kinds[Math.floor(random() * kinds.length)]!(client, asked)
}

/** One client for each process. Requests go to the clients in turns. */
const SETTINGS: readonly (readonly [name: string, clients: readonly IconsClient[]])[] = [
  ['one process', [createIconsClient(t, alone.iconsUrl)]],
  ['two processes that share a Redis', nodes.map(({ nodeUrl }) => createIconsClient(t, nodeUrl))],
]

const remainingOf = ({ headers }: RawAnswer): number => Number(/;r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])

/** Asserts the exact header fields of limits, as far as a test can know the time. */
function hasLimitFields(t: Test, answer: RawAnswer, policy: string, limit: number, remaining: number): void {
  t.equal(answer.headers.get('ratelimit-policy'), `"${policy}";q=${limit};w=60`)
  t.match(answer.headers.get('ratelimit'), new RegExp(`^"${policy}";r=${remaining};t=([1-9]|[1-5]\\d|60)$`))
}

for (const [setting, clients] of SETTINGS) {
  const turn = (n: number): IconsClient => clients[n % clients.length]!

  t.test(`${setting}: 120 requests of an address pass over all interfaces, and the 121st does not`, async (t) => {
    const mix = createMix(SEED)
    for (const from of [newAddress(), newAddress()]) {
      for (let n = 0; n < ANONYMOUS; n++) {
        const answer = await mix(turn(n), { from })
        if (answer.status === 429 || remainingOf(answer) !== ANONYMOUS - n - 1)
          t.fail(`request ${n} is ${answer.status} with ${answer.headers.get('ratelimit')}`)
      }
      for (const client of clients) {
        for (const [kind, ask] of Object.entries(LIMITED)) {
          const answer = await ask(client, { from })
          t.equal(answer.status, 429, kind)
          hasLimitFields(t, answer, 'anonymous', ANONYMOUS, 0)
          const wait = Number(answer.headers.get('retry-after'))
          t.ok(Number.isInteger(wait) && wait >= 1 && wait <= 60, `wait ${wait} s`)
          t.equal(answer.headers.get('access-control-allow-origin'), '*')
          if (/^(?:MCP|A2A)/.test(kind)) {
            const id = kind === 'MCP garbage' ? null : 7
            t.match(jsonOf(answer), { jsonrpc: '2.0', id, error: { data: { code: 'rate_limited' } } })
          } else t.strictSame(refusalOf(answer), [429, 'rate_limited'])
        }
      }
    }
  })

  t.test(`${setting}: 600 requests of a registration pass, and cost its address nothing`, async (t) => {
    const mix = createMix(SEED + 1)
    const from = newAddress()
    const assertion = await turn(0).newAssertion()
    const tokens: string[] = []
    for (let n = 0; n < 3; n++) {
      const { access_token: token } = jsonOf(await turn(n).exchange({ grant_type: JWT_BEARER, assertion }))
      tokens.push(token as string)
    }
    t.equal(new Set(tokens).size, 3)
    for (let n = 0; n < AGENT; n++) {
      const answer = await mix(turn(n), { from, token: tokens[n % 3]! })
      if (answer.status === 429 || remainingOf(answer) !== AGENT - n - 1)
        t.fail(`request ${n} is ${answer.status} with ${answer.headers.get('ratelimit')}`)
    }
    for (const [kind, ask] of Object.entries(LIMITED)) {
      for (const [n, token] of tokens.entries()) {
        const answer = await ask(turn(n), { token })
        t.equal(answer.status, 429, `${kind}, from another address and with another token of the same registration`)
        hasLimitFields(t, answer, 'agent', AGENT, 0)
      }
    }
    const anonymous = await turn(0).ask('/api/v1/sets', { from })
    t.equal(anonymous.status, 200)
    hasLimitFields(t, anonymous, 'anonymous', ANONYMOUS, ANONYMOUS - 1)
    const other = await turn(1).ask('/api/v1/sets', { from, token: await turn(0).newToken() })
    hasLimitFields(t, other, 'agent', AGENT, AGENT - 1)
  })

  t.test(`${setting}: registration and exchange share 10 requests of an address`, async (t) => {
    const from = newAddress()
    const assertion = jsonOf(await turn(0).register({ from }))['identity_assertion'] as string
    const kinds = [
      (client: IconsClient) => client.register({ from }),
      (client: IconsClient) => client.exchange({ grant_type: JWT_BEARER, assertion }, { from }),
      (client: IconsClient) => client.exchange({ grant_type: 'none' }, { from }),
      (client: IconsClient) => client.post('/agent/identity', { type: 'service_auth' }, { from }),
    ]
    for (let n = 1; n < REGISTRATION; n++) {
      const answer = await kinds[n % kinds.length]!(turn(n))
      t.equal(answer.status, n % kinds.length > 1 ? 400 : 200)
      hasLimitFields(t, answer, 'registration', REGISTRATION, REGISTRATION - n - 1)
    }
    for (const [n, ask] of kinds.entries()) {
      const answer = await ask(turn(n))
      t.strictSame(refusalOf(answer), [429, 'temporarily_unavailable'])
      t.type(jsonOf(answer)['error_description'], 'string')
      t.ok(Number(answer.headers.get('retry-after')) >= 1)
      hasLimitFields(t, answer, 'registration', REGISTRATION, 0)
    }
    hasLimitFields(t, await turn(0).ask('/api/v1/sets', { from }), 'anonymous', ANONYMOUS, ANONYMOUS - 1)
    t.equal((await turn(0).register()).status, 200, 'another address may')
  })

  t.test(`${setting}: each message of a batch counts, and one that does not fit is refused whole`, async (t) => {
    const from = newAddress()
    const batch = (length: number) => Array.from({ length }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }))
    let left = ANONYMOUS
    for (const [n, size] of [1, 2, 50, 47].entries()) {
      const answer = await turn(n).post(n === 1 ? '/mcp/docs' : '/mcp', batch(size), { from })
      left -= size
      t.equal(answer.status, 200)
      t.equal((jsonOf(answer) as unknown as unknown[]).length, size)
      hasLimitFields(t, answer, 'anonymous', ANONYMOUS, left)
    }
    t.equal(left, 20)
    for (const path of ['/mcp', '/mcp/docs', '/a2a']) {
      const answer = await turn(0).post(path, batch(21), { from })
      t.equal(answer.status, 429, path)
      t.match(jsonOf(answer), { jsonrpc: '2.0', id: null, error: { data: { code: 'rate_limited' } } })
      hasLimitFields(t, answer, 'anonymous', ANONYMOUS, 20)
    }
    t.equal((await turn(1).post('/mcp', batch(20), { from })).status, 200, 'one that fits passes')
    t.equal((await turn(0).ask('/api/v1/sets', { from })).status, 429)
  })
}

t.test('requests at once pass as many as the limit says, on two processes', async (t) => {
  const from = newAddress()
  const clients = nodes.flatMap(({ nodeUrl }) => Array.from({ length: 8 }, () => createIconsClient(t, nodeUrl)))
  const statuses = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => (await clients[n % 16]!.ask('/api/v1/sets', { from })).status),
  )
  t.equal(statuses.filter((status) => status === 200).length, ANONYMOUS)
  t.equal(statuses.filter((status) => status === 429).length, 80)
})

t.test('every answer of the limited interfaces carries the limit', async (t) => {
  const client = createIconsClient(t, alone.iconsUrl)
  const token = await client.newToken()
  for (const [kind, ask] of Object.entries(LIMITED)) {
    hasLimitFields(t, await ask(client), 'anonymous', ANONYMOUS, ANONYMOUS - 1)
    t.comment(kind)
  }
  for (const [n, ask] of Object.values(LIMITED).entries())
    hasLimitFields(t, await ask(client, { token }), 'agent', AGENT, AGENT - n - 1)
  const { headers } = await client.ask('/api/v1/sets')
  const unchanged = await client.ask('/api/v1/sets', { fields: [`If-None-Match: ${headers.get('etag')}`] })
  t.equal(unchanged.status, 304)
  hasLimitFields(t, unchanged, 'anonymous', ANONYMOUS, ANONYMOUS - 1)
  const head = await client.ask('/api/v1/icons?q=circle', { method: 'HEAD' })
  hasLimitFields(t, head, 'anonymous', ANONYMOUS, ANONYMOUS - 1)
  const notification = await client.post('/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' })
  t.equal(notification.status, 202)
  hasLimitFields(t, notification, 'anonymous', ANONYMOUS, ANONYMOUS - 1)
})

t.test('so does a stream of events', async (t) => {
  const params = { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'circle' }] } }
  const response = await fetch(`${alone.iconsUrl}/a2a`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'A2A-Version': '1.0', 'X-Forwarded-For': newAddress() },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params }),
  })
  t.equal(response.headers.get('content-type'), 'text/event-stream')
  t.equal(response.headers.get('ratelimit-policy'), '"anonymous";q=120;w=60')
  t.match(response.headers.get('ratelimit'), /^"anonymous";r=119;t=60$/)
  t.match(await response.text(), /own-circle/)
})

t.test('addresses of one IPv6 network of 64 bits are one client', async (t) => {
  const { ask } = createIconsClient(t, alone.iconsUrl)
  const left = async (from: string): Promise<number> => remainingOf(await ask('/api/v1/sets', { from }))
  t.equal(await left('2001:db8:1:2::1'), 119)
  t.equal(await left('2001:db8:1:2:ffff:ffff:ffff:ffff'), 118)
  t.equal(await left('2001:0DB8:0001:0002::77'), 117)
  t.equal(await left('[2001:db8:1:2::5]:4433'), 116)
  t.equal(await left('2001:db8:1:3::1'), 119, 'the next network')
  t.equal(await left('2001:db8::1'), 119)
  t.equal(await left('192.0.2.1'), 119)
  t.equal(await left('::ffff:192.0.2.1'), 118, 'the same address of IPv4, mapped')
  t.equal(await left('192.0.2.2'), 119)
})

t.test('what a client claims of itself counts for nothing behind a proxy', async (t) => {
  const { ask } = createIconsClient(t, alone.iconsUrl)
  const real = newAddress()
  for (let n = 0; n < 3; n++) {
    const answer = await ask('/api/v1/sets', { from: `203.0.113.${n}, ${real}` })
    t.equal(remainingOf(answer), ANONYMOUS - n - 1, 'the proxy adds the address that it sees at the end')
  }
})

t.test('without a trusted proxy nobody else may say who the client is', async (t) => {
  const { iconsUrl } = await startService(t, { content: alone.contentDir, env: { HOSTS: 'icons' } })
  const { ask } = createIconsClient(t, iconsUrl)
  for (let n = 0; n < ANONYMOUS; n++) {
    const fields = [`Forwarded: for=203.0.113.${n}`, `X-Real-IP: 203.0.113.${n}`]
    t.equal((await ask('/api/v1/sets', { fields })).status, 200)
  }
  t.equal((await ask('/api/v1/sets')).status, 429)
})
