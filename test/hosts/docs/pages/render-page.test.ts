import t from 'tap'
import { NO_SITE } from '../../../../src/docs/served/served-site.ts'
import { NO_LOOK } from '../../../../src/docs/site/site-look.ts'
import { renderNotFound } from '../../../../src/hosts/docs/pages/render-not-found.ts'
import { readMarkdown } from '../../../../src/docs/readers/markdown/read-markdown.ts'
import type { PageInput } from '../../../../src/hosts/docs/pages/page-input.ts'
import { HTML_LIMIT_CHARS, renderPage } from '../../../../src/hosts/docs/pages/render-page.ts'
import { SITE, page, section, withoutInPage } from './page-fixture.ts'

const NOTHING_NEAR = { words: '', pages: [] } as const
const nav = [section('guides', 'guides', 'guides/start'), section('api', 'api', 'api/search', 'api/page')]

function render(members: Partial<PageInput> = {}): string {
  const { blocks } = readMarkdown((members.page ?? page()).markdown, { mdx: true })
  const html = renderPage({
    page: page(),
    blocks,
    nav,
    versions: null,
    imageOrigins: [],
    requestedLocale: 'en',
    available: ['en'],
    ...SITE,
    ...members,
  })
  return withoutInPage(html)
}

t.test('a page names itself, its Markdown and its translations to machines', async (t) => {
  const html = render({ available: ['en', 'ko'] })
  t.match(html, '<title>Search · Signpost</title>')
  t.match(html, '<meta name="description" content="How to search">')
  t.match(html, '<link rel="canonical" href="https://docs.example/en/api/search">')
  t.match(html, '<link rel="alternate" type="text/markdown" href="https://docs.example/en/api/search.md">')
  t.match(html, '<link rel="alternate" hreflang="ko" href="https://docs.example/ko/api/search">')
  t.match(html, '<link rel="alternate" hreflang="x-default" href="https://docs.example/en/api/search">')
  t.notMatch(html, 'hreflang="zh" href="https://docs.example')
})

t.test('a missing translation is shown in English, said so, and marked with its language', async (t) => {
  const html = render({ requestedLocale: 'ko' })
  t.match(html, '<html lang="ko">')
  t.match(html, '<article lang="en">')
  t.match(html, '<p class="untranslated" lang="ko">이 페이지는 아직 번역되지 않아 영어로 표시됩니다.</p>')
  t.match(html, '<link rel="canonical" href="https://docs.example/en/api/search">')
  t.match(html, 'href="/en/api/search.md"')
})

t.test('the language links lead to the page, or home where it is not to be had', async (t) => {
  t.match(render(), '<a href="/zh/api/search" lang="zh" hreflang="zh">中文</a>')
  const onlyChinese = render({ page: page({ locale: 'zh' }), requestedLocale: 'zh', available: ['zh'] })
  t.match(onlyChinese, '<a href="/en" lang="en" hreflang="en">English</a>')
  t.match(onlyChinese, '<a href="/zh/api/search" lang="zh" hreflang="zh" aria-current="true">中文</a>')
})

t.test('what the content says is escaped wherever it stands', async (t) => {
  const evil = '"><script>alert(1)</script>'
  const html = render({
    page: page({ title: evil, description: evil, markdown: `## ${evil}\n\n## B\n`, updatedAt: evil }),
    nav: [{ name: evil, title: evil, pages: [{ path: `api/${evil}`, title: evil, description: evil }] }, ...nav],
  })
  t.notMatch(html, '<script>')
  t.notMatch(html, '"">')
})

