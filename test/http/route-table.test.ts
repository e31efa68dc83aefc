import t from 'tap'
import { headerLines } from '../../src/http/header-block.ts'
import type { Route } from '../../src/http/route.ts'
import { compileRoutes } from '../../src/http/route-table.ts'

const COMMON = headerLines([])

function route(path: Route['path']): Route {
  return { path, name: path, answer: { status: 204, cacheControl: 'no-store' } }
}

t.test('an exact path comes before a prefix, whatever their order', async (t) => {
  const table = compileRoutes([route('/en/*'), route('/en/llms.txt'), route('/en')], COMMON)
  t.equal(table.match('/en/llms.txt')?.route.path, '/en/llms.txt')
  t.equal(table.match('/en/guide')?.route.path, '/en/*')
  t.equal(table.match('/en/')?.route.path, '/en/*')
  t.equal(table.match('/en')?.route.path, '/en')
  t.equal(table.match('/english'), null)
})

t.test('two routes with one path are refused', async (t) => {
  t.throws(() => compileRoutes([route('/a'), route('/a')], COMMON), { message: /two routes have the path \/a/ })
})
