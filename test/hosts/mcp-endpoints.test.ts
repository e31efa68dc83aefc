import t, { type Test } from 'tap'
import { loadConfig } from '../../src/config/config.ts'
import { createHost } from '../../src/hosts/host.ts'
import { iconsMcp } from '../../src/hosts/icons/icons-mcp.ts'
import type { Caller } from '../../src/http/route/gate.ts'
import { createLog } from '../../src/shared/log.ts'
import { startApp } from '../http/server/start-app.ts'
import { startSampleIcons } from '../support/sample-icons.ts'

const BODY_LIMIT_BYTES = 64 * 1024
const VERSION = '2026-07-28'

/** The MCP endpoints of the icons host, served on a free port. */
async function startEndpoints(t: Test) {
  const admitted: Caller[] = []
  const endpoints = iconsMcp({
    config: loadConfig({}, 1),
    gate(caller) {
      admitted.push(caller)
      return { ok: true, headers: [], subject: null }
    },
    icons: await startSampleIcons(t),
    stateKey: Buffer.alloc(32),
    version: '1.0.0',
    log: createLog({ level: 'silent' }),
  })
  t.teardown(() => endpoints.forEach((endpoint) => endpoint.close()))
  const { app, url } = await startApp(
    t,
    endpoints.flatMap(({ routes }) => routes),
  )
  const post = (path: string, body: string, fields: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(url + path, { method: 'POST', headers: { 'Content-Type': 'application/json', ...fields }, body })
  return { admitted, host: createHost(app, endpoints), post }
}

t.test('the public MCP endpoints take no body that is longer than a request needs', async (t) => {
  const { admitted, post } = await startEndpoints(t)
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  for (const path of ['/mcp', '/mcp/docs']) {
    for (const [length, status] of [
      [BODY_LIMIT_BYTES, 200],
      [BODY_LIMIT_BYTES + 1, 413],
    ] as const) {
      const response = await post(path, ping.padEnd(length))
      t.equal(response.status, status, `${length} bytes at ${path}`)
      const answer: unknown = await response.json()
      if (status === 413) t.match(answer, { error: { code: -32000, data: { code: 'body_too_large' } } })
    }
  }
  t.equal(admitted.length, 2, 'what is too long is refused before it counts')
})

t.test('who subscribes to one guide is told when there is other content', async (t) => {
  const { host, post } = await startEndpoints(t)
  const method = 'subscriptions/listen'
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const params = { notifications: { resourceSubscriptions: ['guide://embedding'] }, _meta }
  const response = await post('/mcp/docs', JSON.stringify({ jsonrpc: '2.0', id: 'one', method, params }), {
    'MCP-Protocol-Version': VERSION,
    'Mcp-Method': method,
  })
  host.contentChanged()
  host.app.stopAccepting()
  const events = [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!) as object)
  t.match(events, [
    { method: 'notifications/subscriptions/acknowledged' },
    { method: 'notifications/resources/updated', params: { uri: 'guide://embedding' } },
    { id: 'one', result: { resultType: 'complete' } },
  ])
})
