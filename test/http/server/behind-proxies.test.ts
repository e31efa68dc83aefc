import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import type { Route } from '../../../src/http/route/route.ts'
import { RawConnection, requestFor } from '../../support/raw-http.ts'
import { startProxy } from '../../support/start-proxy.ts'
import { rpcRoute, startApp } from './start-app.ts'

const HIDDEN = requestFor('/hidden')
const ROUTES: readonly Route[] = (['/hidden', '/page'] as const).map((path) => ({
  path,
  name: path,
  answer: { status: 200, mediaType: 'text/plain', body: Buffer.from(path), cacheControl: 'no-store' },
}))

/** Heads and bodies with which a client may try to have part of its request read as a second one. */
const ATTEMPTS: readonly string[] = [
  ...[
    `2\r\n{}\r\n0\r\nX:${HIDDEN}`,
    `2\r\n{}\r\n0\r\nX: ${HIDDEN}`,
    `2\r\n{}\r\n0\r\n\r\n${HIDDEN}`,
    `2\r\n{}XX0\r\n\r\n${HIDDEN}`,
    `2\r\n{}\r\n0\r\n${HIDDEN}`,
    `2;${HIDDEN}\r\n{}\r\n0\r\n\r\n`,
    `2\n{}\r\n0\r\n\r\n`,
    `\r\n${HIDDEN}`,
    `g\r\n{}\r\n0\r\n\r\n${HIDDEN}`,
    `-2\r\n{}\r\n0\r\n\r\n${HIDDEN}`,
  ].map((body) => requestFor('/rpc', ['Content-Type: application/json', 'Transfer-Encoding: chunked'], 'POST') + body),
  ...[
    ['Content-Length:', `Content-Length: ${HIDDEN.length}`],
    [`Content-Length: ${HIDDEN.length}`, 'Content-Length: 0'],
    ['Content-Length: 0', `Content-Length: ${HIDDEN.length}`],
    [`Content-Length: 0, ${HIDDEN.length}`],
    ['Content-Length: 0', 'Transfer-Encoding: chunked'],
    ['Transfer-Encoding:', 'Transfer-Encoding: chunked', 'Content-Length: 0'],
    ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
    ['Transfer-Encoding : chunked', 'Content-Length: 0'],
    ['Transfer-Encoding:\r\n chunked', 'Content-Length: 0'],
    ['X: a\nContent-Length: 0'],
    ['X: a\rTransfer-Encoding: chunked'],
    ['Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAMAAABkAAQ'],
  ].map((fields) => requestFor('/rpc', ['Content-Type: application/json', ...fields], 'POST') + HIDDEN),
]

for (const kind of ['haproxy', 'nginx'] as const) {
  t.test(`no client of ${kind} puts its answers into the place of another's`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'signpost-proxy-'))
    t.teardown(() => rmSync(folder, { recursive: true }))
    const { logged, port } = await startApp(t, [...ROUTES, rpcRoute()])
    const proxyPort = await startProxy(t, kind, folder, port)
    const good = await RawConnection.open(proxyPort)
    t.teardown(() => good.destroy())
    const isServed = async (): Promise<boolean> =>
      (await good.ask(requestFor('/page')))?.body.toString() === '/page' &&
      (await good.ask(`${requestFor('/rpc', ['Content-Type: application/json', 'Content-Length: 2'], 'POST')}{}`))?.body
        .length === 2
    t.ok(await isServed())
    for (const attempt of ATTEMPTS) {
      const bad = await RawConnection.open(proxyPort)
      bad.socket.write(Buffer.from(attempt, 'latin1'))
      for (let round = 0; round < 5; round++) t.ok(await isServed(), JSON.stringify(attempt))
      bad.destroy()
    }
    const bodies = (await logged()).filter(({ route }) => route === 'rpc').length
    t.ok(bodies > 5 * ATTEMPTS.length, 'requests have reached the service through the proxy')
  })
}
