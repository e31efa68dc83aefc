import t from 'tap'
import { isSafeAddress, resolveLink } from '../../../../src/hosts/docs/pages/links.ts'
import { navIndexOf } from '../../../../src/hosts/docs/pages/nav-index.ts'

const pages = ['api', 'api/search', 'api/page', 'guide/a', 'guide/b c', 'guide/deep/x', 'plain'].map((path) => ({
  path,
  title: path,
  description: '',
}))
const nav = navIndexOf([{ name: 'all', title: 'All', pages }])

function resolve(href: string, path: string, locale: 'en' | 'ko' = 'en'): string | null {
  return resolveLink(href, { locale, path, navIndex: nav })
}

t.test('links between files become links between pages in the locale of the reader', async (t) => {
  const cases: [href: string, path: string, expected: string][] = [
    ['./page.mdx', 'api/search', '/ko/api/page'],
    ['page.md#fields', 'api/search', '/ko/api/page#fields'],
    ['page?x=1', 'api/search', '/ko/api/page?x=1'],
    ['../guide/a.md', 'api/search', '/ko/guide/a'],
    ['../api/index.mdx', 'guide/a', '/ko/api'],
    ['b%20c.md', 'guide/a', '/ko/guide/b%20c'],
    ['deep/x', 'guide/a', '/ko/guide/deep/x'],
    ['../index.md', 'guide/a', '/ko'],
    ['none.md', 'guide/a', '/ko/guide/none'],
  ]
  for (const [href, path, expected] of cases) t.equal(resolve(href, path, 'ko'), expected, `${href} in ${path}`)
})

t.test('a relative link of a folder page is read from its folder, as its file would', async (t) => {
  t.equal(resolve('search.mdx', 'api'), '/en/api/search')
  t.equal(resolve('./guide/a.md', 'api'), '/en/guide/a', 'unless only the other reading leads to a page')
  t.equal(resolve('guide/a.md', ''), '/en/guide/a')
})

t.test('addresses from the root keep their locale, get the one of the reader, or stay as they are', async (t) => {
  t.equal(resolve('/zh/api/search', 'plain', 'ko'), '/zh/api/search')
  t.equal(resolve('/zh/api/search.mdx', 'plain', 'ko'), '/zh/api/search')
  t.equal(resolve('/api/search', 'plain', 'ko'), '/ko/api/search')
  t.equal(resolve('/openapi.json', 'plain'), '/openapi.json')
  t.equal(resolve('#here', 'plain'), '#here')
  t.equal(resolve('https://example.com/a?b#c', 'plain'), 'https://example.com/a?b#c')
})

t.test('a link that climbs out of the site or is badly encoded is left as it is written', async (t) => {
  t.equal(resolve('../../../x.md', 'guide/a'), '../../../x.md')
  t.equal(resolve('%zz.md', 'guide/a'), '%zz.md')
})

t.test('only schemes that run nothing are linked', async (t) => {
  for (const href of [
    'javascript:x',
    ' JAVASCRIPT:x',
    'java\nscript:x',
    '\u0001javascript:x',
    'data:text/html,x',
    'vbscript:x',
    'file:///x',
  ]) {
    t.equal(resolve(href, 'plain'), null, JSON.stringify(href))
    t.notOk(isSafeAddress(href))
  }
  for (const href of ['https://a.b', 'mailto:a@b.c', 'tel:+1', '//a.b/c', 'a:b'.slice(0, 1)])
    t.ok(isSafeAddress(href), href)
})
