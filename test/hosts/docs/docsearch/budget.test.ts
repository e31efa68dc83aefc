import t from 'tap'
import { chooseWindows, pagesOf, TagBudget } from '../../../../src/hosts/docs/api/docsearch/budget.ts'
import { startService } from '../../../support/start-service.ts'
import { post, search, type Found } from './ask.ts'

const PAGES = Object.fromEntries(
  Array.from({ length: 70 }, (_, n) => [
    `docs/en/guides/lever-${n}.md`,
    `---\ntitle: Lever ${n}\n---\n\nLever of a widget.\n\n${['Pull', 'Oil', 'Mend']
      .map((verb) => `## ${verb} lever ${n}\n\n${`${verb} the lever, and see the lever move. `.repeat(12)}\n`)
      .join('\n')}`,
  ]),
)
const CONTENT = { 'docs/en/index.md': '---\ntitle: Home\n---\n\nWelcome to levers.\n', ...PAGES }
const PATH = '/1/indexes/*/queries'
const LIMIT = 3000

const { url } = await startService(t, { content: CONTENT, env: { TRUSTED_PROXIES: '127.0.0.1/32' } })

const everything = (tag: number) => ({
  query: 'pull the lever and see it move',
  hitsPerPage: 1000,
  distinct: 0,
  attributesToSnippet: ['content:2000', '*:2000'],
  highlightPreTag: 'P'.repeat(tag),
  highlightPostTag: 'Q'.repeat(tag),
})

async function ask(requests: readonly object[], from = '10.0.0.1', contentType = 'text/plain'): Promise<Response> {
  return fetch(url + PATH, {
    method: 'POST',
    body: JSON.stringify({ requests }),
    headers: { 'Content-Type': contentType, 'X-Forwarded-For': from },
  })
}

async function results(requests: readonly object[]): Promise<readonly Found[]> {
  return ((await (await ask(requests)).json()) as { readonly results: readonly Found[] }).results
}

t.test('tags above 64 characters are refused in the form of Algolia', async (t) => {
  const response = await ask([everything(256)])
  t.equal(response.status, 400)
  t.strictSame(await response.json(), { message: 'highlightPreTag may have 64 characters at most.', status: 400 })
})

t.test('the queries of one request share a budget of hits, tags and bytes', async (t) => {
  const many = Array.from({ length: 20 }, (_, n) => ({ ...everything(64), query: `pull the lever ${n}` }))
  const body = await (await ask(many)).text()
  t.ok(body.length < 512 * 1024, `${body.length} bytes`)
  const { results: found } = JSON.parse(body) as { readonly results: readonly Found[] }
  t.equal(found.length, 20)
  for (const { hits, hitsPerPage, nbPages, nbHits } of found) {
    t.strictSame([hits.length, hitsPerPage], [3, 3], 'each has an equal part, and says so')
    t.ok(nbPages >= 1 && nbPages * hitsPerPage <= nbHits + hitsPerPage)
  }
  const marks = JSON.stringify(found.map(({ hits }) => hits)).split('P'.repeat(64)).length - 1
  t.ok(marks * 128 <= 64 * 1024, `${marks} marks`)
  const plain = await results([{ ...everything(64), attributesToHighlight: [], attributesToSnippet: [] }])
  const [one] = await results([everything(64)])
  t.same(
    one?.hits.map(({ content }) => content),
    plain[0]?.hits.map(({ content }) => content),
    'no text is missing',
  )
  const last = one?.hits.at(-1)?._highlightResult.content
  t.match(last?.value, /lever/)
  t.notMatch(last?.value, /PP/, 'a text beyond the budget of tags has none')
  t.equal(last?.matchLevel === 'none', false, 'and still says that it matches')
})

t.test('what clients ask for fits in the budget as it is', async (t) => {
  const docSearch = Array.from({ length: 3 }, () => ({ query: 'lever', hitsPerPage: 20 }))
  t.strictSame(
    (await results(docSearch)).map(({ hits }) => hits.length),
    [20, 20, 20],
  )
  const page = { query: 'lever', hitsPerPage: 15, page: 1 }
  const facets = Array.from({ length: 10 }, () => ({ query: 'lever', hitsPerPage: 0, facets: ['language'] }))
  const [first] = await results([page, ...facets])
  t.match(first, { hitsPerPage: 15, page: 1 })
  t.equal(first?.hits.length, 15)
})

t.test('a query gives 50 hits at most, and a client that pages by the answer finds the same ones', async (t) => {
  const all = { query: 'lever', distinct: 1, hitsPerPage: 1000 }
  const whole = await search(url, all)
  t.match(whole, { hitsPerPage: 50, nbPages: 1 })
  t.equal(whole.hits.length, 50)
  const parts: string[] = []
  for (let page = 0; page < 5; page++) {
    const { hits, nbPages } = await search(url, { ...all, hitsPerPage: 10, page })
    t.equal(nbPages, 5)
    parts.push(...hits.map(({ objectID }) => objectID))
  }
  t.strictSame(
    parts,
    whole.hits.map(({ objectID }) => objectID),
  )
})

t.test('texts that nobody types are answered or refused at once', async (t) => {
  const marks = '\u0315\u0300'.repeat(5000)
  t.match(await search(url, { query: `lever ${marks}` }), { nbHits: Number, page: 0 })
  t.match(await search(url, { query: 'lever '.repeat(4000) }), { hits: [{ objectID: /lever/ }] })
  const echoed = await search(url, { query: 'lever', filters: '', params: `a=${'b&a='.repeat(900)}` })
  t.ok((echoed as unknown as { readonly params: string }).params.length <= 1000)
  const other = { query: 'lever', unheardOf: Array.from({ length: 5000 }, () => ({})) }
  t.notMatch(await search(url, other), { params: /unheardOf/ })
  for (const [what, body, status] of [
    ['params', { params: 'a=b&'.repeat(1025) }, 400],
    ['a list', { query: 'lever', facets: Array.from({ length: 101 }, () => 'language') }, 400],
    [
      'lists within a list',
      { query: 'lever', facetFilters: Array.from({ length: 11 }, () => Array(10).fill('a:b')) },
      400,
    ],
    ['a body', { query: 'x'.repeat(33 * 1024) }, 413],
  ] as const) {
    const response = await post(url, '/1/indexes/widgets/query', body)
    t.equal(response.status, status, what)
    t.match(await response.json(), { message: /\w/, status }, what)
  }
  const raw = encodeURIComponent(marks.slice(0, 4000))
  const refused = await fetch(`${url}/api/search?q=lever${raw}`)
  t.match(await refused.json(), { status: 400, code: 'invalid_query' })
})

t.test('a request counts as many times as it has queries, by address', async (t) => {
  const twenty = Array.from({ length: 20 }, () => ({ query: 'lever', hitsPerPage: 1 }))
  for (let sent = 0; sent < LIMIT; sent += 20) t.equal((await ask(twenty, '10.9.9.9')).status, 200)
  const refused = await ask([{ query: 'lever' }], '10.9.9.9')
  t.equal(refused.status, 429)
  t.ok(Number(refused.headers.get('retry-after')) > 0)
  t.match(await refused.json(), { status: 429, message: /3,000 searches/ })
  t.equal((await ask(twenty, '10.9.9.10')).status, 200, 'others are answered')
})

t.test('windows share what one request may find', async (t) => {
  const windows = (...queries: Parameters<typeof chooseWindows>[0]) => chooseWindows(queries)
  t.strictSame(windows({ page: 0 }), [{ start: 0, length: 20, reach: 50 }])
  t.strictSame(windows({ page: 2, hitsPerPage: 1000 }), [{ start: 100, length: 50, reach: 50 }])
  t.strictSame(windows({ page: 0, offset: 7 }), [{ start: 7, length: 20, reach: 50 }])
  t.strictSame(windows({ page: 0, offset: 7, length: 60 }), [{ start: 7, length: 50, reach: 50 }])
  const shared = windows(...Array.from({ length: 20 }, () => ({ page: 3, hitsPerPage: 20 })))
  t.ok(shared.every(({ length, reach, start }) => length === 3 && reach === 3 && start === 9))
  t.ok(shared.reduce((sum, window) => sum + pagesOf(window), 0) <= 60)
  const tags = new TagBudget()
  t.strictSame(
    [tags.takes(64 * 1024 - 1), tags.takes(2), tags.takes(1), tags.takes(1), tags.takes(0)],
    [true, false, true, false, true],
  )
})
