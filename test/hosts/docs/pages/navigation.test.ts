import t from 'tap'
import type { NavSection } from '../../../../src/docs/page.ts'
import { toHtml } from '../../../../src/web/markup.ts'
import { messagesFor } from '../../../../src/web/messages.ts'
import { PAGE_LINK_LIMIT, SECTION_LINK_LIMIT, renderNavigation } from '../../../../src/hosts/docs/pages/navigation.ts'
import { section } from './page-fixture.ts'

function links(nav: readonly NavSection[], path: string): { all: string[]; current: string[]; html: string } {
  const html = toHtml(renderNavigation({ nav, locale: 'en', path, messages: messagesFor('en') }))
  const found = [...html.matchAll(/<a href="([^"]*)"([^>]*)>/g)]
  return {
    html,
    all: found.map((link) => link[1] ?? ''),
    current: found.filter((link) => link[2]?.includes('aria-current="page"')).map((link) => link[1] ?? ''),
  }
}

t.test('the pages of the current section are listed below its name, the others only by name', async (t) => {
  const nav = [
    section('guides', 'guides', 'guides/a'),
    section('api', 'api', 'api/x', 'api/y'),
    section('loose', 'loose/z'),
  ]
  const { all, current } = links(nav, 'api/y')
  t.strictSame(all, ['/en', '/en/guides', '/en/api', '/en/api/x', '/en/api/y', '/en/loose/z'])
  t.strictSame(current, ['/en/api/y'])
  t.strictSame(links(nav, 'loose/z').current, ['/en/loose/z'], 'a section without a page of its own is not current')
})

t.test('a page whose address names another folder stands in its section', async (t) => {
  const posts = ['2023/01/old', '2024/01/new'].map((path) => ({ path, title: path, description: '', depth: 2 }))
  const { pages } = section('blog', 'blog', 'blog/news')
  const nav = [{ name: 'blog', title: 'Blog', pages: [...pages, ...posts] }, section('other', 'other')]
  const { all, current, html } = links(nav, '2024/01/new')
  t.strictSame(all, ['/en', '/en/blog', '/en/blog/news', '/en/2023/01/old', '/en/2024/01/new', '/en/other'])
  t.strictSame(current, ['/en/2024/01/new'])
  t.match(html, '<li class="depth-2"><a href="/en/2023/01/old">')
})

t.test('a section of thousands of pages shows those around the reader, and how many it leaves out', async (t) => {
  const names = Array.from({ length: 15_000 }, (_, n) => `big/group-${n % 300}/page-${n}`).sort()
  const nav = [section('big', 'big', ...Array.from({ length: 300 }, (_, n) => `big/group-${n}`), ...names)]
  const path = 'big/group-150/page-4650'
  const { all, current, html } = links(nav, path)
  t.ok(all.length <= PAGE_LINK_LIMIT + 2)
  t.strictSame(current, [`/en/${path}`])
  t.ok(all.includes('/en/big/group-150'), 'the page above')
  t.equal(all.filter((link) => link.startsWith('/en/big/group-150/')).length, 50, 'all pages beside it')
  t.match(html, `${15_300 - PAGE_LINK_LIMIT} more pages`)
})

t.test('hundreds of sections are bounded too, and the current one is always there', async (t) => {
  const nav = Array.from({ length: 500 }, (_, n) => section(`s${n}`, `s${n}`))
  t.equal(links(nav, '').all.length, SECTION_LINK_LIMIT + 1)
  t.ok(links(nav, 's499').all.includes('/en/s499'))
})
