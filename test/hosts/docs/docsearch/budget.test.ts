import t from 'tap'
import { chooseWindows, pagesOf, TagBudget, type Window } from '../../../../src/hosts/docs/api/docsearch/budget.ts'
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

t.test('tags above 256 characters are refused in the form of Algolia, and those of real boxes are not', async (t) => {
  const response = await ask([everything(257)])
  t.equal(response.status, 400)
  t.strictSame(await response.json(), { message: 'highlightPreTag may have 256 characters at most.', status: 400 })
  const tag = '<mark class="bg-yellow-200 dark:bg-yellow-800 text-black rounded px-1 font-bold">'
  const { hits } = await search(url, { query: 'lever', highlightPreTag: tag, highlightPostTag: '</mark>' })
  t.match(hits[0]?._highlightResult.hierarchy?.['lvl1']?.value, `${tag}Lever</mark>`)
})

t.test('the queries of one request share a budget of hits, tags and bytes', async (t) => {
  const many = Array.from({ length: 20 }, (_, n) => ({ ...everything(256), query: `pull the lever ${n}` }))
  const body = await (await ask(many)).text()
  t.ok(body.length < 512 * 1024, `${body.length} bytes`)
  const { results: found } = JSON.parse(body) as { readonly results: readonly Found[] }
  t.equal(found.length, 20)
  for (const { hits, hitsPerPage, nbPages, nbHits } of found) {
    t.strictSame([hits.length, hitsPerPage], [3, 3], 'each has an equal part, and says so')
    t.ok(nbPages >= 1 && nbPages * hitsPerPage <= nbHits + hitsPerPage)
  }
  const marks = JSON.stringify(found.map(({ hits }) => hits)).split('P'.repeat(256)).length - 1
  t.ok(marks * 512 <= 64 * 1024, `${marks} marks`)
  const plain = await results([{ ...everything(256), attributesToHighlight: [], attributesToSnippet: [] }])
  const [one] = await results([everything(256)])
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

t.test('several indexes are paged to the end of what nbPages promises, whatever the others show', async (t) => {
  const facets = Array.from({ length: 11 }, () => ({ query: 'lever', hitsPerPage: 0, facets: ['language'] }))
  for (const [beside, size, expected] of [
    [[{ query: 'lever', hitsPerPage: 20 }], 20, 20],
    [
      [
        { query: 'lever', hitsPerPage: 20 },
        { query: 'widget', hitsPerPage: 20 },
      ],
      20,
      20,
    ],
    [Array.from({ length: 4 }, () => ({ query: 'lever', hitsPerPage: 20 })), 20, 12],
    [Array.from({ length: 4 }, (_, n) => ({ query: 'lever', hitsPerPage: 20, page: n + 1 })), 20, 12],
    [facets, 20, 20],
    [facets, 50, 50],
  ] as const) {
    for (const distinct of [1, 2]) {
      const name = `${beside.length} beside ${size} hits, distinct ${distinct}`
      const seen = new Set<string>()
      for (let page = 0, promised = 1; page < promised; page++) {
        const [first, ...others] = await results([{ query: 'lever', hitsPerPage: size, page, distinct }, ...beside])
        t.match(first, { page, hitsPerPage: expected, nbPages: Number }, name)
        t.ok(first!.hits.length > 0, `${name}: page ${page} of ${first!.nbPages} has hits`)
        t.ok(first!.nbPages >= promised, `${name}: nothing promised is taken back`)
        t.ok(page + 1 === first!.nbPages || first!.hits.length === expected, `${name}: page ${page} is full`)
        for (const other of others) t.equal(other.hits.length, other.hitsPerPage, `${name}: others are full too`)
        for (const { objectID } of first!.hits) seen.add(objectID)
        promised = first!.nbPages
      }
      t.ok(seen.size >= 50, `${name}: ${seen.size} hits are reached`)
    }
  }
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
    ['params', { params: 'a=b&'.repeat(2049) }, 400],
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
  for (const left of [1, 19]) {
    const from = `10.9.8.${left}`
    for (let sent = 0; sent < LIMIT - 20; sent += 20) await ask(twenty, from)
    t.equal((await ask(twenty.slice(left), from)).status, 200)
    const early = await ask([{ query: 'lever' }], from)
    t.equal(early.status, 429, `nobody leaves ${left}, with which each body would have to be read`)
    t.ok(Number(early.headers.get('retry-after')) > 0)
    t.equal(early.headers.get('access-control-allow-origin'), '*', 'pages of other origins may read it')
    t.match(await early.json(), { status: 429, message: /3,000 searches/ })
  }
  t.equal((await ask(twenty, '10.9.9.10')).status, 200, 'others are answered')
})

t.test('windows share what one request may find', async (t) => {
  const windows = (...queries: Parameters<typeof chooseWindows>[0]) => chooseWindows(queries)
  t.strictSame(windows({ page: 0 }), [{ start: 0, length: 20, reach: 50 }])
  t.strictSame(windows({ page: 2, hitsPerPage: 1000 }), [{ start: 100, length: 50, reach: 50 }])
  t.strictSame(windows({ page: 0, offset: 7 }), [{ start: 7, length: 20, reach: 50 }])
  t.strictSame(windows({ page: 0, offset: 7, length: 60 }), [{ start: 7, length: 50, reach: 50 }])
  t.strictSame(windows({ page: 3, hitsPerPage: 0 }), [{ start: 0, length: 0, reach: 50 }])
  for (let count = 1; count <= 20; count++) {
    for (const page of [0, 1, 7, 1000]) {
      const shared = windows(...Array.from({ length: count }, () => ({ page, hitsPerPage: 1000 })))
      const sum = (of: (window: Window) => number): number => shared.reduce((all, window) => all + of(window), 0)
      t.ok(sum(({ length }) => length) <= 60 && sum(pagesOf) <= 250, `${count} queries on page ${page}`)
      t.ok(shared.every(({ length, start }) => length >= 3 && start === page * length))
    }
  }
  const tags = new TagBudget()
  t.strictSame(
    [tags.takes(64 * 1024 - 1), tags.takes(2), tags.takes(1), tags.takes(1), tags.takes(0)],
    [true, false, true, false, true],
  )
})
