// The icons host stops under load, with streams that have no end of their own.
import { once } from 'node:events'
import t, { type Test } from 'tap'
import { createIconsClient, jsonOf, LIMITED, NoAnswer } from '../support/icons-client.ts'
import { listen } from '../support/mcp-stream.ts'
import { limitsAreShared, startSmallIcons } from '../support/small-icons-service.ts'
import { watchStandstill } from '../support/standstill.ts'
import { startRedis } from '../support/start-redis.ts'

/** A release is checked with `DRAIN_ROUNDS=100`. */
const ROUNDS = Number(process.env['DRAIN_ROUNDS'] ?? 1)
const CLIENTS = 24
const STREAMS = 20

t.setTimeout(900_000 + ROUNDS * 10_000)

/** Clients that use all interfaces without a pause, until they get no new connection. */
function startClients(t: Test, iconsUrl: string) {
  const kinds = Object.entries(LIMITED)
  const failures: string[] = []
  let answered = 0
  const running = Array.from({ length: CLIENTS }, async (_, n) => {
    const client = createIconsClient(t, iconsUrl)
    for (;;) {
      const [kind, ask] = kinds[n++ % kinds.length]!
      try {
        const { status } = await ask(client)
        answered += 1
        if (status >= 429) failures.push(`${kind}: ${status}`)
      } catch (error) {
        // Connections that the system had queued for a listener end with it. The service never had them.
        if (!(error instanceof NoAnswer) || !error.reused) return
        failures.push(`${kind}: ${error.message}`)
      }
    }
  })
  return {
    get answered() {
      return answered
    },
    async untilRefused() {
      await Promise.all(running)
      return failures
    },
  }
}

for (const [name, env, signals] of [
  ['one listener', {}, ['SIGTERM', 'SIGINT']],
  ['two listeners on one Redis', { LISTENERS: '2', SEARCH_THREADS: '2' }, ['SIGINT', 'SIGTERM']],
] as const) {
  t.test(`a stop of ${name} under load loses no request, and ends each stream in order`, async (t) => {
    const redis = name === 'one listener' ? null : await startRedis(t)
    for (let round = 0; round < ROUNDS; round++) {
      const service = await startSmallIcons(t, { ...env, ...(redis === null ? {} : { REDIS_URL: redis.url }) })
      if (redis !== null) await limitsAreShared(service, redis)
      const streams = await Promise.all(Array.from({ length: STREAMS }, () => listen(service.iconsUrl)))
      for (const { headers } of streams) {
        t.equal(headers['content-type'], 'text/event-stream')
        t.match(headers['ratelimit'], /^"anonymous";r=119;/)
      }
      const clients = startClients(t, service.iconsUrl)
      while (clients.answered < 500) await new Promise(setImmediate)
      const stoodStill = watchStandstill(t)
      const since = performance.now()
      service.signal(signals[round % 2]!)
      const failures = await clients.untilRefused()
      t.strictSame(stoodStill() ? [] : failures, [], `round ${round}: no request was lost`)
      t.strictSame(await service.ended, { code: 0, signal: null }, `round ${round}: it ended well`)
      t.comment(`${clients.answered} answers; stopped in ${Math.round(performance.now() - since)} ms`)
      for (const { whole } of streams) {
        t.match((await whole).at(-1), { jsonrpc: '2.0', id: 'stream', result: { resultType: 'complete' } })
      }
    }
  })
}

t.test('clients that go away in the middle of anything hold no stop up', async (t) => {
  const service = await startSmallIcons(t)
  const port = Number(new URL(service.iconsUrl).port)
  const { connect } = await import('node:net')
  const head = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n'
  const sockets = [head, `${head}{"jsonrpc"`, 'POST /agent/identity HTTP/1.1\r\nHost: l', 'GET /api'].map((text) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(text)
    return socket
  })
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const client = createIconsClient(t, service.iconsUrl)
  t.match(jsonOf(await client.ask('/healthz')), { status: 'ok' })
  for (const socket of sockets) socket.destroy()
  t.strictSame(await service.stop(), { code: 0, signal: null })
})
