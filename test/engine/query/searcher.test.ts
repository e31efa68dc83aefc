import t from 'tap'
import { createByteWriter } from '../../../src/engine/index/byte-writer.ts'
import { openIndex } from '../../../src/engine/index/open.ts'
import { buildIndex } from '../../../src/engine/build/build.ts'
import { createSearcher } from '../../../src/engine/query/searcher.ts'
import { indexOf, page, pathsOf, searcherOf } from '../../support/search-fixture.ts'

const GUIDE = [
  page('guide/install', 'Install the server', 'Download the archive and unpack it. Then start the server.'),
  page('guide/proxy', 'Reverse proxy', 'Put nginx in front of the server. TLS ends at the proxy.'),
  page('guide/threads', 'Threads and workers', 'Each listener thread sends searches to worker threads.'),
  page('api/search', 'Search', 'The endpoint takes a query and answers with pages. getElementById is an example.'),
  page('api/page', 'Page', 'The endpoint answers with one page as Markdown.'),
  page('', 'Documentation', 'Where to begin.'),
]

t.test('the page whose title is the query comes first', async (t) => {
  const searcher = searcherOf(GUIDE)
  t.equal(pathsOf(searcher, 'reverse proxy')[0], 'guide/proxy')
  t.equal(pathsOf(searcher, 'Install the Server')[0], 'guide/install')
  t.equal(pathsOf(searcher, 'documentation')[0], '')
})

t.test('words are found in other forms of theirs', async (t) => {
  const searcher = searcherOf(GUIDE)
  t.equal(pathsOf(searcher, 'installing servers')[0], 'guide/install')
})

t.test('a possessive asks for its noun alone', async (t) => {
  const pages = [page('a', 'Modules', 'what a module exports'), page('b', 'Sessions', 'size s and such')]
  const { total, hits } = searcherOf(pages).search({ query: "module's", locale: 'en', limit: 10 })
  t.equal(total, 1)
  t.same(
    hits.map((hit) => hit.path),
    ['a'],
  )
})

t.test('parts of identifiers are found, and the whole identifier too', async (t) => {
  const searcher = searcherOf(GUIDE)
  t.same(pathsOf(searcher, 'getElementById'), ['api/search'])
  t.same(pathsOf(searcher, 'element id'), ['api/search'])
})

t.test('the last word may be cut short, the others may not', async (t) => {
  const searcher = searcherOf(GUIDE)
  t.equal(pathsOf(searcher, 'reverse prox')[0], 'guide/proxy')
  t.same(pathsOf(searcher, 'thre'), ['guide/threads'])
  t.same(pathsOf(searcher, 'thre zzzz'), [])
})

t.test('a word with one slip is found from four letters on, with two from nine', async (t) => {
  const pages = [
    page('a', 'Closure', 'closure and configuration and cat'),
    page('b', 'Other', 'closure and configuration and cat'),
  ]
  const searcher = searcherOf(pages)
  for (const typo of ['closrue', 'clsure', 'cloosure', 'clozure']) t.equal(pathsOf(searcher, `${typo} x`)[0], 'a', typo)
  t.same(pathsOf(searcher, 'confgurtion x').length, 2, 'two edits in a long word')
  t.same(pathsOf(searcher, 'clzzure x'), [], 'two edits in a short word')
  t.same(pathsOf(searcher, 'czt x'), [], 'three letters')
})

t.test('slips in letters are mended, digits are taken as they are', async (t) => {
  const searcher = searcherOf([page('a', 'webgl2', 'http3'), page('b', 'webgl2', 'http3')])
  t.equal(pathsOf(searcher, 'wbegl2 x.').length, 2)
  for (const other of ['webgl3', 'webgl', 'webgl22', 'http2']) t.same(pathsOf(searcher, `${other} x.`), [], other)
})

t.test('words that were written together are taken apart', async (t) => {
  const pages = [page('a', 'Font size', 'font size'), page('b', 'Font size too', 'font size'), page('c', 'Colour', 'x')]
  t.same(pathsOf(searcherOf(pages), 'fontsize y').toSorted(), ['a', 'b'])
})

