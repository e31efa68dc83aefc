import t from 'tap'
import type { OwnResources } from '../../src/mcp/features/resource.ts'
import { RpcError } from '../../src/mcp/rpc-error.ts'
import { call, endpoint, modern, post, request, type Asked } from './fixture.ts'

interface Owner {
  readonly name: string
}

const ANN: Asked = { subject: 'grant-a', principal: { name: 'ann' } satisfies Owner }
const BOB: Asked = { subject: 'grant-b', principal: { name: 'bob' } satisfies Owner }

/** Two pages of one resource each, named after their owner. */
const RESOURCES: OwnResources = {
  templates: [{ uriTemplate: 'own://{name}', name: 'own' }],
  async page(cursor, { principal, subject }) {
    const { name } = principal as Owner
    if (cursor === undefined)
      return { resources: [{ uri: `own://${name}/1`, name: subject! }], nextCursor: `${name}-2` }
    return cursor === `${name}-2` ? { resources: [{ uri: `own://${name}/2`, name: '2' }], nextCursor: null } : null
  },
  read: (uri, { principal }) => (uri === `own://${(principal as Owner).name}` ? [{ uri, text: '小' }] : null),
}

t.test('everyone lists resources of their own, page by page, in both generations', async (t) => {
  const to = endpoint(t, { resources: RESOURCES, cacheScope: 'public' })
  for (const asked of [ANN, BOB, ANN]) {
    const { name } = asked.principal as Owner
    for (const ask of [
      (cursor: object) => post(to, request('resources/list', { ...cursor }), asked),
      (cursor: object) => call(to, modern('resources/list', { ...cursor }), asked),
    ]) {
      const first = (await ask({})).body.result
      t.match(first, { resources: [{ uri: `own://${name}/1`, name: asked.subject }], nextCursor: `${name}-2` })
      const last = (await ask({ cursor: first['nextCursor'] })).body.result
      t.match(last, { resources: [{ uri: `own://${name}/2` }] })
      t.notOk('nextCursor' in last)
      for (const cursor of ['nobody-2', 7]) t.match((await ask({ cursor })).body, { error: { code: -32_602 } })
      for (const cursor of [null, '']) t.same((await ask({ cursor })).body.result, first)
    }
  }
  t.match((await post(to, request('resources/list', { cursor: 'ann-2' }), BOB)).body, { error: { code: -32_602 } })
})

t.test('everyone reads resources of their own, and those of others are not there', async (t) => {
  const to = endpoint(t, { resources: RESOURCES })
  for (const [asked, uri, expected] of [
    [ANN, 'own://ann', { result: { contents: [{ text: '小' }] } }],
    [BOB, 'own://ann', { error: { message: /not found/ } }],
  ] as const) {
    t.match((await post(to, request('resources/read', { uri }), asked)).body, expected)
    t.match((await call(to, modern('resources/read', { uri }), asked)).body, expected)
  }
})

t.test('what is of one asker may be kept by nobody, what is not may', async (t) => {
  const to = endpoint(t, { resources: RESOURCES, cacheScope: 'public', cacheTtlMs: 5000 })
  const scopeOf = async (method: string, params = {}) => {
    const { cacheScope, ttlMs } = (await call(to, modern(method, params), ANN)).body.result
    return [cacheScope, ttlMs]
  }
  t.same(await scopeOf('resources/list'), ['private', 0])
  t.same(await scopeOf('resources/read', { uri: 'own://ann' }), ['private', 0])
  t.same(await scopeOf('tools/list'), ['public', 5000])
})

t.test('a list that fails tells nothing of why, and one that refuses says it', async (t) => {
  const listed = (fault: Error) => {
    const to = endpoint(t, { resources: { ...RESOURCES, page: () => Promise.reject(fault) } })
    return post(to, request('resources/list', {}, 9))
  }
  const { body, status, text } = await listed(new Error('secret'))
  t.equal(status, 200)
  t.match(body, { id: 9, error: { code: -32_603 } })
  t.notMatch(text, /secret/)
  const refused = await listed(new RpcError(-32_000, 'Too long.', { status: 429, retryAfterSeconds: 1 }))
  t.equal(refused.status, 200, 'in the older revisions')
  t.equal(refused.headers['retry-after'], '1')
  t.match(refused.body, { id: 9, error: { code: -32_000, message: 'Too long.' } })
})
