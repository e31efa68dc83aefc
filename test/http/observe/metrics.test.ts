import { request } from 'node:http'
import t from 'tap'
import { counter, gauge, infoGauge } from '../../../src/http/observe/reading.ts'
import { startMetricsServer } from '../../../src/http/observe/metrics-server.ts'
import { LATENCY_BOUNDS_SECONDS, UNMATCHED, createMetrics, readMetrics } from '../../../src/http/observe/metrics.ts'

const ANY_PORT = { port: 0, bind: '127.0.0.1', token: null }
const NOTHING_LOCAL = { readings: [], answer: () => null }

t.test('what is recorded is read from the shared memory', async (t) => {
  const metrics = createMetrics('docs', ['/a', '/b', '/a'])
  t.teardown(() => metrics.stop())
  t.same(metrics.shared.routes, ['/a', '/b', UNMATCHED])
  metrics.record(0, 200, 0.01)
  metrics.record(0, 200, 3)
  metrics.record(0, 404, 100_000)
  metrics.count('cacheHits')
  metrics.set('queueDepth', 7)
  const { counters, gauges, routes } = readMetrics(metrics.shared)
  t.equal(counters.cacheHits, 1)
  t.equal(gauges.queueDepth, 7)
  t.same(routes[0]?.statuses, [
    { status: 200, count: 2 },
    { status: 404, count: 1 },
  ])
  const buckets = routes[0]?.buckets ?? []
  t.equal(buckets.length, LATENCY_BOUNDS_SECONDS.length + 1)
  t.equal(buckets[0], 1)
  t.equal(buckets[LATENCY_BOUNDS_SECONDS.indexOf(0.0025)], 1)
  t.equal(buckets[LATENCY_BOUNDS_SECONDS.indexOf(0.005)], 2)
  t.equal(buckets.at(-1), 3)
  t.ok(Math.abs((routes[0]?.sumSeconds ?? 0) - 100.00301) < 1e-9)
  t.same(routes[1]?.statuses, [])
})

t.test('a scrape gives the figures of every listener in the Prometheus format', async (t) => {
  const listeners = [createMetrics('docs', ['/a']), createMetrics('docs', ['/a'])]
  listeners[1]?.record(0, 200, 2)
  listeners[1]?.record(0, 503, 0.02, 'queue')
  listeners[1]?.record(0, 429, 0.02, 'limit')
  listeners[0]?.set('generation', 5)
  listeners[1]?.count('framing')
  const server = await startMetricsServer(ANY_PORT, () => listeners.map((each) => each.shared), NOTHING_LOCAL)
  t.teardown(async () => {
    for (const each of listeners) each.stop()
    await server.close()
  })
  const response = await fetch(`http://127.0.0.1:${server.port}/metrics`)
  const lines = (await response.text()).split('\n')
  t.match(response.headers.get('content-type'), /^text\/plain; version=0\.0\.4/)
  t.ok(lines.includes('signpost_index_generation{host="docs",listener="0"} 5'))
  t.ok(lines.includes('signpost_http_requests_total{host="docs",listener="1",route="/a",status="503"} 1'))
  for (const [reason, count] of [
    ['connection_limit', 0],
    ['framing', 1],
    ['no_request', 0],
  ] as const) {
    t.ok(lines.includes(`signpost_http_unrouted_total{host="docs",listener="1",reason="${reason}"} ${count}`))
  }
  t.ok(
    lines.includes('signpost_http_request_duration_seconds_bucket{host="docs",listener="1",route="/a",le="0.0025"} 1'),
  )
  t.ok(lines.includes('signpost_http_request_duration_seconds_bucket{host="docs",listener="1",route="/a",le="+Inf"} 1'))
  t.ok(lines.includes('signpost_http_request_duration_seconds_sum{host="docs",listener="1",route="/a"} 0.002'))
  t.ok(lines.includes('signpost_http_refusals_total{host="docs",listener="1",reason="queue"} 1'))
  t.ok(lines.includes('signpost_http_refusals_total{host="docs",listener="1",reason="limit"} 1'))
  t.ok(lines.includes('signpost_http_refusals_total{host="docs",listener="0",reason="deadline"} 0'))
  t.ok(lines.includes('# TYPE signpost_http_request_duration_seconds histogram'))
  t.ok(lines.some((line) => line.startsWith('process_resident_memory_bytes ')))
  t.equal((await fetch(`http://127.0.0.1:${server.port}/`)).status, 404)
})

