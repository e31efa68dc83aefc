import t from 'tap'
import { startService } from '../../../support/start-service.ts'
import { DOCUMENTATION } from '../documentation.ts'
import { post, search, type Found } from './ask.ts'
import { RECORDED } from './recorded-requests.ts'

const { url } = await startService(t, { content: DOCUMENTATION })

t.test('requests of Algolia’s clients find sections', async (t) => {
  for (const { body, client, contentType, path } of RECORDED) {
    t.test(client, async (t) => {
      const response = await post(url, path, body, contentType)
      t.equal(response.status, 200)
      t.equal(response.headers.get('access-control-allow-origin'), '*')
      const answer = (await response.json()) as Found & { readonly results?: readonly Found[] }
      const found = path.includes('/queries') ? answer.results?.[0] : answer
      t.match(found, { query: 'crank', index: 'widgets', page: 0, nbPages: 1, exhaustiveNbHits: true, nbHits: Number })
      t.ok((found?.hits.length ?? 0) > 0)
      t.ok(found?.hits.some((hit) => hit.url === `${url}/en/guides/start#turn-the-crank` && hit.type === 'lvl2'))
      t.same(
        found?.hits.map(({ objectID }) => objectID),
        found?.hits.map((hit) => hit.url),
      )
    })
  }
})

t.test('bad requests are refused in the form of Algolia', async (t) => {
  const path = '/1/indexes/widgets/query'
  const many = { requests: Array.from({ length: 21 }, () => ({ indexName: 'widgets', query: 'crank' })) }
  const cases: readonly (readonly [what: string, path: string, body: unknown, status: number])[] = [
    ['no JSON', path, 'query=crank', 400],
    ['no object', path, '[]', 400],
    ['no UTF-8 in the name', '/1/indexes/%ff/query', {}, 400],
    ['no list', '/1/indexes/*/queries', { requests: 'x' }, 400],
    ['no objects in the list', '/1/indexes/*/queries', { requests: [null] }, 400],
    ['too many queries', '/1/indexes/*/queries', many, 400],
    ['a number that is none', path, { query: 'crank', hitsPerPage: 'many' }, 400],
    ['too many hits', path, { query: 'crank', hitsPerPage: 1001 }, 400],
    ['a negative page', path, { query: 'crank', page: -1 }, 400],
    ['a long tag', path, { query: 'crank', highlightPreTag: 'x'.repeat(257) }, 400],
    ['filters that it cannot follow', path, { query: 'crank', filters: 'a:b OR c:d' }, 400],
    ['numbers', path, { query: 'crank', numericFilters: ['price>3'] }, 400],
    ['places', path, { query: 'crank', params: 'aroundLatLng=1,2' }, 400],
    ['values of facets', '/1/indexes/*/queries', { requests: [{ type: 'facet', facet: 'language' }] }, 400],
    ['another operation', '/1/indexes/widgets/settings', {}, 404],
    ['values of a facet', '/1/indexes/widgets/facets/language/query', { facetQuery: 'e' }, 404],
    ['a long body', path, { query: 'x'.repeat(70_000) }, 413],
  ]
  for (const [what, at, body, status] of cases) {
    t.test(what, async (t) => {
      const response = await post(url, at, body)
      t.equal(response.status, status)
      t.match(await response.json(), { message: /\w/, status })
    })
  }
  const unknown = await post(url, path, {}, 'application/xml')
  t.equal(unknown.status, 415)
  t.match(await unknown.json(), { status: 415 })
  t.match(await search(url, { query: 'crank', numericFilters: [], ignorePlurals: true, unheardOf: {} }), { nbHits: 1 })
})