t.test('total counts the pages with any content word, from which the results are taken', async (t) => {
  const searcher = searcherOf([
    page('a', 'A', 'red green'),
    page('b', 'B', 'red'),
    page('c', 'C', 'green'),
    page('d', 'D', 'the of and'),
  ])
  const total = (query: string): number => searcher.search({ query, locale: 'en', limit: 1 }).total
  t.equal(total('red green'), 3, 'a page with one of the words is a result too')
  t.equal(total('red'), 2)
  t.equal(total('the red'), 2, 'stop words never decide')
  t.equal(total('red qqqqqqq'), 2, 'no page has the other word')
  t.equal(total('the of'), 1, 'only stop words are searched as they stand')
  t.equal(total('qqqqqqq'), 0)
  t.equal(total('!!!'), 0)
})

t.test('Chinese is found by words inside unspaced text', async (t) => {
  const searcher = searcherOf(
    [
      page('fs', '文件系统', '本页介绍如何访问文件系统。'),
      page('net', '网络请求', '使用网络发送请求。'),
      page('ime', '输入法', '输入文字。'),
    ],
    'zh',
  )
  t.equal(pathsOf(searcher, '文件系统', 'zh')[0], 'fs')
  t.equal(pathsOf(searcher, '如何发送网络请求', 'zh')[0], 'net')
  t.same(pathsOf(searcher, '输', 'zh'), ['ime'], 'one character finds the pairs that begin with it')
})

t.test('Korean is found whatever particle is glued to the noun', async (t) => {
  const searcher = searcherOf(
    [page('fn', '함수', '함수는 값을 돌려줍니다.'), page('var', '변수', '변수에 값을 넣습니다.')],
    'ko',
  )
  t.equal(pathsOf(searcher, '함수를', 'ko')[0], 'fn')
  t.equal(pathsOf(searcher, '변수에서', 'ko')[0], 'var')
})

t.test('a locale without a match answers from English, and says so in every result', async (t) => {
  const searcher = createSearcher(
    new Map([
      ['en', indexOf([page('a', 'Kubernetes', 'pods')], 'en')],
      ['ko', indexOf([page('a', '쿠버네티스', '파드')], 'ko')],
    ]),
  )
  const out = createByteWriter()
  searcher.writeAnswer({ query: 'pods', locale: 'ko', limit: 10 }, out)
  const answer = JSON.parse(Buffer.from(out.bytes.subarray(0, out.length)).toString())
  t.equal(answer.locale, 'en')
  t.same(answer.results[0], {
    title: 'Kubernetes',
    description: '',
    section: '',
    locale: 'en',
    url: 'https://docs.example/en/a',
    markdownUrl: 'https://docs.example/en/a.md',
    score: answer.results[0].score,
  })
  t.equal(searcher.search({ query: '파드', locale: 'ko', limit: 10 }).locale, 'ko')
  t.equal(searcher.search({ query: 'qqqqqq', locale: 'ko', limit: 10 }).locale, 'en', 'nothing anywhere')
  t.equal(searcher.search({ query: '!!!', locale: 'ko', limit: 10 }).locale, 'en', 'nothing to search for')
})

t.test('equal pages are in order of path, and scores never rise', async (t) => {
  const pages = ['d', 'b', 'a', 'c', 'e'].map((path) => page(path, 'Same', 'same words'))
  const { hits } = searcherOf(pages).search({ query: 'words', locale: 'en', limit: 10 })
  t.same(
    hits.map((hit) => hit.path),
    ['a', 'b', 'c', 'd', 'e'],
  )
  const searcher = searcherOf(
    Array.from({ length: 300 }, (_, i) => page(`p${i}`, `Page ${i % 7}`, 'word '.repeat(i % 50))),
  )
  const scores = searcher.search({ query: 'page word', locale: 'en', limit: 50 }).hits.map((hit) => hit.score)
  t.equal(scores.length, 50)
  t.same(
    scores,
    scores.toSorted((a, b) => b - a),
  )
  t.ok(scores.every((score) => Number.isFinite(score) && score >= 0))
})

