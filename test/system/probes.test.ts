import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { temporaryFolder } from '../support/content-tree.ts'
import { freePort } from '../support/free-port.ts'
import { crash } from '../support/start-redis.ts'
import { startService } from '../support/start-service.ts'

const NGINX_FOLDERS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** Sends bytes. @returns what came until the other side closed */
async function send(port: number, text: string, address = '127.0.0.1', localAddress?: string): Promise<string> {
  const socket = connect({ port, host: address, ...(localAddress === undefined ? {} : { localAddress }) })
  let received = ''
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString()
  })
  socket.write(text)
  await new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return received
}

async function run(t: Test, command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { stdio: 'ignore' })
  t.teardown(() => crash(child))
  await once(child, 'spawn')
}

/** Asks until a proxy answers at all. */
async function ask(port: number, path: string): Promise<Response> {
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null)
    if (response !== null) return response
    await sleep(20)
  }
}

t.test('probes in every form are answered on a port of their own, as the hosts answer them', async (t) => {
  const probePort = await freePort()
  const { env, url } = await startService(t, { env: { PROBE_PORT: String(probePort) } })
  const own = await (await fetch(`${url}/readyz`)).text()
  for (const [name, request] of [
    ['HAProxy, option httpchk', 'GET /docs/readyz HTTP/1.0\r\n\r\n'],
    ['check_http', 'GET /docs/readyz HTTP/1.0\r\nUser-Agent: check_http/v2.3.3\r\nConnection: close\r\n\r\n'],
    ['ab -k', 'GET /docs/readyz HTTP/1.0\r\nConnection: Keep-Alive\r\nHost: localhost\r\n\r\n'],
    ['no Host', 'GET /docs/readyz HTTP/1.1\r\n\r\n'],
    ['IPv6', 'GET /docs/readyz?x HTTP/1.1\r\nHost: [::1]:4000\r\nUser-Agent: kube-probe/1.31\r\n\r\n'],
    ['a target with a body', 'GET /docs/readyz HTTP/1.0\r\nContent-Length: 2\r\n\r\nhi'],
  ] as const) {
    const answer = await send(probePort, request)
    t.match(answer, /^HTTP\/1\.1 200 OK\r\n[^]*^Connection: close\r$/m, name)
    t.ok(answer.endsWith(`\r\n\r\n${own}`), name)
  }
  for (const [line, status, end] of [
    ['GET /readyz HTTP/1.0', 200, '{"docs":200}'],
    ['GET /healthz HTTP/1.0', 200, '{"docs":200}'],
    ['HEAD /readyz HTTP/1.0', 200, '\r\n\r\n'],
    ['GET /docs/healthz HTTP/1.0', 200, '{"status":"ok","version":"0.9.0"}'],
    ['POST /readyz HTTP/1.0', 405, ''],
    ['GET /icons/readyz HTTP/1.0', 404, ''],
    ['GET / HTTP/1.0', 404, ''],
    ['GET /metrics HTTP/1.0', 404, ''],
    ['GET /api/search?q=a HTTP/1.0', 404, ''],
  ] as const) {
    const answer = await send(probePort, `${line}\r\n\r\n`)
    t.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `), line)
    t.ok(answer.endsWith(end), line)
  }
  t.match(await send(Number(env['DOCS_PORT']), 'GET /readyz HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 505 /)
})

t.test('a host that is not ready is not called ready on the port for probes', async (t) => {
  const probePort = await freePort()
  const postgres = await freePort()
  const { ACCOUNT_PORT } = { ACCOUNT_PORT: String(await freePort()) }
  await startService(t, {
    env: {
      HOSTS: 'docs,account',
      ACCOUNT_PORT,
      PROBE_PORT: String(probePort),
      DATABASE_URL: `postgres://signpost@127.0.0.1:${postgres}/signpost`,
    },
  })
  const [account, all, docs, alive] = await Promise.all(
    ['/account/readyz', '/readyz', '/docs/readyz', '/healthz'].map((path) =>
      send(probePort, `GET ${path} HTTP/1.0\r\n\r\n`),
    ),
  )
  t.match(account, /^HTTP\/1\.1 503 [^]*database/)
  t.match(all, /^HTTP\/1\.1 503 [^]*\{"docs":200,"account":503\}$/)
  t.match(docs, /^HTTP\/1\.1 200 /)
  t.match(alive, /^HTTP\/1\.1 200 /)
})

