import { readFile } from 'node:fs/promises'
import t, { type Test } from 'tap'
import { readDays } from '../../../../src/analytics/day-files.ts'
import { HONOURED, REFUSED } from '../../../../src/hosts/docs/api/docsearch/parameters.ts'
import { LOCALES } from '../../../../src/shared/locale.ts'
import { startService } from '../../../support/start-service.ts'
import { DOCUMENTATION } from '../documentation.ts'
import { VERSIONED } from '../versioned.ts'
import { RECORDED } from './recorded-requests.ts'

interface Marked {
  readonly value: string
  readonly matchLevel: string
  readonly matchedWords: readonly string[]
}

interface Marks {
  readonly hierarchy?: Readonly<Record<string, Marked>>
  readonly content?: Marked
}

interface Hit {
  readonly objectID: string
  readonly url: string
  readonly type: string
  readonly content: string | null
  readonly hierarchy: Readonly<Record<string, string | null>>
  readonly language?: string
  readonly version?: string
  readonly _highlightResult: Marks
  readonly _snippetResult?: Marks
}

interface Found {
  readonly hits: readonly Hit[]
  readonly nbHits: number
  readonly nbPages: number
  readonly page: number
  readonly hitsPerPage: number
  readonly query: string
  readonly index: string
  readonly queryID?: string
  readonly facets?: Readonly<Record<string, Readonly<Record<string, number>>>>
}

const LONG_PAGES = Object.fromEntries(
  Array.from({ length: 60 }, (_, n) => [
    `docs/en/guides/lever-${n}.md`,
    `---\ntitle: Lever ${n}\n---\n\nLever of a widget.\n\n## Pull lever ${n}\n\nPull the lever, & see <it> move.\n\n## Oil lever ${n}\n\nOil the lever.\n`,
  ]),
)

async function post(url: string, path: string, body: unknown, contentType = 'application/json'): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(url + path, { method: 'POST', body: text, headers: { 'Content-Type': contentType } })
}

async function search(url: string, parameters: object, index = 'widgets'): Promise<Found> {
  return (await (await post(url, `/1/indexes/${index}/query`, parameters)).json()) as Found
}

