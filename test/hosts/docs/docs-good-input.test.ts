import t from 'tap'
import { pageResponse } from '../../../src/hosts/docs/api/page.ts'
import { searchResponse } from '../../../src/hosts/docs/api/search.ts'
import { createAsk } from '../../support/raw-http.ts'
import { startService } from '../../support/start-service.ts'
import { DOCUMENTATION } from './documentation.ts'

const encode = encodeURIComponent
const GRINNING = '\u{1F600}'
const TWINS = 60

/** Pages that no query can tell apart, and one that a fallback finds. */
const CONTENT = {
  ...DOCUMENTATION,
  ...Object.fromEntries(
    Array.from({ length: TWINS }, (_, n) => [`docs/en/twins/twin-${n}.md`, '---\ntitle: Twin\n---\n\nThe gizmo.\n']),
  ),
}

/** Queries on the right side of their bounds, as they are sent, with the text that they count as. */
const QUERIES: readonly (readonly [sent: string, query: string])[] = [
  ['ab', 'ab'],
  ['+ab+', 'ab'],
  ['a+b', 'a b'],
  ['a%2Bb', 'a+b'],
  ['a%20%09%0A%0Db', 'a b'],
  [encode('\u00a0\u3000a\u2003\u2028b\ufeff'), 'a b'],
  [encode('ﬁ'), 'fi'],
  [encode('①②'), '12'],
  [encode('ＡＢ'), 'AB'],
  [encode('ｶﾞｷﾞ'), 'ガギ'],
  [encode('\u1112\u1161\u11ab\u1100\u1173\u11af'), '한글'],
  [encode('e\u0301e\u0301'), 'éé'],
  [encode('x\u0301'), 'x\u0301'],
  [encode('\u0301\u0301'), '\u0301\u0301'],
  [encode(GRINNING.repeat(2)), GRINNING.repeat(2)],
  [encode(GRINNING.repeat(200)), GRINNING.repeat(200)],
  [encode('가'.repeat(200)), '가'.repeat(200)],
  [encode('ﬁ'.repeat(100)), 'fi'.repeat(100)],
  [encode('㍿'.repeat(50)), '株式会社'.repeat(50)],
  [encode('ﷺ'.repeat(11)), 'ﷺ'.repeat(11).normalize('NFKC')],
  [`${'x'.repeat(200)}${'+'.repeat(500)}`, 'x'.repeat(200)],
  ['%00%01', '\u0000\u0001'],
  ['!!', '!!'],
  ['%EF%BF%BD%EF%BF%BD', '\ufffd\ufffd'],
  ['%3Cb%3E%22%5C', '<b>"\\'],
  ['%e4%b8%ad%E6%96%87', '中文'],
  ['a%26b%3Dc', 'a&b=c'],
  ['a=b', 'a=b'],
  ['a;b?c/d', 'a;b?c/d'],
  ['%2525', '%25'],
]

const LIMITS = [
  ['', 10],
  ['&limit=1', 1],
  ['&limit=10', 10],
  ['&limit=49', 49],
  ['&limit=50', 50],
  ['&limit=%35%30', 50],
  ['&%6Cimit=3', 3],
  ['&Limit=3', 10],
  ['&limit[]=3', 10],
  ['&=3&&x=%zz&%FF=1', 10],
] as const

/** Values of `path` as they are sent, the page that they lead to, and the locale that it is served in. */
function pathsOf(url: string): readonly (readonly [sent: string, address: string, locale: string])[] {
  const start = '/en/guides/start'
  return [
    ...['/en', 'en', '/', '/en/', '/en/index', '/en.md', 'index', '/index/', '?x', '%23top', '/en/index.md'].map(
      (path) => [path, '/en', 'en'] as const,
    ),
    ...[
      start,
      'guides/start',
      '/guides/start',
      'en/guides/start',
      `${start}.md`,
      `${start}/`,
      `${start}///`,
      `${start}.md/`,
      `${start}/index`,
      `${start}/index.md`,
      `${start}?a=b%26c`,
      `${start}%23fragment`,
      `${start}/?a%23b`,
      '%2Fen%2Fguides%2Fstart',
      '/en/guides/st%61rt',
    ].map((path) => [path, start, 'en'] as const),
    ...[url, `${url}/`, `${url}/en`, `${url}?x`, `${url}/en.md`].map((path) => [path, '/en', 'en'] as const),
    ...[
      `${url}${start}`,
      encode(`${url}${start}.md?a#b`),
      url.replace('http', 'HTTP').replace('l', 'L') + start,
      `${url.slice(5)}${start}`,
      `${url}/en/guides/st%2561rt`,
    ].map((path) => [path, start, 'en'] as const),
    ['/ko/guides/start', '/ko/guides/start', 'ko'],
    ['zh', '/zh', 'zh'],
    ['/ko/guides/only-english', '/en/guides/only-english', 'en'],
    ['/zh/guides/only-english.md', '/en/guides/only-english', 'en'],
    ['/en/guides/a%20b%3Fc', '', ''],
    [encode(`${url}/en/guides/a%20b%3Fc%23d%25`), '/en/guides/a%20b%3Fc%23d%25', 'en'],
  ]
}

t.test('what a client may ask', async (t) => {
  const { url } = await startService(t, { content: CONTENT })
  const ask = await createAsk(t, url)
  const search = async (query: string) =>
    searchResponse.parse(JSON.parse((await ask(`/api/search?${query}`)).body.toString()))

  t.test('queries on the right side of every bound are answered as what they count as', async (t) => {
    for (const [sent, query] of QUERIES) t.equal((await search(`q=${sent}`)).query, query, sent.slice(0, 80))
  })

  t.test('a query without any letter, digit or CJK sign matches nothing', async (t) => {
    for (const sent of [
      '!!',
      '%00%01',
      encode(GRINNING.repeat(2)),
      '%CC%81%CC%81',
      '%E3%80%82%E3%80%81',
      '--',
      '%2F%2F',
    ])
      t.match(await search(`q=${sent}`), { total: 0, results: [] }, sent)
  })

  t.test('limit cuts the list and never the total', async (t) => {
    for (const [more, limit] of LIMITS) {
      const { results, total } = await search(`q=gizmo${more}`)
      t.same([results.length, total], [limit, TWINS], more)
    }
  })

  t.test('pages that score alike are in the order of their paths, and the same in every answer', async (t) => {
    const { results } = await search('q=gizmo&limit=50')
    t.equal(new Set(results.map(({ score }) => score)).size, 1)
    const paths = results.map((result) => result.url)
    // By code unit: twin-10 before twin-2.
    t.same(
      paths,
      [...paths].toSorted((a, b) => (a < b ? -1 : 1)),
    )
    t.same((await search('q=gizmo&limit=50&x=1')).results, results)
    t.same((await search('q=gizmo&limit=7')).results, results.slice(0, 7))
  })

  t.test('every form of a path leads to its page, in the locale that it is served in', async (t) => {
    for (const [path, address, locale] of pathsOf(url)) {
      const answer = await ask(`/api/page?path=${path}`)
      if (address === '') {
        t.equal(answer.status, 404, path)
        continue
      }
      t.equal(answer.status, 200, path)
      t.equal(answer.headers.get('content-language'), locale)
      const page = pageResponse.parse(JSON.parse(answer.body.toString()))
      t.same([page.url, page.markdownUrl, page.locale], [url + address, `${url}${address}.md`, locale], path)
    }
  })
})
