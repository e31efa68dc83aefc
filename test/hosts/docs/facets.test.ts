import t from 'tap'
import { startService } from '../../support/start-service.ts'
import { VERSIONED } from './versioned.ts'

const page = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`

const CONTENT = {
  'docs/en/index.md': page('Home', 'All about lanterns and wicks.'),
  'docs/en/guides/meta.json': '{"title": "How-to guides"}',
  'docs/en/guides/wick.md': page('Trim a wick', 'A lantern needs a wick.'),
  'docs/en/guides/oil.md': page('Fill the oil', 'A lantern needs oil.'),
  'docs/en/api/lamp.md': page('Lamp', 'The lantern as an object.'),
  'docs/zh/guides/wick.md': page('修剪灯芯', '灯笼需要灯芯。'),
  'docs/ko/guides/wick.md': page('심지 다듬기', '등불에는 심지가 필요합니다.'),
}

interface Answer {
  readonly locale: string
  readonly total: number
  readonly results: readonly { readonly section: string; readonly url: string }[]
  readonly facets?: { readonly section: readonly { value: string; name: string; count: number }[] }
}

t.test('searches by section', async (t) => {
  const { url } = await startService(t, { content: CONTENT })
  const search = async (parameters: string): Promise<Answer> =>
    (await (await fetch(`${url}/api/search?${parameters}`)).json()) as Answer

  t.test('facets count the matches of each section, and the home page is in none', async (t) => {
    const { facets, total } = await search('q=lantern&include=facets')
    t.equal(total, 4)
    t.same(facets, {
      section: [
        { value: 'guides', name: 'How-to guides', count: 2 },
        { value: 'api', name: 'Api', count: 1 },
      ],
    })
    t.notOk('facets' in (await search('q=lantern')), 'nobody who does not ask for them gets any')
  })

  t.test('a section limits results and total, and leaves the facets as they are', async (t) => {
    const all = await search('q=lantern&include=facets')
    const { facets, results, total } = await search('q=lantern&include=facets,highlights&section=guides')
    t.equal(total, 2)
    t.same(
      results.map(({ section }) => section),
      ['guides', 'guides'],
    )
    t.same(facets, all.facets)
    t.equal((await search('q=lantern&section=api')).total, 1, 'without optional members too')
    t.same(await search('q=lantern&section='), await search('q=lantern'), 'an empty one is none')
  })

  t.test('a section without a match has no results, and no other language takes over', async (t) => {
    const found = await search('q=灯笼&locale=zh&section=api&include=facets')
    t.match(found, { locale: 'zh', total: 0, results: [] })
    t.same(found.facets?.section, [{ value: 'guides', name: 'Guides', count: 1 }])
    const english = await search('q=lantern&locale=ko&section=api&include=facets')
    t.match(english, { locale: 'en', total: 1 })
    t.equal(
      english.facets?.section[0]?.name,
      'How-to guides',
      'sections have the titles of the language of the results',
    )
  })

  t.test('a section that there is not, or two of them, are refused with those that there are', async (t) => {
    for (const parameters of ['section=nowhere', 'section=api&section=guides']) {
      const response = await fetch(`${url}/api/search?q=lantern&${parameters}`)
      t.equal(response.status, 400)
      t.match(await response.json(), { code: 'invalid_section', param: 'section' })
    }
    const response = await fetch(`${url}/api/search?q=lantern&section=nowhere`)
    t.match(await response.json(), { detail: 'Give section one of guides, api, or leave it out for all.' })
  })

  t.test('the page of results links to sections, and takes a section that is gone for none', async (t) => {
    const html = await (await fetch(`${url}/search?q=lantern&section=api`)).text()
    t.match(html, '<a href="/search?q=lantern&amp;locale=en&amp;section=guides">How-to guides <span>2</span></a>')
    t.match(
      html,
      '<a href="/search?q=lantern&amp;locale=en&amp;section=api" aria-current="true">Api <span>1</span></a>',
    )
    t.match(html, '<p>1 result</p>')
    t.match(await (await fetch(`${url}/search?q=lantern&section=gone`)).text(), '<p>4 results</p>')
  })

  t.test('search_docs takes a section, and names those that there are', async (t) => {
    const call = async (section: string): Promise<unknown> => {
      const params = { name: 'search_docs', arguments: { query: 'lantern', section } }
      const response = await fetch(`${url}/mcp`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      })
      return ((await response.json()) as { result: unknown }).result
    }
    t.match(await call('api'), { content: [{ text: /^1 of 1 page, [^]*Lamp/ }] })
    t.match(await call('nowhere'), { isError: true, content: [{ text: /one of guides, api/ }] })
  })
  t.end()
})

t.test('facets count the pages of the version that is searched', async (t) => {
  const { url } = await startService(t, { content: VERSIONED })
  const facets = async (parameters: string): Promise<unknown> => {
    const answer = await fetch(`${url}/api/search?q=candle&include=facets&${parameters}`)
    return ((await answer.json()) as Answer).facets?.section
  }
  t.same(await facets('version=2.0'), [])
  t.same(await facets('version=1.0'), [{ value: 'docs', name: 'Docs', count: 2 }])
  t.same(await facets('version=1.0&section=help'), [{ value: 'docs', name: 'Docs', count: 2 }])
})
