import t from 'tap'
import { PUBLIC_CORS } from '../../../src/http/wire/cors.ts'
import { createProblemWire } from '../../../src/http/route/error-wires.ts'
import { headerLines } from '../../../src/http/wire/header-block.ts'
import type { Route } from '../../../src/http/route/route.ts'
import { compileRoutes } from '../../../src/http/server/route-table.ts'
import type { RouteTable } from '../../../src/http/server/route-table.ts'
import type { RpcRoute } from '../../../src/http/route/rpc-route.ts'

function tableOf(...routes: readonly Route[]): RouteTable {
  const wire = createProblemWire(() => 'http://localhost/errors')
  const [common, closed] = [headerLines([]), headerLines([])]
  return compileRoutes(routes, { wire, metricOf: () => 0, common, closed, cors: PUBLIC_CORS })
}

function route(path: Route['path'], method?: 'GET' | 'POST'): Route {
  return {
    path,
    name: path,
    answer: { status: 204, cacheControl: 'no-store' },
    ...(method === undefined ? {} : { method }),
  }
}

function rpcRoute(path: Route['path'], method: RpcRoute['method']): RpcRoute {
  return {
    kind: 'rpc',
    path,
    name: path,
    method,
    wire: ({ status }) => ({ status, cacheControl: 'no-store' }),
    originAllowed: () => true,
    answer: (exchange) => exchange.empty(204),
  }
}

t.test('an exact path comes before a prefix, whatever their order', async (t) => {
  const table = tableOf(route('/en/*'), route('/en/llms.txt'), route('/en'))
  t.equal(table.match('/en/llms.txt')?.path, '/en/llms.txt')
  t.equal(table.match('/en/guide')?.path, '/en/*')
  t.equal(table.match('/en/')?.path, '/en/*')
  t.equal(table.match('/en')?.path, '/en')
  t.equal(table.match('/english'), null)
})

t.test('two routes with one path and one method are refused', async (t) => {
  t.throws(() => tableOf(route('/a'), route('/a', 'GET')), {
    message: /two routes have the path \/a and the method GET/,
  })
  t.throws(() => tableOf(route('/a', 'POST'), rpcRoute('/a', 'POST')), TypeError)
})

t.test('the methods of a path are those of all its routes', async (t) => {
  const table = tableOf(route('/a/*'), rpcRoute('/mcp', 'DELETE'), rpcRoute('/mcp', 'POST'), route('/a/*', 'POST'))
  t.equal(table.match('/a/b')?.allow, 'GET, HEAD, POST, OPTIONS')
  t.equal(table.match('/mcp')?.allow, 'POST, DELETE, OPTIONS')
})
