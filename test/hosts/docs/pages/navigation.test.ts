import t from 'tap'
import type { NavSection } from '../../../../src/docs/page.ts'
import { buildNav } from '../../../../src/docs/nav.ts'
import { NO_LOOK } from '../../../../src/docs/site/site-look.ts'
import { toHtml } from '../../../../src/web/markup.ts'
import { messagesFor } from '../../../../src/web/messages.ts'
import { renderBreadcrumbs } from '../../../../src/hosts/docs/pages/breadcrumbs.ts'
import {
  OPEN_LINK_LIMIT,
  PAGE_LINK_LIMIT,
  SECTION_LINK_LIMIT,
  renderNavigation,
} from '../../../../src/hosts/docs/pages/navigation.ts'
import { section } from './page-fixture.ts'

function links(nav: readonly NavSection[], path: string): { all: string[]; current: string[]; html: string } {
  const html = toHtml(renderNavigation({ nav, locale: 'en', path, messages: messagesFor('en'), look: NO_LOOK }, null))
  const found = [...html.matchAll(/<a href="([^"]*)"([^>]*)>/g)]
  return {
    html,
    all: found.map((link) => link[1] ?? ''),
    current: found.filter((link) => link[2]?.includes('aria-current="page"')).map((link) => link[1] ?? ''),
  }
}

/** Groups by their paths, with whether they are open. */
function opened(html: string): Record<string, boolean> {
  return Object.fromEntries(
    [...html.matchAll(/<details data-group="([^"]*)"( open)?>/g)].map((m) => [m[1], m[2] !== undefined]),
  )
}

t.test('sections are groups of their pages, and what has the current page is open', async (t) => {
  const nav = [
    section('guides', 'guides', 'guides/a'),
    section('api', 'api', 'api/x', 'api/y'),
    section('loose', 'loose/z'),
  ]
  const { all, current, html } = links(nav, 'api/y')
  t.strictSame(all, ['/en', '/en/guides', '/en/guides/a', '/en/api', '/en/api/x', '/en/api/y', '/en/loose/z'])
  t.strictSame(current, ['/en/api/y'])
  t.strictSame(opened(html), { guides: false, api: true })
  t.match(html, '<summary data-section="guides">Section guides</summary>')
  t.match(html, '<a href="/en/loose/z" data-section="loose">Section loose</a>', 'one page needs no group')
  t.strictSame(links(nav, 'loose/z').current, ['/en/loose/z'])
})

t.test('folders are groups within their section, with or without a page of their own', async (t) => {
  const metas = new Map([
    ['guides', { title: 'Guides', pages: ['start', 'chat', 'deploy'] }],
    ['guides/deploy', { title: 'Deployment' }],
  ])
  const paths = ['guides', 'guides/start', 'guides/chat', 'guides/chat/a', 'guides/deploy/b', 'guides/deploy/deep/c']
  const pages = [...paths, 'guides/deploy/deep/d', 'guides/last/e'].map((path) => ({
    path,
    title: path === 'guides' ? 'Guides' : path,
    description: null,
  }))
  const nav = buildNav('en', pages, metas)
  const { all, html } = links(nav, 'guides/deploy/deep/d')
  t.strictSame(opened(html), { guides: true, 'guides/chat': false, 'guides/deploy': true, 'guides/deploy/deep': true })
  t.match(html, '<summary>Deployment</summary>', 'a group without a page has the name that the folder has')
  t.match(html, '<summary>Deep</summary>', 'or the name of the folder in words')
  t.match(html, '<a href="/en/guides">Overview</a>', 'the page of a group that has the same name')
  t.match(html, '<li><a href="/en/guides/last/e">', 'a folder without a name and with one page is no group')
  t.equal(all.length, pages.length + 1, 'every page has one link')
})

t.test('an own page that stands last in its folder is in the group of that', async (t) => {
  const metas = new Map([['guides/chat', { pages: ['a', 'index'] }]])
  const pages = ['guides/x', 'guides/chat', 'guides/chat/a'].map((path) => ({ path, title: path, description: null }))
  const [guides] = buildNav('en', pages, metas)
  t.strictSame(guides?.groups, [{ path: 'guides/chat', title: 'guides/chat', at: 0, count: 2 }])
})

