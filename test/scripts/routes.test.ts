import t from 'tap'
import { listRoutes } from '../../scripts/routes.ts'

const routes = listRoutes()

t.test('the list has the routes of every host, with their methods, gates and bodies', async (t) => {
  const line = (host: string, method: string, path: string) =>
    routes.find((route) => route.host === host && route.method === method && route.path === path)
  t.match(line('docs', 'GET', '/api/search'), { kind: 'reply', gated: false, body: null, parameters: ['q', 'locale'] })
  t.match(line('docs', 'POST', '/-dsn.algolia.net/1/indexes/*'), { name: '/1/indexes/{index}' })
  t.match(line('docs', 'GET', '/healthz'), { kind: 'fixed' })
  t.match(line('icons', 'POST', '/mcp/docs'), { kind: 'rpc', name: 'guides', gated: true })
  t.match(line('icons', 'GET', '/assets/*'), { parameters: ['color', 'size', 'speed', 'still', 'v'] })
  t.match(line('account', 'POST', '/mcp'), { kind: 'rpc', gated: true, body: { limitBytes: 3 * 1024 * 1024 } })
  t.match(line('account', 'POST', '/sign-in'), { body: { mediaTypes: ['application/x-www-form-urlencoded'] } })
})

t.test('no line of the list stands twice', async (t) => {
  const lines = routes.map(({ host, method, path }) => `${host} ${method} ${path}`)
  t.same([...new Set(lines)], lines)
})
