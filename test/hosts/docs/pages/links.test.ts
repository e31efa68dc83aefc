import t from 'tap'
import { isSafeAddress, resolveLink } from '../../../../src/hosts/docs/pages/links.ts'

const SHOWN_IN_KOREAN = { page: 'en', reader: 'ko' } as const

t.test('links of a page that is shown for want of a translation keep the reader in their locale', async (t) => {
  t.equal(resolveLink('/en/api/search#q', SHOWN_IN_KOREAN), '/ko/api/search#q')
  t.equal(resolveLink('/en', SHOWN_IN_KOREAN), '/ko')
  t.equal(resolveLink('/en#top', SHOWN_IN_KOREAN), '/ko#top')
  t.equal(resolveLink('/zh/api/search', SHOWN_IN_KOREAN), '/zh/api/search', 'a link to another language is meant')
  t.equal(resolveLink('/english', SHOWN_IN_KOREAN), '/english')
  t.equal(resolveLink('/en/api/search', { page: 'en', reader: 'en' }), '/en/api/search')
})

t.test('other addresses stay as they are', async (t) => {
  for (const address of ['/openapi.json', '#here', '?page=2', '', 'https://example.com/a?b#c', 'mailto:a@b.c'])
    t.equal(resolveLink(address, SHOWN_IN_KOREAN), address)
})

t.test('a relative address, which nothing resolved, leads nowhere', async (t) => {
  for (const address of ['../x.md', 'x', './', 'guide/a.md'])
    t.equal(resolveLink(address, SHOWN_IN_KOREAN), null, address)
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
    t.equal(resolveLink(href, SHOWN_IN_KOREAN), null, JSON.stringify(href))
    t.notOk(isSafeAddress(href))
  }
  for (const href of ['https://a.b', 'mailto:a@b.c', 'tel:+1', '//a.b/c', 'a:b'.slice(0, 1)])
    t.ok(isSafeAddress(href), href)
})
