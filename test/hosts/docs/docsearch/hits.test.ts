import t from 'tap'
import { startService } from '../../../support/start-service.ts'
import { DOCUMENTATION } from '../documentation.ts'
import { post, search, type Found } from './ask.ts'

const LONG_PAGES = Object.fromEntries(
  Array.from({ length: 60 }, (_, n) => [
    `docs/en/guides/lever-${n}.md`,
    `---\ntitle: Lever ${n}\n---\n\nLever of a widget.\n\n## Pull lever ${n}\n\nPull the lever, & see <it> move.\n\n## Oil lever ${n}\n\nOil the lever.\n`,
  ]),
)

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
