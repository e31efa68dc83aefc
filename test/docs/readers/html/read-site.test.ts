import { mkdir, open, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { readBuiltSite } from '../../../../src/docs/readers/html/read-site.ts'
import type { BuiltSite } from '../../../../src/docs/readers/html/read-site.ts'
import { contentTree } from '../../../support/content-tree.ts'

const page = (title: string): string =>
  `<html lang="en"><title>${title}</title><main><h1>${title}</h1><p>Text.</p></main></html>`

function told({ files, read }: BuiltSite): string[] {
  return files.map(read).map((result) => {
    if (result.kind === 'page') return `${result.path}: ${result.page.title}`
    return `${result.file}: ${result.kind === 'left_out' ? result.reason : result.faults.map(({ code }) => code).join()}`
  })
}

t.test('a site is read in the order of its files', async (t) => {
  const folder = await contentTree(t, {
    'index.html': page('Home'),
    'guide/index.html': page('Guide'),
    'guide/start.html': page('Start'),
    'zh/guide/index.html': page('指南'),
    'guide.html': page('Twice'),
    '404.html': page('Not found'),
    'assets/a.js': 'x',
    '.git/a.html': page('No'),
    '_static/frame.html': page('No'),
  })
  const site = readBuiltSite(folder)
  t.equal(site.files.length, 6)
  t.strictSame(told(site), [
    '404.html: not_found_page',
    'guide: Guide',
    'guide/start: Start',
    'guide.html: duplicate_path',
    ': Home',
    'zh/guide: 指南',
  ])
})

t.test('the generator of most pages holds for those that do not name it', async (t) => {
  const sphinx =
    '<html><head><script src="_static/documentation_options.js"></script></head><body><div class="document">'
  const folder = await contentTree(t, {
    'a.html': `${sphinx}<div role="main"><h1>A</h1></div></div>`,
    'b.html': `${sphinx}<div role="main"><h1>B</h1></div></div>`,
    'c.html': '<main><h1>C</h1></main>',
  })
  const site = readBuiltSite(folder)
  t.equal(site.generator, 'sphinx')
  const pages = site.files.map(site.read).flatMap((result) => (result.kind === 'page' ? [result.page] : []))
  t.strictSame(pages.map(({ generator }) => generator), ['sphinx', 'sphinx', 'sphinx']) // prettier-ignore
  t.strictSame(pages.map(({ rule }) => rule), ['theme sphinx: div[role="main"]', 'theme sphinx: div[role="main"]', 'common: main']) // prettier-ignore
})

t.test('a selector of the caller comes before all rules', async (t) => {
  const folder = await contentTree(t, {
    'a.html': '<main><h1>No</h1></main><div class="x"><h1>Yes</h1></div>',
    'b.html': page('B'),
  })
  t.strictSame(told(readBuiltSite(folder, { selector: 'div.x' })), ['a: Yes', 'b.html: no_content'])
  t.throws(() => readBuiltSite(folder, { selector: 'div[' }))
})

t.test('content is chosen by marks, then themes, then common elements, then density', async (t) => {
  const links = '<div>' + '<a href="x">Somewhere else</a> '.repeat(20) + '</div>'
  const folder = await contentTree(t, {
    'a.html': '<main>no<div data-pagefind-body><h1>A</h1></div></main>',
    'b.html': '<body><article>b</article></body>',
    'c.html': '<main><article>c</article><article>d</article></main>',
    'd.html': `<body>${links}<div><div><h1>D</h1>${'<p>Much text of the page.</p>'.repeat(9)}</div></div>${links}</body>`,
  })
  const site = readBuiltSite(folder)
  const results = site.files.map(site.read)
  t.strictSame(
    results.map((result) => (result.kind === 'page' ? result.page.rule : result.kind)),
    ['pagefind', 'common: article', 'common: main', 'density'],
  )
  const last = results[3]
  t.notMatch(JSON.stringify(last), 'Somewhere')
})

t.test('links that leave the site or lead in circles are faults, others are followed', async (t) => {
  const outside = await contentTree(t, { 'secret.html': page('Secret') })
  const folder = await contentTree(t, { 'a.html': page('A'), 'sub/b.html': page('B') })
  await symlink(join(outside, 'secret.html'), join(folder, 'secret.html'))
  await symlink(folder, join(folder, 'sub/loop'))
  await symlink(join(folder, 'a.html'), join(folder, 'z.html'))
  await symlink(join(folder, 'none'), join(folder, 'gone.html'))
  const site = readBuiltSite(folder)
  t.strictSame(site.faults.map(({ file, code }) => `${file} ${code}`), ['gone.html unreadable', 'secret.html symlink_outside', 'sub/loop symlink_loop']) // prettier-ignore
  t.strictSame(told(site), ['a: A', 'sub/b: B', 'z: A'])
})

t.test('a file beyond the limit is refused before it is read, and a folder called .html is a folder', async (t) => {
  const folder = await contentTree(t, { 'a.html': page('A') })
  const file = await open(join(folder, 'large.html'), 'w')
  await file.truncate(200 * 1_048_576)
  await file.close()
  await mkdir(join(folder, 'dir.html'))
  const start = process.memoryUsage.rss()
  t.strictSame(told(readBuiltSite(folder)), ['a: A', 'large.html: too_large'])
  t.ok(process.memoryUsage.rss() - start < 100 * 1_048_576)
})

t.test('a folder that is none is told at once', (t) => {
  t.throws(() => readBuiltSite('/nowhere/at/all'), /The content cannot be read/)
  t.end()
})

t.test('a theme of Hugo is known by its marks, since Hugo names itself on the home page alone', async (t) => {
  const menu = '<nav>Menu</nav>'
  const hextra = `<body>${menu}<div class="hextra-scrollbar"></div><main id=content><div><a href="/">Home</a></div><div class=content><h1>A</h1><p>Text.</p></div><div>Last updated</div></main></body>`
  const docsy = `<body class="td-page">${menu}<main><div>Crumbs</div><div class="td-content"><h1>A</h1><p>Text.</p></div><h2>Feedback</h2></main></body>`
  for (const [name, html] of Object.entries({ hextra, docsy })) {
    const site = readBuiltSite(await contentTree(t, { 'a/index.html': `<html>${html}</html>` }))
    t.equal(site.generator, 'hugo', name)
    const [result] = site.files.map(site.read)
    t.match(
      result,
      { kind: 'page', page: { blocks: [{ kind: 'heading' }, { kind: 'paragraph', content: ['Text.'] }] } },
      name,
    )
    t.equal(result?.kind === 'page' ? result.page.blocks.length : 0, 2, name)
  }
})

t.test('the author and the date of a post are no part of it', async (t) => {
  const avatar =
    '<div class="avatar"><a href="https://a.example"><img class="avatar__photo" src="https://a.example/a.png"></a>Somebody</div>'
  const post = `<article><header><h1>News</h1><time>March 26, 2015</time>${avatar}</header><div id="__blog-post-container" class="markdown"><p>Text.</p></div></article>`
  const site = readBuiltSite(
    await contentTree(t, {
      'a/index.html': `<html><head><meta name="generator" content="Docusaurus v3"></head><body><main>${post}</main></body></html>`,
    }),
  )
  const [result] = site.files.map(site.read)
  const blocks = result?.kind === 'page' ? result.page.blocks : []
  t.match(blocks, [
    { kind: 'heading', content: ['News'] },
    { kind: 'paragraph', content: ['Text.'] },
  ])
  t.equal(blocks.length, 2)
})
