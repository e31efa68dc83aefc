import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import type { Admitted } from '../../../src/http/route/gate.ts'
import { RawConnection, requestFor } from '../../support/raw-http.ts'
import { rpcRoute, startApp, until } from './start-app.ts'

/** A longer run has ABORTED_CONNECTIONS=100000. */
const CONNECTIONS = Number(process.env['ABORTED_CONNECTIONS'] ?? 10_000)
const AT_ONCE = 100
/** Number of connections after which everything that is made on first use exists. */
const WARM_UP = 2000
/**
 * Limit for heap growth. A leaked exchange takes about 500 bytes, and the usual growth was up to 108 with so few
 * connections.
 */
const GROWTH_LIMIT_BYTES_PER_CONNECTION = 250

const FIELDS = ['Content-Type: application/json']
const whole = (path: string): string => `${requestFor(path, [...FIELDS, 'Content-Length: 2'], 'POST')}{}`
const FILLER = 'x'.repeat(6 * 1024 * 1024)

/** What a client has sent when it disconnects. */
const STAGES: readonly string[] = [
  '',
  'POST /rpc HTTP/1.1\r\nHost: loc',
  requestFor('/rpc', [...FIELDS, 'Content-Length: 2'], 'POST'),
  `${requestFor('/rpc', [...FIELDS, 'Content-Length: 1000'], 'POST')}{"half":`,
  `${requestFor('/rpc', [...FIELDS, 'Transfer-Encoding: chunked'], 'POST')}5\r\n{"hal`,
  `${requestFor('/rpc', [...FIELDS, 'Transfer-Encoding: chunked'], 'POST')}7d0\r\n${'x'.repeat(2000)}\r\n`,
  `${requestFor('/post', [...FIELDS, 'Content-Length: 1000'], 'POST')}{"half":`,
  whole('/rpc'),
  whole('/post'),
  whole('/pending'),
  whole('/gate'),
  whole('/stream'),
  whole('/stream') + whole('/stream'),
  whole('/held'),
]

/** A request for a long answer, which costs as much as a hundred others. */
const LONG_STAGE = whole('/long')
const LONG_EVERY = 50

function stageOf(number: number): string {
  return number % LONG_EVERY === 0 ? LONG_STAGE : (STAGES[number % STAGES.length] ?? '')
}

function collectGarbage(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

t.test('connections that end at every stage of a request leave nothing behind', async (t) => {
  let begun = 0
  let ended = 0
  const held: ((value: Admitted) => void)[] = []
  const { app, gauge, url } = await startApp(t, [
    rpcRoute({ body: { mediaType: 'application/json', limitBytes: 1000 } }),
    {
      path: '/post',
      name: 'post',
      method: 'POST',
      body: { mediaType: 'application/json', limitBytes: 1000 },
      answer: async () => {
        await sleep(1)
        return { status: 200, cacheControl: 'no-store' }
      },
    },
    rpcRoute({
      path: '/pending',
      answer(exchange) {
        begun++
        exchange.onClose(() => ended++)
        setTimeout(() => exchange.json(200, '{}'), 20)
      },
    }),
    rpcRoute({ path: '/gate', gate: () => sleep(5, { ok: true, headers: [], subject: null }) }),
    rpcRoute({
      path: '/stream',
      answer(exchange) {
        begun++
        exchange.onClose(() => ended++)
        exchange.onDrain(() => exchange.events().end())
        exchange.events().send('1')
      },
    }),
    rpcRoute({
      path: '/long',
      answer(exchange) {
        begun++
        exchange.onClose(() => ended++)
        exchange.events().send(FILLER)
        exchange.events().send('waits', 'key')
      },
    }),
    rpcRoute({
      path: '/held',
      gate: () => new Promise((resolve) => held.push(resolve)),
      answer: () => t.fail('nobody is there any more'),
    }),
  ])
  const port = Number(new URL(url).port)

  /** Runs one client, which does not read, and ends its connection by a reset or a close. */
  function abort(number: number): Promise<void> {
    return new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.pause()
        socket.write(stageOf(number))
        const end = (): unknown => (number % 2 === 0 ? socket.resetAndDestroy() : socket.destroy())
        if (number % 3 === 0) setImmediate(end)
        else setTimeout(end, number % 10)
      })
      socket.on('error', () => undefined)
      socket.once('close', () => resolve())
    })
  }

  async function abortMany(from: number, to: number): Promise<number> {
    for (let start = from; start < to; start += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, (_, offset) => abort(start + offset)))
    }
    // Connections are accepted in their order, so all others have been read when this one is answered.
    const last = await RawConnection.open(port)
    t.equal((await last.ask(whole('/rpc')))?.status, 200)
    last.destroy()
    await new Promise(setImmediate)
    for (const decide of held.splice(0)) decide({ ok: true, headers: [], subject: null })
    await until(() => begun === ended)
    // The gauge is sampled once a second.
    await sleep(1100)
    await until(() => gauge('inFlight') === 0 && gauge('openStreams') === 0)
    return collectGarbage()
  }

  const before = await abortMany(0, WARM_UP)
  const after = await abortMany(WARM_UP, CONNECTIONS)
  const growth = (after - before) / (CONNECTIONS - WARM_UP)
  t.ok(growth < GROWTH_LIMIT_BYTES_PER_CONNECTION, `${growth} bytes are left of each connection`)
  t.ok(begun > CONNECTIONS / STAGES.length, 'handlers were reached')
  t.equal(
    (await fetch(`${url}/rpc`, { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } })).status,
    200,
  )
  app.stopAccepting()
  await app.drained()
})