t.test('a page whose address names another folder stands in its section', async (t) => {
  const posts = ['2023/01/old', '2024/01/new'].map((path) => ({ path, title: path, description: '' }))
  const { pages } = section('blog', 'blog', 'blog/news')
  const nav = [{ name: 'blog', title: 'Blog', pages: [...pages, ...posts] }, section('other', 'other')]
  const { all, current } = links(nav, '2024/01/new')
  t.strictSame(all, ['/en', '/en/blog', '/en/blog/news', '/en/2023/01/old', '/en/2024/01/new', '/en/other'])
  t.strictSame(current, ['/en/2024/01/new'])
})

t.test('of a documentation of thousands of pages, the current section shows those around the reader', async (t) => {
  const names = Array.from({ length: 15_000 }, (_, n) => `big/group-${n % 300}/page-${n}`)
  const own = Array.from({ length: 300 }, (_, n) => `big/group-${n}`)
  const pages = ['big', ...own, ...names].map((path) => ({ path, title: path, description: null }))
  const nav = [...buildNav('en', pages, new Map()), section('other', 'other', 'other/a')]
  const path = 'big/group-150/page-4650'
  const { all, current, html } = links(nav, path)
  t.ok(all.length <= PAGE_LINK_LIMIT + 2)
  t.strictSame(current, [`/en/${path}`])
  t.ok(all.includes('/en/big/group-150'), 'the page above')
  t.equal(all.filter((link) => link.startsWith('/en/big/group-150/')).length, 50, 'all pages beside it')
  t.match(html, `${15_301 - PAGE_LINK_LIMIT} more pages`)
  t.notOk(all.includes('/en/other/a'), 'other sections are links')
  t.ok(all.includes('/en/other'))
  t.equal(opened(html)['big/group-150'], true)
})

t.test('sections other than the current one can be opened as long as all pages are few', async (t) => {
  const paths = Array.from({ length: OPEN_LINK_LIMIT - 2 }, (_, n) => `guides/${n}`)
  const small = [section('guides', ...paths), section('api', 'api', 'api/x')]
  t.strictSame(opened(links(small, 'api/x').html), { guides: false, api: true })
  const large = [section('guides', ...paths, 'guides/more'), section('api', 'api', 'api/x')]
  t.strictSame(opened(links(large, 'api/x').html), { api: true })
})

t.test('the way to a page names its section and groups, and links those that have a page', async (t) => {
  const paths = ['guides', 'guides/chat/a', 'guides/chat/b', 'guides/deploy', 'guides/deploy/c', 'loose/d', 'loose/e']
  const pages = paths.map((path) => ({ path, title: `Page ${path}`, description: null }))
  const nav = buildNav('en', pages, new Map([['guides', { title: 'Guides' }]]))
  const way = (path: string): string | null => {
    const html = renderBreadcrumbs({ nav, locale: 'en', path, messages: messagesFor('en'), look: NO_LOOK })
    return html === null ? null : toHtml(html).replaceAll(/<\/?(?:nav|ol|li|span)[^>]*>|\n/g, '')
  }
  const guides = '<a href="/en">Home</a><a href="/en/guides">Guides</a>'
  t.equal(way('guides/chat/a'), `${guides}Chat`)
  t.equal(way('guides/deploy/c'), `${guides}<a href="/en/guides/deploy">Page guides/deploy</a>`)
  t.equal(way('guides/deploy'), guides)
  t.equal(way('loose/d'), '<a href="/en">Home</a>Loose')
  t.equal(way('guides'), null, 'a section stands below the home page alone')
  t.equal(way('elsewhere'), null)
})

t.test('hundreds of sections are bounded too, and the current one is always there', async (t) => {
  const nav = Array.from({ length: 500 }, (_, n) => section(`s${n}`, `s${n}`))
  t.equal(links(nav, '').all.length, SECTION_LINK_LIMIT + 1)
  t.ok(links(nav, 's499').all.includes('/en/s499'))
})