t.test('the JSON that is written is what a search finds, whatever the titles hold', async (t) => {
  const odd = page('x y/ü"%', 'Quote " back \\ line\n tab\t \u2028 </script> 汉字 🙂', 'needle', { description: '"\\' })
  const searcher = searcherOf([odd, page('b', 'Other', 'needle')])
  const out = createByteWriter(8)
  searcher.writeAnswer({ query: 'needle "\\', locale: 'en', limit: 10 }, out)
  const answer = JSON.parse(Buffer.from(out.bytes.subarray(0, out.length)).toString())
  const { hits, total } = searcher.search({ query: 'needle "\\', locale: 'en', limit: 10 })
  t.equal(answer.query, 'needle "\\')
  t.equal(answer.total, total)
  t.same(
    answer.results.map((result: { score: number }) => result.score),
    hits.map((hit) => hit.score),
  )
  const result = answer.results.find((candidate: { title: string }) => candidate.title === odd.title)
  t.equal(result.description, odd.description)
  t.equal(result.url, 'https://docs.example/en/x%20y/%C3%BC%22%25')
  t.ok(hits.some((hit) => hit.path === odd.path))
})

t.test('synonyms of the operator find each other, of one word and of several', async (t) => {
  const pages = [
    page('k', 'Kubernetes', 'runs pods'),
    page('l', 'Load balancer', 'spreads requests over machines'),
    page('z', 'Nothing', 'here'),
  ]
  const searcher = searcherOf(pages, 'en', [
    ['k8s', 'kubernetes'],
    ['load balancer', 'traffic spreader'],
  ])
  t.same(pathsOf(searcher, 'k8s'), ['k'])
  t.equal(pathsOf(searcher, 'traffic spreader')[0], 'l')
  t.same(pathsOf(searcherOf(pages), 'k8s'), [], 'without the table nothing')
})

t.test('large groups of synonyms take no word out of a long query', async (t) => {
  const groups = Array.from({ length: 30 }, (_, g) => Array.from({ length: 60 }, (_, i) => `g${g}w${i}`))
  const pages = [page('last', 'Last', 'needle'), ...groups.flat().map((word) => page(word, 'Word', word))]
  const searcher = searcherOf(pages, 'en', groups)
  const query = `${groups.map((group) => group[0]).join(' ')} needle`
  t.equal(searcher.search({ query, locale: 'en', limit: 1 }).total, pages.length)
})

t.test('a locale of several partitions counts and ranks as one', async (t) => {
  const pages = Array.from({ length: 20_000 }, (_, i) =>
    page(`p/${String(i).padStart(5, '0')}`, `Page ${i}`, i % 2 === 0 ? 'even number' : 'odd number'),
  )
  const index = indexOf(pages)
  t.equal(index.partitionCount, 2)
  const searcher = createSearcher(new Map([['en', index]]))
  t.equal(searcher.search({ query: 'even number', locale: 'en', limit: 1 }).total, 20_000)
  t.equal(pathsOf(searcher, 'page 19999')[0], 'p/19999', 'a page of the second partition')
  t.equal(pathsOf(searcher, 'page 3')[0], 'p/00003', 'a page of the first')
})

t.test('an index of no pages answers with nothing', async (t) => {
  t.same(pathsOf(searcherOf([]), 'anything'), [])
})

t.test('a buffer that is no index is refused', async (t) => {
  t.throws(() => openIndex(new SharedArrayBuffer(64)), /magic/)
  t.throws(() => openIndex(new SharedArrayBuffer(0)), /magic/)
  const other = buildIndex([], { locale: 'en' })
  new Uint32Array(other)[1] = 99
  t.throws(() => openIndex(other), /format 99/)
})

t.test('the same pages give the same bytes, in whatever order they come', async (t) => {
  const build = (pages: typeof GUIDE): Buffer =>
    Buffer.from(new Uint8Array(buildIndex(pages, { locale: 'en' })).slice())
  t.ok(build(GUIDE).equals(build(GUIDE.toReversed())))
})

t.test('synonyms of CJK phrases stand in for the phrase alone', async (t) => {
  const pages = [page('s', '检索', '全文检索'), page('i', '图标', '动画图标'), page('x', '其他', '内容')]
  const searcher = searcherOf(pages, 'zh', [['检索', '搜索']])
  t.same(pathsOf(searcher, '搜索', 'zh'), ['s'])
  t.same(pathsOf(searcher, '搜索图标', 'zh').toSorted(), ['i', 's'])
})

t.test('a Chinese word that no dictionary knows still decides the first result', async (t) => {
  const pages = [page('port', '配置', '修改端口'), page('name', '账户', '修改名称'), page('x', '其他', '内容')]
  const { total, hits } = searcherOf(pages, 'zh').search({ query: '修改端口', locale: 'zh', limit: 10 })
  t.equal(total, 2, 'the other page has a part of it')
  t.equal(hits[0]?.path, 'port')
})
