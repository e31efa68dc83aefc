import { createServer, type AddressInfo, type Socket } from 'node:net'
import t from 'tap'
import { signUp } from '../support/account-client.ts'
import { startAccount } from '../support/account-service.ts'
import { markedPages } from '../support/content-tree.ts'
import { startCollector } from '../support/otlp-collector.ts'
import { startPostgres } from '../support/start-postgres.ts'
import { startRedis } from '../support/start-redis.ts'
import { failToStart, startService } from '../support/start-service.ts'

const PARENT = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
const SERVER = 2
const CLIENT = 3
/** The SDK sends what it has at once. */
const QUICK = { OTEL_BSP_SCHEDULE_DELAY: '20' }

function asked(flags: '00' | '01'): RequestInit {
  return { headers: { traceparent: `00-${PARENT.traceId}-${PARENT.spanId}-${flags}` } }
}

t.test(
  'the spans of a search on several threads are parts of the trace of its client, and the log names it',
  async (t) => {
    const collector = await startCollector(t)
    const service = await startService(t, {
      content: markedPages('traced', 5),
      env: { ...QUICK, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_RESOURCE_ATTRIBUTES: 'deployment=test' },
    })
    t.equal((await fetch(`${service.url}/api/search?q=traced`, asked('01'))).status, 200)
    const spans = await collector.received((found) => found.some(({ kind }) => kind === SERVER))
    const request = spans.find(({ kind }) => kind === SERVER)!
    t.match(request, {
      traceId: PARENT.traceId,
      parentSpanId: PARENT.spanId,
      name: 'GET /api/search',
      status: 0,
      attributes: { 'http.request.method': 'GET', 'http.route': '/api/search', 'http.response.status_code': '200' },
      resource: { 'service.name': 'signpost', deployment: 'test' },
    })
    t.match(request.attributes, { 'signpost.host': 'docs', 'signpost.cache': 'miss' })
    const [queue, search] = ['queue', 'search'].map((name) => spans.find((span) => span.name === name)!)
    for (const span of [queue!, search!]) t.match(span, { traceId: PARENT.traceId, parentSpanId: request.spanId })
    t.ok(request.startNs <= queue!.startNs && queue!.startNs <= queue!.endNs)
    t.equal(queue!.endNs, search!.startNs, 'the moment at which the worker began')
    t.ok(search!.endNs > search!.startNs && search!.endNs <= request.endNs)
    t.notMatch(
      JSON.stringify(spans, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
      'q=traced',
    )
    t.match(await service.logged('request'), { route: '/api/search', traceId: PARENT.traceId })

    await t.test(
      'a search that joins no client begins a trace of its own, and one of a kept answer has no search',
      async (t) => {
        const before = collector.spans.length
        await fetch(`${service.url}/api/search?q=traced`)
        const own = (await collector.received((found) => found.length > before)).slice(before)
        t.match(own, [{ parentSpanId: '', attributes: { 'signpost.cache': 'hit' } }])
        t.not(own[0]?.traceId, PARENT.traceId)
      },
    )

    await t.test('what a client does not want sampled has its id in the log and no span', async (t) => {
      const before = collector.spans.length
      await fetch(`${service.url}/api/search?q=unsampled`, asked('00'))
      await fetch(`${service.url}/api/page?path=/nothing`, asked('01'))
      const later = (await collector.received((found) => found.length > before)).slice(before)
      t.match(later, [{ name: 'GET /api/page', status: 0, attributes: { 'http.response.status_code': '404' } }])
    })

    await t.test('a faulty traceparent is no parent', async (t) => {
      for (const traceparent of ['00-0-0-01', `00-${'0'.repeat(32)}-${PARENT.spanId}-01`, 'x'.repeat(4000)]) {
        const before = collector.spans.length
        t.equal((await fetch(`${service.url}/api/search?q=traced`, { headers: { traceparent } })).status, 200)
        t.match((await collector.received((found) => found.length > before)).slice(before), [{ parentSpanId: '' }])
      }
    })

    await t.test('the last spans are sent at a stop', async (t) => {
      await fetch(`${service.url}/en`)
      const before = collector.spans.length
      const [ended] = await Promise.all([service.stop(), fetch(`${service.url}/api/search?q=last`).catch(() => null)])
      t.equal(ended.code, 0)
      const traced = service.logs.filter(({ msg, traceId }) => msg === 'request' && traceId === PARENT.traceId)
      t.same(
        traced.map(({ route }) => route),
        ['/api/search', '/api/search', '/api/page'],
        'also of the request that was not to be sampled',
      )
      t.ok(collector.spans.length >= before)
    })
  },
)

t.test('statements and commands of a person are parts of the trace of the request that made them', async (t) => {
  const [collector, postgres, redis] = await Promise.all([startCollector(t), startPostgres(t), startRedis(t)])
  const stores = { DATABASE_URL: await postgres.createDatabase(), REDIS_URL: redis.url }
  const service = await startAccount(t, {
    ...QUICK,
    ...stores,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces`,
  })
  await signUp(service)
  const isSignUp = ({ name, kind }: { readonly name: string; readonly kind: number }): boolean =>
    kind === SERVER && name === 'POST /sign-up'
  const spans = await collector.received((found) => found.some(isSignUp))
  const request = spans.find(isSignUp)!
  const parts = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId)
  for (const name of ['postgresql', 'redis']) {
    const first = parts.find((span) => span.name === name)
    t.match(first, { kind: CLIENT, traceId: request.traceId, attributes: { 'db.system.name': name } }, name)
    t.ok(first!.startNs >= request.startNs && first!.endNs <= request.endNs, name)
  }
})

t.test(
  'a collector that is away, or that never answers, costs no request and no stop, and is named once',
  async (t) => {
    const sockets = new Set<Socket>()
    const silent = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined)
    })
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    t.teardown(() => {
      for (const socket of sockets) socket.destroy()
      silent.close()
    })
    const away = 'http://127.0.0.1:1'
    for (const url of [away, `http://127.0.0.1:${(silent.address() as AddressInfo).port}`]) {
      const service = await startService(t, { env: { ...QUICK, OTEL_EXPORTER_OTLP_ENDPOINT: url } })
      for (let count = 0; count < 20; count++) {
        t.equal((await fetch(`${service.url}/api/search?q=word${count}`)).status, 200)
      }
      const line = await service.logged('spans are lost: the collector does not take them')
      t.match(line, { level: 40, thread: 'listener-0' })
      for (let count = 0; count < 20; count++) await fetch(`${service.url}/api/search?q=later${count}`)
      t.equal((await service.stop()).code, 0)
      t.equal(service.logs.filter(({ msg }) => msg === line['msg']).length, 1)
      t.notOk(service.logs.some(({ msg }) => msg === 'the listener threads did not end'))
    }
  },
)

t.test('without a collector there are no traces, whatever a client sends', async (t) => {
  const service = await startService(t, { env: { OTEL_TRACES_SAMPLER: 'always_on' } })
  await fetch(`${service.url}/api/search?q=traced`, asked('01'))
  t.notMatch(JSON.stringify(service.logs), 'traceId')
  const { stderr } = await failToStart(t, { env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' } })
  t.match(stderr, 'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address')
})