t.test('a port for probes that is taken stops the start', async (t) => {
  const { env } = await startService(t)
  await t.rejects(startService(t, { env: { PROBE_PORT: env['DOCS_PORT'] ?? '' } }), /another process listens there/)
})

t.test('HAProxy finds the hosts, by its default on the port for probes and by HTTP/1.1 on theirs', async (t) => {
  const probePort = await freePort()
  const { env } = await startService(t, { env: { PROBE_PORT: String(probePort) } })
  const docsPort = env['DOCS_PORT']
  const folder = await temporaryFolder(t)
  const [probed, direct, wrong] = [await freePort(), await freePort(), await freePort()]
  const site = (name: string, port: number, check: string, server: string): string =>
    `
frontend ${name}
  bind 127.0.0.1:${port}
  default_backend ${name}-service
backend ${name}-service
  option httpchk GET /readyz
  ${check}
  server one 127.0.0.1:${docsPort} check inter 50ms fall 1 rise 1 init-state none-yet ${server}
`.replace(' init-state none-yet', '')
  const file = join(folder, 'haproxy.conf')
  writeFileSync(
    file,
    `
defaults
  mode http
  timeout connect 5s
  timeout client 20s
  timeout server 20s
${site('probed', probed, '', `port ${probePort}`)}
${site('direct', direct, 'http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost', '')}
${site('wrong', wrong, '', '')}
`,
  )
  await run(t, 'haproxy', ['-db', '-f', file])
  // A server counts as up until its first check has failed.
  while ((await ask(wrong, '/readyz')).status !== 503) await sleep(20)
  for (const port of [probed, direct]) {
    const response = await ask(port, '/healthz')
    t.equal(response.status, 200)
    t.match(await response.json(), { status: 'ok' })
  }
})

t.test('nginx gets 505 for HTTP/1.0, and answers with the line that is named', async (t) => {
  const service = await startService(t)
  const { env, metricsUrl } = service
  const folder = await temporaryFolder(t)
  mkdirSync(join(folder, 'temp'))
  const [plain, named] = [await freePort(), await freePort()]
  const server = (port: number, line: string): string =>
    `server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${env['DOCS_PORT']}; ${line} } }`
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `
daemon off;
master_process off;
pid ${folder}/pid;
events {}
http {
  access_log off;
  ${NGINX_FOLDERS.map((name) => `${name}_temp_path ${folder}/temp/${name};`).join(' ')}
  ${server(plain, '')}
  ${server(named, 'proxy_http_version 1.1; proxy_set_header Connection "";')}
}
`,
  )
  await run(t, 'nginx', ['-p', folder, '-e', join(folder, 'errors'), '-c', file])
  const refused = await ask(plain, '/healthz')
  t.equal(refused.status, 505)
  t.match(await refused.text(), 'This server does not support HTTP/1.0')
  t.equal((await ask(named, '/healthz')).status, 200)
  const figures = await (await fetch(metricsUrl)).text()
  t.match(figures, /^signpost_http_unrouted_total\{host="docs",listener="0",reason="no_request"\} [1-9]/m)
  t.match(figures, /^signpost_http_unrouted_total\{host="docs",listener="0",reason="framing"\} 0$/m)
  const line = await service.logged(
    'connections end before a request of theirs could be read. If a proxy or probe gets 505 or 400, let it send HTTP/1.1 with Host (nginx: proxy_http_version 1.1) or ask PROBE_PORT',
  )
  t.equal(line.level, 30)
})

t.test('one address cannot take the connections of the port for probes from others', async (t) => {
  const probePort = await freePort()
  await startService(t, { env: { PROBE_PORT: String(probePort) } })
  const held = Array.from({ length: 16 }, () => connect(probePort, '127.0.0.1'))
  t.teardown(() => held.forEach((socket) => socket.destroy()))
  for (const socket of held) {
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write('GET /rea')
  }
  t.equal(await send(probePort, 'GET /docs/readyz HTTP/1.0\r\n\r\n'), '', 'a further connection is closed')
  const other = await send(probePort, 'GET /docs/readyz HTTP/1.0\r\n\r\n', '127.0.0.1', '127.0.0.2')
  t.match(other, /^HTTP\/1\.1 200 OK/)
  await Promise.all(held.map((socket) => once(socket.resume(), 'close')))
  // The service hears of the ends a moment after their clients do.
  let again = ''
  while (again === '') again = await send(probePort, 'GET /docs/readyz HTTP/1.0\r\n\r\n')
  t.match(again, /^HTTP\/1\.1 200 OK/, 'what stood still has ended')
})
