import t from 'tap'
import { renderSearch, type SearchAnswer } from '../../../../src/hosts/docs/pages/render-search.ts'
import { SITE, section } from './page-fixture.ts'

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
const facets = {
  section: [
    { value: 'api', name: '검색 <API>', count: 60 },
    { value: 'guides', name: '가이드', count: 9 },
  ],
}
const answer: SearchAnswer = { locale: 'ko', total: 70, results: [result], facets }
const ASKED = { version: null, section: '', ...SITE }

t.test('results link to the heading of the match, with its words marked', async (t) => {
  const html = renderSearch({ ...ASKED, locale: 'ko', query: 'search', outcome: answer })
  t.match(html, `<a href="/ko/api/search#${encodeURIComponent('첫-검색')}"><mark>Search</mark> &lt;all&gt;</a>`)
  t.match(html, '<p>a &amp; <mark>b</mark></p>')
  t.match(html, '<ul class="places"><li><a href="/ko/api/search#q">Parts › &lt;q&gt;</a></li></ul>')
  t.match(html, '결과 70개 중 처음 1개입니다.')
  t.notMatch(html, 'class="untranslated"')
})

t.test('results from English are said and marked to be English', async (t) => {
  const html = renderSearch({
    ...ASKED,
    locale: 'ko',
    query: 'search',
    outcome: { ...answer, locale: 'en' },
  })
  t.match(html, '한국어 결과가 없어 영어 결과를 표시합니다.')
  t.match(html, '<ol class="results" lang="en">')
})

t.test('the text of the query is escaped, and kept in the box and in the language links', async (t) => {
  const html = renderSearch({
    ...ASKED,
    locale: 'en',
    query: '"><b>&',
    outcome: { ...answer, total: 0, results: [], facets: { section: [] } },
  })
  t.match(html, 'value="&quot;&gt;&lt;b&gt;&amp;"')
  t.match(html, 'Nothing found for “&quot;&gt;&lt;b&gt;&amp;”.')
  t.match(html, 'href="/search?q=%22%3E%3Cb%3E%26&amp;locale=zh"')
  t.notMatch(html, '<b>&')
})

t.test('a query that is too short and a search that cannot answer are told in words', async (t) => {
  t.match(renderSearch({ ...ASKED, locale: 'en', query: 'a', outcome: 'invalid' }), 'Type 2 to 200 characters.')
  t.match(renderSearch({ ...ASKED, locale: 'zh', query: 'ab', outcome: 'unavailable' }), '搜索服务繁忙')
})

t.test('sections link to their results with exact counts, and the current one back to all', async (t) => {
  const html = renderSearch({ ...ASKED, version: '2.x', locale: 'ko', query: 'a&b', outcome: answer })
  t.match(html, '<nav class="facets" aria-label="섹션">')
  t.match(html, '<a href="/search?q=a%26b&amp;locale=ko&amp;version=2.x" aria-current="true">모든 섹션</a>')
  t.match(
    html,
    '<a href="/search?q=a%26b&amp;locale=ko&amp;version=2.x&amp;section=api">검색 &lt;API&gt; <span>60</span></a>',
  )
  const within = renderSearch({ ...ASKED, section: 'guides', locale: 'zh', query: 'ab', outcome: answer })
  t.match(within, '<a href="/search?q=ab&amp;locale=zh">全部栏目</a>')
  t.match(within, 'section=guides" aria-current="true">가이드 <span>9</span></a>')
  t.match(within, '<a href="/search?q=ab&amp;locale=en&amp;section=guides"', 'another language keeps the section')
})

t.test(
  'results have the navigation of the version that is searched, in which no page is the current one',
  async (t) => {
    const asked: unknown[] = []
    const nav: (typeof SITE)['site']['nav'] = (...key) => {
      asked.push(key)
      return [section('api', 'api', 'api/search')]
    }
    const site = { ...SITE.site, nav }
    const html = renderSearch({ ...ASKED, site, version: '2.x', locale: 'ko', query: 'search', outcome: answer })
    t.match(html, '<li><a href="/ko/api/search">Page api/search</a></li>')
    t.match(html, 'popovertarget="ui:menu"')
    t.notMatch(html, 'aria-current="page"')
    t.strictSame(asked, [['ko', '2.x']])
  },
)

t.test('a section without results is still named, and can be left', async (t) => {
  const outcome = { ...answer, total: 0, results: [] }
  const html = renderSearch({ ...ASKED, section: 'get-started', locale: 'en', query: 'ab', outcome })
  t.match(html, 'Nothing found for “ab”.')
  t.match(html, 'section=get-started" aria-current="true">Get started <span>0</span></a>')
  t.match(html, '<a href="/search?q=ab&amp;locale=en">All sections</a>')
})

t.test('where all results are of one section, there is nothing to choose', async (t) => {
  const outcome = { ...answer, facets: { section: facets.section.slice(0, 1) } }
  t.notMatch(renderSearch({ ...ASKED, locale: 'en', query: 'ab', outcome }), 'class="facets"')
})
