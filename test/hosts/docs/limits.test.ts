import t from 'tap'
import { loadConfig } from '../../../src/config/config.ts'
import type { DocsService } from '../../../src/docs/served/docs-service.ts'
import { NO_SITE } from '../../../src/docs/served/served-site.ts'
import { docsMcp } from '../../../src/hosts/docs/docs-mcp.ts'
import { createMemoryLimiter } from '../../../src/limits/memory-limiter.ts'
import { createLog } from '../../../src/shared/log.ts'
import { startApp } from '../../http/server/start-app.ts'
import { startAccountPages, startPagesDatabase } from '../../support/account-pages.ts'
import { metricBecomes } from '../../support/small-icons-service.ts'
import { startRedis } from '../../support/start-redis.ts'
import { startService } from '../../support/start-service.ts'
import { DOCUMENTATION } from './documentation.ts'

t.test('an address may send 1,200 messages a minute to the MCP server of the documentation', async (t) => {
  const mcp = docsMcp({
    config: loadConfig({}, 1),
    // Listing the tools asks only what is served.
    docs: { generation: 1, site: NO_SITE } as unknown as DocsService,
    limiter: createMemoryLimiter(),
    log: createLog({ level: 'error' }),
  })
  t.teardown(() => mcp.close())
  const { url } = await startApp(t, mcp.routes, { trustedProxies: ['127.0.0.1'] })
  const send = (count: number, address = '192.0.2.1') => {
    const messages = Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list' }))
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json', 'X-Forwarded-For': address }
    return fetch(`${url}/mcp`, { method: 'POST', body: JSON.stringify(messages), headers })
  }
  for (let sent = 0; sent < 1200; sent += 50) t.equal((await send(50)).status, 200)
  const refused = await send(1)
  t.equal(refused.status, 429)
  t.match(refused.headers.get('retry-after'), /^[1-9][0-9]?$/)
  t.match(await refused.json(), { jsonrpc: '2.0', id: null, error: { data: { code: 'rate_limited' } } })
  t.equal((await send(1, '192.0.2.2')).status, 200)
})

t.test('an address may ask 300 times a minute for authorization, whatever it asks', async (t) => {
  const { url } = await startAccountPages(t, await startPagesDatabase(t))
  const ask = (path: string, init: RequestInit = {}, address = '192.0.2.1') =>
    fetch(`${url}${path}`, { redirect: 'manual', ...init, headers: { 'X-Forwarded-For': address, ...init.headers } })
  const form = {
    method: 'POST',
    body: 'decision=allow',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  }
  for (let sent = 0; sent < 300; sent += 2) {
    const statuses = [(await ask('/authorize?refused')).status, (await ask('/authorize/decision', form)).status]
    if (statuses.join() !== '400,303') return t.fail(`${statuses.join()} after ${sent}`)
  }
  for (const refused of [await ask('/authorize?client_id=x'), await ask('/authorize/decision', form)]) {
    t.equal(refused.status, 429)
    t.match(refused.headers.get('retry-after'), /^[1-9][0-9]?$/)
    t.match(refused.headers.get('content-type'), 'text/html')
  }
  t.equal((await ask('/authorize?refused', {}, '192.0.2.2')).status, 400)
  t.equal((await ask('/sign-in')).status, 200, 'other pages go on')
})

t.test('the metrics of a service without icons tell when limits are counted in this process alone', async (t) => {
  const redis = await startRedis(t)
  await redis.kill()
  const service = await startService(t, { content: DOCUMENTATION, env: { REDIS_URL: redis.url } })
  await metricBecomes(service, 'signpost_limiter_fallback', 1)
  await redis.restart()
  await metricBecomes(service, 'signpost_limiter_fallback', 0)
})
