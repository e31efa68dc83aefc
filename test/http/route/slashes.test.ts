import t from 'tap'
import { withSlashes, type Route } from '../../../src/http/route/route.ts'
import { rpcRoute } from '../server/start-app.ts'

const ANSWER = { status: 204, cacheControl: 'no-store' } as const

t.test('endpoints of JSON-RPC and well-known documents are mounted with a slash too, and nothing else', async (t) => {
  const routes: readonly Route[] = [
    rpcRoute({ path: '/rpc' }),
    { path: '/.well-known/a', name: 'a', answer: ANSWER },
    { path: '/.well-known/b', name: 'b', answer: ANSWER },
    { path: '/.well-known/b/', name: 'its own', answer: ANSWER },
    { path: '/.well-known/under/*', name: 'under', answer: ANSWER },
    { path: '/page', name: 'page', answer: ANSWER },
    { path: '/', name: 'home', answer: ANSWER },
  ]
  const mounted = withSlashes(routes)
  t.strictSame(mounted.slice(0, routes.length), routes, 'what was there comes first')
  t.strictSame(
    mounted.slice(routes.length).map(({ name, path }) => [path, name]),
    [
      ['/rpc/', rpcRoute({}).name],
      ['/.well-known/a/', 'a'],
    ],
  )
  t.strictSame(withSlashes(mounted), mounted, 'and nothing is mounted twice')
})
