import t from 'tap'
import { parseTime } from '../../../../src/docs/readers/html/page-time.ts'
import {
  builtAddress,
  builtPath,
  folderLocale,
  isOtherLanguage,
  localeOf,
} from '../../../../src/docs/readers/html/page-address.ts'
import { pageOf, read } from './page-of.ts'
import { DEFAULT_NAMES } from '../../../../src/docs/locales/locale-names.ts'

function titleOf(title: string, content: string, head = ''): string {
  return pageOf(`<html><head><title>${title}</title>${head}</head><body><main>${content}</main></body></html>`).title
}

t.test('titles lose the name of the site', (t) => {
  const text = '<p>x</p>'
  t.equal(
    titleOf('Start | Lumen', `<h1>Start<a class="hash-link" href="#s">\u200b</a></h1>`),
    'Start',
    'its heading of level 1',
  )
  t.equal(titleOf('asyncio — I/O — Python 3 documentation', text), 'asyncio — I/O')
  t.equal(titleOf('Start | Lumen', text), 'Start')
  t.equal(titleOf('Lumen - Start', text, '<meta property="og:site_name" content="Lumen">'), 'Start')
  t.equal(titleOf('File system | Node.js v18', '<h2>File system<a class="mark" href="#f">#</a></h2>'), 'File system')
  t.equal(
    titleOf('The Guide', '<h1>1. First</h1><h1>2. Second</h1>'),
    'The Guide',
    'several headings of level 1 are sections',
  )
  t.equal(titleOf('', '<h2>Only</h2>'), 'Only')
  t.match(read('<p>x</p>'), { title: 'x', faults: [{ code: 'no_title' }] })
  t.end()
})

t.test('the head tells language, translations, address, description and time', (t) => {
  const page = pageOf(
    `<html lang="zh-CN"><head><title>T</title><meta name="description" content=" A\n b "><link rel="canonical" href="https://x.example/zh/a">
    <link rel="alternate" hreflang="en" href="/a"><link rel="alternate" hreflang="ko-KR" href="/ko/a"><link rel="alternate" type="application/rss+xml" href="/rss">
    <meta property="article:modified_time" content="2024-05-06T07:08:09+02:00"></head><body><main><p id="p">x</p></main></body></html>`,
  )
  t.match(page, {
    lang: 'zh-CN',
    locale: 'zh',
    localeFolder: null,
    canonical: 'https://x.example/zh/a',
    description: 'A b',
    translations: [
      { lang: 'en', target: '/a' },
      { lang: 'ko-KR', target: '/ko/a' },
    ],
    updatedAt: '2024-05-06T05:08:09Z',
  })
  t.ok(page.anchors.has('p'))
  t.match(
    pageOf('<html lang="en"><main><p>x</p></main>', 'ko/a.html'),
    { locale: 'ko', localeFolder: 'ko' },
    'folders win',
  )
  t.end()
})

t.test('times are read as generators write them', (t) => {
  const times = {
    '2024-05-06T07:08:09.000Z': '2024-05-06T07:08:09Z',
    '2024-05-06 07:08:09 UTC': '2024-05-06T07:08:09Z',
    'May 6, 2024': '2024-05-06T00:00:00Z',
    '6 May 2024': '2024-05-06T00:00:00Z',
    '2024年5月6日': '2024-05-06T00:00:00Z',
    '2024. 5. 6.': '2024-05-06T00:00:00Z',
    'February 30, 2024': null,
    soon: null,
  }
  for (const [text, time] of Object.entries(times)) t.equal(parseTime(text), time, text)
  const footers = {
    docusaurus:
      '<span class="theme-last-updated">Last updated on <b><time datetime="2024-05-06T00:00:00.000Z">May 6</time></b></span>',
    vitepress: '<p class="VPLastUpdated">Last updated: <time datetime="2024-05-06T00:00:00.000Z"></time></p>',
    sphinx: '<div class="footer">© 2020, Ann. Last updated on May 06, 2024. Created using Sphinx.</div>',
    asciidoctor: '<div id="footer"><div id="footer-text">Last updated 2024-05-06 00:00:00 UTC</div></div>',
  }
  for (const [theme, html] of Object.entries(footers)) {
    t.equal(pageOf(`<main><p>x</p></main>${html}`).updatedAt, '2024-05-06T00:00:00Z', theme)
  }
  t.end()
})

t.test('pages that are no content are left out, with the reason', (t) => {
  const page = '<title>T</title><main><p>x</p></main>'
  t.match(read('<meta http-equiv="refresh" content="0; url=../b/">'), {
    kind: 'left_out',
    reason: 'redirect',
    target: '../b/',
  })
  t.match(read(`<meta name="robots" content="noindex, follow">${page}`), { reason: 'noindex' })
  t.match(read(`<html class="docs-tags-list-page">${page}`), { reason: 'tag_page' })
  t.match(read('<frameset><frame src="a.html"></frameset>'), { reason: 'frames' })
  const byPath = {
    '404.html': 'not_found_page',
    'ko/404/index.html': 'not_found_page',
    'search.html': 'search_page',
    'genindex-A.html': 'index_page',
    '_modules/a.html': 'source_page',
    'blog/tags/one/index.html': 'tag_page',
    'docs/_print/index.html': 'print_page',
  }
  for (const [file, reason] of Object.entries(byPath)) t.match(read(page, file), { kind: 'left_out', reason }, file)
  for (const file of [
    'topics/db/search.html',
    'html/tags/index.html',
    'reference/print.html',
    'guide/categories.html',
  ]) {
    t.equal(read(page, file).kind, 'page', `${file} is content`)
  }
  t.end()
})

t.test('files have the address of their site, and a path without .html', (t) => {
  const files = {
    'index.html': ['', ''],
    'a/index.html': ['a', 'a/'],
    'a.html': ['a', 'a.html'],
    'zh/a b.htm': ['zh/a b', 'zh/a b.htm'],
    'a/index/index.html': ['a', 'a/index/'],
    'a.md.html': [null, 'a.md.html'],
  }
  for (const [file, [path, address]] of Object.entries(files)) {
    t.equal(builtPath(file), path, file)
    t.equal(builtAddress(file), address, file)
  }
  const locales = ['zh-Hans-CN', 'ko_KR', 'EN', 'de', 'cmn', 'cn', null].map((lang) => localeOf(lang, DEFAULT_NAMES))
  t.strictSame(locales, ['zh', 'ko', 'en', null, 'zh', 'zh', null])
  t.strictSame(folderLocale('zh_CN/a.html', DEFAULT_NAMES), { folder: 'zh_CN', locale: 'zh' })
  t.equal(folderLocale('zh.html', DEFAULT_NAMES), null)
  t.strictSame(folderLocale('zh.html', DEFAULT_NAMES, 'zh-CN'), { folder: 'zh', locale: 'zh' })
  t.equal(folderLocale('zh.html', DEFAULT_NAMES, 'en'), null)
  t.equal(folderLocale('index.html', DEFAULT_NAMES, 'zh'), null)
  t.ok(isOtherLanguage('es.html', 'es', DEFAULT_NAMES))
  t.notOk(isOtherLanguage('es.html', 'en', DEFAULT_NAMES))
  t.equal(folderLocale('enterprise/a.html', DEFAULT_NAMES), null)
  t.equal(folderLocale('EN/a.html', DEFAULT_NAMES), null)
  t.end()
})
