import t from 'tap'
import { loadConfig } from '../../src/config/config.ts'
import { iconsMcp } from '../../src/hosts/icons-mcp.ts'
import type { Caller } from '../../src/http/gate.ts'
import { createLog } from '../../src/shared/log.ts'
import { startApp } from '../http/start-app.ts'
import { startSampleIcons } from '../support/sample-icons.ts'

const BODY_LIMIT_BYTES = 64 * 1024

t.test('the public MCP endpoints take no body that is longer than a request needs', async (t) => {
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
  const { url } = await startApp(
    t,
    endpoints.flatMap(({ routes }) => routes),
  )
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  for (const path of ['/mcp', '/mcp/docs']) {
    for (const [length, status] of [
      [BODY_LIMIT_BYTES, 200],
      [BODY_LIMIT_BYTES + 1, 413],
    ] as const) {
      const headers = { 'Content-Type': 'application/json' }
      const response = await fetch(url + path, { method: 'POST', headers, body: ping.padEnd(length) })
      await response.text()
      t.equal(response.status, status, `${length} bytes at ${path}`)
    }
  }
  t.equal(admitted.length, 2, 'what is too long is refused before it counts')
})