t.test('requests of Algolia’s clients find sections', async (t) => {
  const { url } = await startService(t, { content: DOCUMENTATION })
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

t.test('a hit has its levels, its marks and its snippets', async (t) => {
  const { url } = await startService(t, { content: { ...DOCUMENTATION, ...LONG_PAGES } })
  const tags = { highlightPreTag: '<mark>', highlightPostTag: '</mark>' }

  t.test('levels are the section of the navigation, the title and the headings', async (t) => {
    const { hits } = await search(url, { query: 'turn the crank', ...tags })
    t.match(hits[0], {
      type: 'lvl2',
      hierarchy: { lvl0: 'Guides', lvl1: 'Start', lvl2: 'Turn the crank', lvl3: null, lvl6: null },
      content: 'The crank starts it.',
      language: 'en',
    })
    const { hierarchy } = hits[0]?._highlightResult ?? {}
    t.same(Object.keys(hierarchy ?? {}), ['lvl0', 'lvl1', 'lvl2'], 'levels without a text are left out')
    t.match(hierarchy?.['lvl2'], { value: '<mark>Turn</mark> <mark>the</mark> <mark>crank</mark>', matchLevel: 'full' })
    t.match(hierarchy?.['lvl0'], { value: 'Guides', matchLevel: 'none', matchedWords: [] })
  })

  t.test('the title of a page without a section leads to its top', async (t) => {
    const { hits } = await search(url, { query: 'welcome', ...tags })
    t.match(hits[0], { url: `${url}/en`, type: 'lvl1', hierarchy: { lvl1: 'Home', lvl2: null } })
  })

  t.test('a word that the reader has not finished marks the words that it begins', async (t) => {
    const { hits } = await search(url, { query: 'only engl', ...tags })
    t.match(hits[0]?._highlightResult.hierarchy?.['lvl1'], { value: '<mark>Only</mark> <mark>English</mark>' })
  })

  t.test('a match in a text under a heading without it is content', async (t) => {
    const { hits } = await search(url, { query: 'starts', ...tags })
    const found = hits.find((hit) => hit.url.endsWith('#turn-the-crank'))
    t.equal(found?.type, 'content')
    t.match(found?._highlightResult.content?.value, 'The crank <mark>starts</mark> it.')
  })

  t.test('texts are escaped, and tags are those of the request', async (t) => {
    const { hits } = await search(url, { query: 'pull lever 7', attributesToSnippet: ['content:4'], ...tags })
    const found = hits.find((hit) => hit.url.endsWith('/lever-7#pull-lever-7'))
    t.equal(found?.content, 'Pull the lever, &amp; see &lt;it&gt; move.')
    t.notMatch(JSON.stringify(hits), /<it>/)
    const snippet = found?._snippetResult?.content?.value ?? ''
    t.match(snippet, /^<mark>Pull<\/mark> the <mark>lever<\/mark>, &amp; see…$/)
    const plain = await search(url, { query: 'pull lever 7' })
    t.match(plain.hits[0]?._highlightResult.hierarchy?.['lvl1']?.value, /algolia-docsearch-suggestion--highlight/)
  })

  t.test('attributes are those that were asked for', async (t) => {
    const chosen = {
      attributesToRetrieve: ['url', 'hierarchy.lvl1'],
      attributesToHighlight: [],
      attributesToSnippet: [],
    }
    const { hits } = await search(url, { query: 'crank', ...chosen })
    t.same(Object.keys(hits[0] ?? {}), ['objectID', 'url', 'hierarchy', '_highlightResult'])
    t.same(hits[0]?.hierarchy, { lvl1: 'Start' })
    t.same(hits[0]?._highlightResult, {})
    const without = await search(url, { query: 'crank', attributesToRetrieve: ['*', '-content'] })
    t.notOk('content' in (without.hits[0] ?? {}))
    t.ok('type' in (without.hits[0] ?? {}))
  })

  t.test('distinct bounds the hits of a page', async (t) => {
    for (const [distinct, most] of [
      [1, 1],
      [true, 1],
      [2, 2],
      [false, 3],
      [undefined, 2],
    ] as const) {
      const { hits } = await search(url, { query: 'lever', hitsPerPage: 30, distinct })
      const pages = hits.map((hit) => hit.url.split('#')[0])
      const counts = pages.map((each) => pages.filter((other) => other === each).length)
      t.equal(Math.max(...counts), most, String(distinct))
    }
  })

  t.test('pages follow each other without a gap and without the same hit twice', async (t) => {
    const seen: string[] = []
    let place = 0
    for (let nbPages = 1; place < nbPages; place++) {
      const found = await search(url, { query: 'lever', hitsPerPage: 7, page: place, distinct: 1 })
      t.match(found, { page: place, hitsPerPage: 7 })
      nbPages = found.nbPages
      t.equal(found.hits.length, place < nbPages - 1 ? 7 : found.hits.length)
      seen.push(...found.hits.map(({ objectID }) => objectID))
    }
    t.equal(new Set(seen).size, seen.length)
    t.equal(seen.length, 50, 'the best fifty pages can be reached')
    const window = await search(url, { query: 'lever', offset: 7, length: 7, distinct: 1 })
    t.same(
      window.hits.map(({ objectID }) => objectID),
      seen.slice(7, 14),
    )
    t.match(await search(url, { query: 'lever', hitsPerPage: 0 }), { hits: [], nbPages: 0 })
  })

  t.test('an empty or short query finds nothing, and a long one is searched by its beginning', async (t) => {
    t.match(await search(url, { query: '' }), { hits: [], nbHits: 0, nbPages: 0, query: '' })
    t.match(await search(url, {}), { hits: [], nbHits: 0 })
    t.match(await search(url, { query: 'c' }), { hits: [], nbHits: 0 })
    const long = await search(url, { query: `crank ${'crank '.repeat(100)}` })
    t.ok(long.hits.length > 0)
    t.match(await search(url, { query: 'zzzzqqqq' }), { hits: [], nbHits: 0, nbPages: 0 })
  })

  t.test('several queries are answered in their order', async (t) => {
    const requests = ['crank', 'sprocket'].map((query) => ({ indexName: 'widgets', query }))
    const response = await post(url, '/1/indexes/*/queries', { requests })
    const { results } = (await response.json()) as { readonly results: readonly Found[] }
    t.same(
      results.map(({ query }) => query),
      ['crank', 'sprocket'],
    )
    t.match(results[1]?.hits[0]?.url, /only-english/)
    t.equal((await post(url, '/1/indexes/widgets/queries', { requests })).status, 200)
  })

  t.test('an answer is kept, and serves the same request again', async (t) => {
    const body = { query: 'sprocket', hitsPerPage: 9 }
    const first = await (await post(url, '/1/indexes/kept/query', body)).text()
    const again = await post(url, '/1/indexes/kept/query', body)
    t.equal(await again.text(), first)
    t.equal(again.headers.get('cache-control'), 'no-store')
    t.not(await (await post(url, '/1/indexes/other/query', body)).text(), first, 'the name of the index is part of it')
  })
})

t.test('filters and the name of the index choose the language', async (t) => {
  const { url } = await startService(t, { content: DOCUMENTATION })
  const languageOf = async (parameters: object, index?: string): Promise<string | undefined> =>
    (await search(url, { query: '위젯', ...parameters }, index)).hits[0]?.language
  t.equal(await languageOf({ facetFilters: ['language:ko'] }), 'ko')
  t.equal(await languageOf({ facetFilters: 'lang:ko-KR' }), 'ko', 'VitePress sends the tag of the page')
  t.equal(await languageOf({ facetFilters: [['language:fr', 'language:ko']] }), 'ko', 'the first that is served')
  t.equal(await languageOf({ facetFilters: ['language:ko', ['docusaurus_tag:default', 'docusaurus_tag:x']] }), 'ko')
  t.equal(await languageOf({ filters: 'language:"ko" AND version:1' }), 'ko')
  t.equal(await languageOf({ params: 'facetFilters=%5B%22language%3Ako%22%5D' }), 'ko')
  t.equal(await languageOf({}, 'widgets_ko'), 'ko')
  t.equal(
    await languageOf({ facetFilters: ['language:en'] }, 'widgets_ko'),
    undefined,
    'a filter comes before the name',
  )
  const chinese = await search(url, { query: '启动', facetFilters: ['lang:zh-Hans'], facets: ['language', 'version'] })
  t.equal(chinese.hits[0]?.url, `${url}/zh/guides/start`)
  t.match(chinese.facets, { language: { en: 0, zh: chinese.nbHits, ko: 0 }, version: {} })
  t.match((await search(url, { query: 'sprocket', facetFilters: ['language:fr'] })).hits[0], { language: 'en' })
  t.match((await search(url, { query: 'widget', facetFilters: ['hierarchy.lvl0:Guides'] })).hits, [
    { hierarchy: { lvl0: 'Guides' } },
  ])
})

t.test('filters choose the version', async (t) => {
  const { url } = await startService(t, { content: VERSIONED })
  const versionOf = async (facetFilters: readonly unknown[]): Promise<string | undefined> =>
    (await search(url, { query: 'lantern', facetFilters })).hits.find((hit) => hit.hierarchy['lvl1'] === 'Intro')
      ?.version
  t.equal(await versionOf(['version:1.0']), '1.0')
  t.equal(await versionOf(['language:en', ['docusaurus_tag:default', 'docusaurus_tag:docs-default-1.0']]), '1.0')
  const standard = await versionOf([])
  t.not(standard, '1.0')
  t.equal(await versionOf(['version:9.9']), standard, 'an unknown version is the default one')
  t.match((await search(url, { query: 'lantern', facets: ['*'], facetFilters: ['version:1.0'] })).facets?.['version'], {
    '1.0': Number,
    '2.0': 0,
  })
})

t.test('bad requests are refused in the form of Algolia', async (t) => {
  const { url } = await startService(t, { content: DOCUMENTATION })
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

t.test('a click that carries the name of its search is counted', async (t) => {
  const service = await startService(t, { content: DOCUMENTATION, env: { SEARCH_ANALYTICS: 'on' } })
  const { url } = service
  const { hits, queryID } = await search(url, { query: 'Crank', clickAnalytics: true })
  const event = { eventType: 'click', eventName: 'Item Selected', index: 'widgets', userToken: 'anonymous', queryID }
  const clicked = { ...event, objectIDs: [hits[0]?.objectID], positions: [1] }
  for (let n = 0; n < 3; n++) {
    const response = await post(url, '/1/events?X-Algolia-API-Key=any', { events: [clicked] })
    t.equal(response.status, 200)
    t.same(await response.json(), { status: 200, message: 'OK' })
  }
  const others = [
    { ...clicked, queryID: 'nonsense' },
    { ...clicked, objectIDs: ['https://elsewhere.example/'] },
    { ...clicked, positions: [] },
    { ...clicked, eventType: 'view' },
    null,
  ]
  t.equal((await post(url, '/1/events', { events: others })).status, 200, 'others are taken and not counted')
  t.match(await (await post(url, '/1/events', { events: 'x' })).json(), { status: 400 })
  await service.stop()
  t.match(countsOf(t, service.dataDir), [
    { source: 'readers', query: 'crank', searches: 3, clicks: 3, positions: 3, pages: { '/en/guides/start': 3 } },
  ])
})

t.test('the documentation says of every parameter that is read or refused what happens to it', async (t) => {
  for (const locale of LOCALES) {
    const page = await readFile(
      new URL(`../../../../content/docs/${locale}/search/docsearch.mdx`, import.meta.url),
      'utf8',
    )
    for (const name of [...HONOURED, ...REFUSED]) t.match(page, `\`${name}\``, `${name} in ${locale}`)
  }
})

function countsOf(t: Test, dataDir: string): unknown {
  const [day] = readDays(dataDir, 2, Date.now(), (file) => t.fail(file))
  return day?.queries
}
