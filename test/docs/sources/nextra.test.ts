import t from 'tap'
import { faultsOf, orderOf, outlineOf, pageOf, pathsOf, readFiles, textOf } from './pages-of.ts'

const I18N = "i18n: { locales: ['en', 'zh', 'fr'], defaultLocale: 'en' }"
const config = (options: string): string =>
  `import nextra from 'nextra'\nconst withNextra = nextra({ latex: true })\nexport default withNextra({ basePath: '/base', ${options} })`

t.test('pages of Nextra 4 have its addresses and order', async (t) => {
  const content = await readFiles(t, {
    'next.config.ts': config(''),
    'app/docs/[[...mdxPath]]/page.jsx': 'program',
    'app/(site)/about/page.mdx': '# About',
    'app/blog/[slug]/page.mdx': '# Template',
    'app/about/part.mdx': 'part',
    'app/_meta.global.tsx': "export default { docs: { type: 'page', items: { x: '' } }, about: 'About us' }",
    'content/_meta.ts':
      "export default { two: 'Two', '*': { theme: {} }, '---': { type: 'separator' }, sub: { title: 'Below' }, out: { href: 'https://x.org' } }",
    'content/index.mdx': '# Home',
    'content/one.mdx': '# One',
    'content/two.md': 'x [one](/base/docs/one#own-id) [c](./sub/c.mdx)',
    'content/sub/_meta.json': '{ "b": "B", "c": "C" }',
    'content/sub/c.mdx': '# C',
    'content/sub/b.mdx': '# B',
    'content/sub/a.mdx': '# A',
    'content/_private/x.mdx': '# X',
  })
  t.same(faultsOf(content), ['content/two.md:1 dead_anchor'])
  t.same(orderOf(content, 'en'), ['docs', 'docs/two', 'docs/sub/b', 'docs/sub/c', 'docs/sub/a', 'docs/one', 'about'])
  t.equal(pageOf(content, 'en', 'docs/two').title, 'Two')
  t.match(pageOf(content, 'en', 'docs/two').blockLines, '/en/docs/sub/c')
  t.same(Object.fromEntries(content.reports[0]?.leftOut ?? []), {
    'a part of other pages': 2,
    'a template of pages': 1,
  })
})

t.test('a page without any title has that of its name, in capitals as Nextra writes them', async (t) => {
  const content = await readFiles(t, {
    'next.config.ts': config(''),
    'content/index.mdx': '# Home',
    'content/all-about-the-lamp_oil.mdx': 'Light.',
  })
  t.equal(pageOf(content, 'en', 'all-about-the-lamp_oil').title, 'All About the Lamp Oil')
})

t.test('the navigation names a page by _meta, its front matter, its heading, and then its file', async (t) => {
  const content = await readFiles(t, {
    'next.config.ts': config(''),
    'content/_meta.ts': "export default { a: 'Meta', b: '', c: '', 'dark-mode': '', lone_file: '' }",
    'content/a.mdx': '---\nsidebarTitle: Side\n---\n\n# Heading A',
    'content/b.mdx': '---\nsidebarTitle: Side\ntitle: Front\n---\n\n# Heading B',
    'content/c.mdx': '---\ntitle: Front\n---\n\n# Heading C',
    'content/dark-mode.mdx': '# How to Dim',
    'content/lone_file.mdx': 'Light.',
  })
  t.same(
    outlineOf(content).flatMap((line) => /^ +(.*) \S+$/.exec(line)?.[1] ?? []),
    ['Meta', 'Side', 'Front', 'How to Dim', 'Lone File'],
  )
  t.equal(pageOf(content, 'en', 'b').title, 'Front')
})

t.test('languages of Nextra are folders of content, or in the names of files', async (t) => {
  const folders = await readFiles(t, {
    'next.config.mjs': config(I18N),
    'content/en/a.mdx': '# A',
    'content/zh/a.mdx': '# 甲\n\n[a](/a) [a](/zh/a)',
    'content/fr/a.mdx': '# F',
  })
  t.same(faultsOf(folders), [])
  t.same([pathsOf(folders)['en'], pathsOf(folders)['zh']], [['a'], ['a']])
  t.notMatch(pageOf(folders, 'zh', 'a').blockLines, '/en/a')
  const suffixes = await readFiles(t, {
    'next.config.js': `const withNextra = require('nextra')({ theme: 'x' })\nmodule.exports = withNextra({ ${I18N} })`,
    'pages/_app.mdx': 'x',
    'pages/_meta.en.json': '{ "b": "Second", "a": "First" }',
    'pages/_meta.zh.json': '{ "a": "甲" }',
    'pages/a.en.mdx': 'x',
    'pages/a.zh.mdx': '文',
    'pages/b.en.mdx': '# B',
    'pages/b.fr.mdx': '# F',
    'pages/404.en.mdx': '# No',
  })
  t.same(faultsOf(suffixes), [])
  t.same(orderOf(suffixes, 'en'), ['b', 'a'])
  t.equal(pageOf(suffixes, 'zh', 'a').title, '甲')
})

t.test('components of Nextra are read', async (t) => {
  const content = await readFiles(t, {
    'next.config.ts': config(''),
    'content/a.mdx': [
      "import { Callout, Tabs } from 'nextra/components'",
      '',
      '# Same',
      '',
      '## Same',
      '',
      '## My heading [#own]',
      '',
      "<Tabs items={['npm', { label: 'yarn', disabled: true }]}>",
      '  <Tabs.Tab>One</Tabs.Tab>',
      '  <Tabs.Tab>Two</Tabs.Tab>',
      '</Tabs>',
      '',
      '<Callout type="warning" emoji="!">Mind</Callout>',
      '',
      '<FileTree>',
      '  <FileTree.Folder name="app" defaultOpen>',
      '    <FileTree.File name="a.ts" />',
      '  </FileTree.Folder>',
      '</FileTree>',
      '',
      '<Cards>',
      '  <Cards.Card title="Next" href="/a" />',
      '</Cards>',
      '',
      '```js filename="demo.js" {1}',
      'demo()',
      '```',
    ].join('\n'),
  })
  t.same(faultsOf(content), [])
  t.same(
    pageOf(content, 'en', 'a').sections.map(({ anchor }) => anchor),
    ['same', 'own'],
  )
  t.equal(textOf(content, 'en', 'a'), 'Same\nMy heading\nnpm\nOne\nyarn\nTwo\nMind\napp\na.ts\nNext\ndemo.js\ndemo()')
})

t.test('hostile settings and names do not throw', async (t) => {
  const content = await readFiles(t, {
    'next.config.js': `// nextra\nmodule.exports = ${'['.repeat(3000)}`,
    'content/_meta.js': 'export default {{{',
    'content/__proto__.mdx': '# P',
    'content/x/_meta.js': `export default { ${'a: { items: { '.repeat(500)} }`,
    'content/x/constructor.mdx': '# C',
    'app/_meta.global.js': 'const a = { b: { items: a } }\nexport default a',
    [`content/${'d/'.repeat(40)}deep.mdx`]: '# Deep',
  })
  t.same(faultsOf(content), [])
  t.same(pathsOf(content)['en']?.length, 2)
})
