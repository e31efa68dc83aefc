import t from 'tap'
import { renderSearch, type SearchAnswer } from '../../../../src/hosts/docs/pages/render-search.ts'
import { SITE } from './page-fixture.ts'

const result = {
  title: 'Search <all>',
  description: 'A page',
  section: 'api',
  url: 'https://docs.example/ko/api/search',
  markdownUrl: 'https://docs.example/ko/api/search.md',
  anchor: '첫-검색',
  highlights: { title: [[0, 6]], extract: 'a & b', ranges: [[4, 5]] },
  sections: [
    { headings: [], anchor: '' },
    { headings: ['Parts', '<q>'], anchor: 'q' },
  ],
} as const
const answer: SearchAnswer = { locale: 'ko', total: 70, results: [result] }

t.test('results link to the heading of the match, with its words marked', async (t) => {
  const html = renderSearch({ version: null, locale: 'ko', query: 'search', outcome: answer, ...SITE })
  t.match(html, `<a href="/ko/api/search#${encodeURIComponent('첫-검색')}"><mark>Search</mark> &lt;all&gt;</a>`)
  t.match(html, '<p>a &amp; <mark>b</mark></p>')
  t.match(html, '<ul class="places"><li><a href="/ko/api/search#q">Parts › &lt;q&gt;</a></li></ul>')
  t.match(html, '결과 70개 중 처음 1개입니다.')
  t.notMatch(html, 'class="untranslated"')
})

t.test('results from English are said and marked to be English', async (t) => {
  const html = renderSearch({
    version: null,
    locale: 'ko',
    query: 'search',
    outcome: { ...answer, locale: 'en' },
    ...SITE,
  })
  t.match(html, '한국어 결과가 없어 영어 결과를 표시합니다.')
  t.match(html, '<ol class="results" lang="en">')
})

t.test('the text of the query is escaped, and kept in the box and in the language links', async (t) => {
  const html = renderSearch({
    version: null,
    locale: 'en',
    query: '"><b>&',
    outcome: { ...answer, total: 0, results: [] },
    ...SITE,
  })
  t.match(html, 'value="&quot;&gt;&lt;b&gt;&amp;"')
  t.match(html, 'Nothing found for “&quot;&gt;&lt;b&gt;&amp;”.')
  t.match(html, 'href="/search?q=%22%3E%3Cb%3E%26&amp;locale=zh"')
  t.notMatch(html, '<b>&')
})

t.test('a query that is too short and a search that cannot answer are told in words', async (t) => {
  t.match(
    renderSearch({ version: null, locale: 'en', query: 'a', outcome: 'invalid', ...SITE }),
    'Type 2 to 200 characters.',
  )
  t.match(renderSearch({ version: null, locale: 'zh', query: 'ab', outcome: 'unavailable', ...SITE }), '搜索服务繁忙')
})