t.test('pages have no other inline script or style, which their security policy forbids', async (t) => {
  for (const html of [render(), renderNotFound('zh', SITE.site, SITE, NOTHING_NEAR)]) {
    t.notMatch(html, /<style|\sstyle=|\son\w+=|<script(?![^>]* src="\/_\/| type="application\/ld\+json">)/)
  }
})

t.test('the date is written as each language writes it', async (t) => {
  t.match(render(), '<time datetime="2026-11-20T00:00:00Z">Updated November 20, 2026</time>')
  t.match(render({ requestedLocale: 'zh' }), '更新于 2026年11月20日')
  t.match(render({ requestedLocale: 'ko' }), '2026년 11월 20일 업데이트')
  t.notMatch(render({ page: page({ updatedAt: null }) }), '<time')
})

t.test('a page without a description has its first paragraph as one, and a picture that does not change', async (t) => {
  const html = render({ page: page({ description: null }) })
  for (const name of ['name="description"', 'property="og:description"']) t.match(html, `<meta ${name} content="Text">`)
  t.match(html, '"description":"Text"')
  t.match(render(), '<meta name="description" content="How to search">')
  t.notMatch(render({ page: page({ description: null, markdown: '- a list\n' }) }), 'description" content')
})

t.test('the contents list the headings of the upper levels', async (t) => {
  const html = render()
  t.match(html, '<li class="level-2"><a href="#first">First</a></li>')
  t.match(html, '<li class="level-3"><a href="#second">Second</a></li>')
  t.notMatch(render({ page: page({ markdown: 'No headings' }) }), 'ui:contents')
})

t.test('a page leads to the pages before and after it, across sections', async (t) => {
  t.match(render(), /rel="prev" href="\/en\/api">.*\n.*rel="next" href="\/en\/api\/page"/)
  const first = render({ page: page({ path: 'api' }) })
  t.match(first, 'rel="prev" href="/en/guides/start"')
  t.match(render({ page: page({ path: '' }) }), 'rel="next" href="/en/guides"', 'the home page comes before all')
  t.notMatch(render({ page: page({ path: 'api/page' }) }), 'rel="next"')
})

t.test('the missing page speaks the language of its reader and stays out of search engines', async (t) => {
  const html = renderNotFound('ko', SITE.site, SITE, NOTHING_NEAR)
  t.match(html, '<html lang="ko">')
  t.match(html, '<h1>페이지를 찾을 수 없습니다</h1>')
  t.match(html, '<meta name="robots" content="noindex">')
})

t.test('the missing page has the navigation of its language', async (t) => {
  const site = { ...SITE.site, nav: (locale: string) => (locale === 'ko' ? nav : []) }
  const html = renderNotFound('ko', site, SITE, NOTHING_NEAR)
  t.match(html, '<li><a href="/ko/guides/start">Page guides/start</a></li>')
  t.match(html, 'popovertarget="ui:menu"')
})

t.test(
  'the missing page names what is near, with the language of pages in another, and fills the search box',
  async (t) => {
    const pages = [
      { url: '/ko/guides/start', title: '<b>', locale: 'ko' },
      { url: '/ko/guides/other', title: 'Other', locale: 'en' },
    ] as const
    const html = renderNotFound('ko', SITE.site, SITE, { words: 'guides "start', pages })
    t.match(html, '<li><a href="/ko/guides/start">&lt;b&gt;</a></li>')
    t.match(html, '<li><a href="/ko/guides/other" lang="en" hreflang="en">Other</a></li>')
    t.match(html, 'name="q" value="guides &quot;start"')
    t.match(html, 'href="/search?locale=ko&amp;q=guides+%22start"')
  },
)

t.test('a page past the limit is shown as it was written', async (t) => {
  const html = render({ page: page({ markdown: '# <b>\n'.repeat(HTML_LIMIT_CHARS / 6 + 1) }), blocks: [] })
  t.match(html, '<pre tabindex="0"># &lt;b&gt;')
  t.notMatch(html, 'class="contents"')
})

t.test('pages carry the name of the documentation, and lead to the languages that it has', async (t) => {
  const names = new Map([['en', 'Lantern <i>'] as const])
  const site = { ...NO_SITE, names, locales: ['en', 'ko'] as const }
  const html = render({ site })
  t.match(html, '<title>Search · Lantern &lt;i&gt;</title>')
  t.match(html, '<b>Lantern &lt;i&gt;</b>')
  t.match(html, 'hreflang="ko"')
  t.notMatch(html, '中文')
  t.notMatch(render({ site: { ...site, locales: ['en'] } }), 'class="languages"', 'one language needs no choice')
  t.match(renderNotFound('en', site, SITE, NOTHING_NEAR), '<b>Lantern &lt;i&gt;</b>')
})

t.test('a front page has one heading, buttons and an image for each theme, and nothing beside them', async (t) => {
  const hero = [
    '<Splash.Hero>',
    '# Light for all',
    '<LinkButton href="/en/a" variant="minimal">Go</LinkButton>',
    '<img src="/files/0123456789abcdef0123456789abcdef/a.svg" dark="/files/0123456789abcdef0123456789abcdef/b.svg" alt="Lamp" width="900" height="9">',
    '</Splash.Hero>',
    '## One\n\n## Two\n',
  ].join('\n\n')
  const html = render({ page: page({ markdown: hero, splash: true }), nav })
  t.strictSame(html.match(/<h1.*/g), ['<h1 id="light-for-all">Light for all</h1>'])
  t.match(html, '<a href="/en/a" class="button minimal">Go</a>')
  const image = (name: string, theme: string): string =>
    `<img src="/files/0123456789abcdef0123456789abcdef/${name}.svg" alt="Lamp" width="900" height="9" loading="lazy" class="${theme}"`
  t.match(html, image('a', 'in-light'))
  t.match(html, image('b', 'in-dark'), 'a theme does not load the image of the other')
  t.notMatch(html, 'class="enlarge"', 'an image beside the words has no larger view')
  for (const part of ['class="contents"', 'class="page-top"', 'class="turns"']) t.notMatch(html, part)
  t.match(html, '<body class="splash">')
  t.match(html, 'class="site-nav"', 'the navigation is still a panel')
  t.match(render({ page: page({ markdown: hero }) }), 'class="contents"', 'a hero alone keeps what stands beside')
})

t.test('the header has menus, one of them with the links that do not fit', async (t) => {
  const link = (label: string): { label: string; to: string } => ({ label, to: '/api' })
  const menu = {
    label: { en: 'Community', ko: '커뮤니티' },
    links: [{ label: { en: 'Chat' }, to: 'https://chat.example' }],
  }
  const withLinks = (navigation: typeof NO_LOOK.navigation, locale: 'en' | 'ko' = 'en'): string =>
    render({ requestedLocale: locale, site: { ...SITE.site, look: { ...NO_LOOK, navigation } } })
  const [inMenu = '', inHeader = ''] =
    withLinks([link('API'), menu])
      .match(/<nav class="site-links[^]*?<\/nav>/g)
      ?.toSorted()
      .toReversed() ?? []
  for (const html of [inMenu, inHeader]) {
    t.match(html, '<li><details><summary>Community</summary>\n<ul>\n<li><a href="https://chat.example">Chat</a></li>')
    t.notMatch(html, 'More')
  }
  t.notMatch(withLinks([menu], 'ko'), 'site-links', 'a menu without links for the locale is left out')
  const many = withLinks(Array.from({ length: 12 }, (_, at) => link(`Link number ${at}`)))
  const [fitting = '', more = ''] = /in-header[^]*?<\/nav>/.exec(many)?.[0].split('<summary>More</summary>') ?? []
  t.equal(fitting.match(/Link number/g)?.length, 3)
  t.equal(more.match(/Link number/g)?.length, 9)
  t.notMatch(/in-menu[^]*?<\/nav>/.exec(many)?.[0], 'More', 'a menu on a narrow screen has room for all')
})