t.test('the hosts of one listener are told by their names', async (t) => {
  const hosts = ['docs', 'icons', 'docs', 'icons'].map((host) => createMetrics(host, []))
  hosts[3]?.set('openStreams', 4)
  hosts[3]?.set('verifiedTokens', 5)
  hosts[3]?.set('limiterFallback', 1)
  const server = await startMetricsServer(ANY_PORT, () => hosts.map((each) => each.shared), NOTHING_LOCAL)
  t.teardown(async () => {
    for (const each of hosts) each.stop()
    await server.close()
  })
  const lines = (await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()).split('\n')
  const ofStreams = lines.filter((line) => line.startsWith('signpost_http_open_streams{'))
  t.same(ofStreams, [
    'signpost_http_open_streams{host="docs",listener="0"} 0',
    'signpost_http_open_streams{host="icons",listener="0"} 0',
    'signpost_http_open_streams{host="docs",listener="1"} 0',
    'signpost_http_open_streams{host="icons",listener="1"} 4',
  ])
  t.ok(lines.includes('signpost_verified_tokens{host="icons",listener="1"} 5'))
  t.ok(lines.includes('signpost_limiter_fallback{host="icons",listener="1"} 1'))
})

t.test('a scrape shows what the main thread reads at that moment', async (t) => {
  let rebuilds = 0
  const readings = [
    counter('signpost_tries_total', 'Tries.', () => rebuilds),
    gauge('signpost_level', 'Level.', () => 0.5),
    infoGauge('signpost_made_info', 'Maker.', () => [{ version: '1.2.3' }]),
  ]
  const server = await startMetricsServer(ANY_PORT, () => [], { readings, answer: () => null })
  t.teardown(() => server.close())
  rebuilds = 3
  const lines = (await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()).split('\n')
  t.ok(lines.includes('# TYPE signpost_tries_total counter'))
  t.ok(lines.includes('signpost_tries_total 3'))
  t.ok(lines.includes('signpost_level 0.5'))
  t.ok(lines.includes('signpost_made_info{version="1.2.3"} 1'))
})

t.test('metrics are refused under a name that a page of another site could lead here', async (t) => {
  const server = await startMetricsServer(ANY_PORT, () => [], NOTHING_LOCAL)
  t.teardown(() => server.close())
  const statusUnder = (host: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: server.port, path: '/metrics', headers: { host } }
      request(options, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end()
    })
  for (const host of ['evil.example', `evil.example:${server.port}`, '127.0.0.1.evil.example'])
    t.equal(await statusUnder(host), 421, host)
  for (const host of ['localhost', `127.0.0.1:${server.port}`, '127.0.0.2:4009', '[::1]:4009'])
    t.equal(await statusUnder(host), 200, host)
})

t.test('with a token every address needs it, under any name, and nothing else does', async (t) => {
  const token = 'a-token-of-some-length'
  const local = { readings: [], answer: () => ({ status: 200, headers: {}, body: 'a report' }) }
  const server = await startMetricsServer({ port: 0, bind: '127.0.0.1', token }, () => [], local)
  t.teardown(() => server.close())
  const basic = (name: string, password: string): string =>
    `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
  const ask = (path: string, authorization?: string): Promise<[number | undefined, string | undefined]> =>
    new Promise((resolve, reject) => {
      const headers = { host: 'metrics.example', ...(authorization !== undefined && { authorization }) }
      request({ host: '127.0.0.1', port: server.port, path, headers }, (response) =>
        resolve([response.resume().statusCode, response.headers['www-authenticate']]),
      )
        .on('error', reject)
        .end()
    })
  for (const path of ['/metrics', '/status', '/report', '/report.csv?table=nothing', '/nothing']) {
    const refused = [401, 'Basic realm="Signpost", Bearer']
    t.same(await ask(path), refused, path)
    const others = ['', 'Bearer', 'Bearer ', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Digest ${token}`, token]
    for (const field of [...others, basic(token, ''), basic('prometheus', `${token} `), 'Basic %%%', 'Basic =']) {
      t.same(await ask(path, field), refused, `${path} with ${field}`)
    }
    for (const field of [`Bearer ${token}`, `bearer  ${token}`, basic('prometheus', token), basic('', token)]) {
      t.same(await ask(path, field), [200, undefined], `${path} with ${field}`)
    }
  }
})

t.test('a port that is taken is a clear error', async (t) => {
  const server = await startMetricsServer(ANY_PORT, () => [], NOTHING_LOCAL)
  t.teardown(() => server.close())
  await t.rejects(
    startMetricsServer({ ...ANY_PORT, port: server.port }, () => [], NOTHING_LOCAL),
    { message: new RegExp(`port ${server.port}: .*EADDRINUSE`) },
  )
})
