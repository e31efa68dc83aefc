import t from 'tap'
import { localeLlmsTxt } from '../../../src/docs/served/llms.ts'
import { faultsOf, orderOf, outlineOf, pageOf, readFiles } from './pages-of.ts'

const PAGES = {
  'docs/index.md': '# Home\n',
  'docs/02-ant.md': '# Ant\n',
  'docs/01-zebra.md': '# Zebra\n',
  'docs/guide/2-first.md': '# First\n',
  'docs/guide/10-last.md': '# Last\n',
  'docs/guide/index.md': '# Guide\n',
  'docs/guide/deep/c.md': '# C\n',
  'docs/api/b.md': '# B\n',
  'docs/api/a.md': '# Z\n',
}

t.test('without nav, files stand by their names before folders', async (t) => {
  const content = await readFiles(t, { 'mkdocs.yml': 'site_name: T', ...PAGES })
  const order = ['01-zebra', '02-ant', 'api/a', 'api/b', 'guide', 'guide/10-last', 'guide/2-first', 'guide/deep/c']
  t.strictSame(orderOf(content, 'en'), order)
  const translated = await readFiles(t, {
    'mkdocs.yml': 'plugins: [{i18n: {docs_structure: folder, languages: [{locale: en, default: true}, {locale: zh}]}}]',
    'docs/en/1.md': '# Z\n',
    'docs/en/2.md': '# A\n',
    'docs/zh/1.md': '# 乙\n',
    'docs/zh/2.md': '# 甲\n',
  })
  t.strictSame(orderOf(translated, 'en'), ['1', '2'])
  t.strictSame(orderOf(translated, 'zh'), ['1', '2'])
})

t.test('files of awesome-pages order the entries of their folders, and name them', async (t) => {
  const content = await readFiles(t, {
    'mkdocs.yml': 'plugins: [awesome-pages]',
    ...PAGES,
    'docs/.pages': 'nav:\n  - guide\n  - 02-ant.md\n  - ...\n',
    'docs/guide/.pages': 'title: How to\nsort_type: natural\n',
    'docs/api/.pages': 'title: Functions\norder: desc\n',
  })
  const order = ['guide', 'guide/2-first', 'guide/10-last', 'guide/deep/c', '02-ant', '01-zebra', 'api/b', 'api/a']
  t.strictSame(orderOf(content, 'en'), order)
  t.strictSame(titles(content), ['How to', 'Ant', 'Zebra', 'Functions'])
  t.same(faultsOf(content), [])
})

t.test('files of awesome-nav may have sections and patterns', async (t) => {
  const content = await readFiles(t, {
    'mkdocs.yml': 'plugins: [awesome-nav]',
    ...PAGES,
    'docs/.nav.yml':
      'nav:\n  - Reference: api\n  - Begin:\n      - guide/*\n      - 02-ant.md\n      - https://x.example\n  - "*"\n',
    'docs/api/.nav.yml': 'title: Functions\nnav: [b.md, "*.md"]\n',
  })
  const order = ['api/b', 'api/a', 'guide', 'guide/2-first', 'guide/10-last', 'guide/deep/c', '02-ant', '01-zebra']
  t.strictSame(orderOf(content, 'en'), order)
  t.equal(titles(content)[0], 'Reference')
})

t.test('a list in Markdown is the navigation of literate-nav', async (t) => {
  const content = await readFiles(t, {
    'mkdocs.yml': 'plugins: [{literate-nav: {nav_file: nav.md}}]\nexclude_docs: nav.md',
    ...PAGES,
    'docs/nav.md':
      '# Contents\n\n* [Two](02-ant.md)\n* [How to](guide/)\n* Functions\n    * [The B](api/b.md)\n    * api/*.md\n- *.md\n',
    'docs/guide/nav.md': '- [End](10-last.md)\n- *\n',
  })
  const order = ['02-ant', 'guide', 'guide/10-last', 'guide/2-first', 'guide/deep/c', 'api/b', 'api/a', '01-zebra']
  t.strictSame(orderOf(content, 'en'), order)
  t.strictSame(titles(content).slice(0, 3), ['Two', 'How to', 'Functions'])
  const inNav = await readFiles(t, {
    'mkdocs.yml': 'plugins: [literate-nav]\nnav: [{Functions: api/}, 02-ant.md, guide/]',
    ...PAGES,
  })
  t.strictSame(orderOf(inNav, 'en').slice(0, 4), ['api/a', 'api/b', '02-ant', 'guide'])
})

t.test('files that name each other, or what is not there, end', async (t) => {
  const content = await readFiles(t, {
    'mkdocs.yml': 'plugins: [awesome-pages]',
    ...PAGES,
    'docs/.pages': 'nav: [guide, guide, ., ../.., null, 7, none.md, [[guide]], {a: {b: guide}}]\n',
    'docs/guide/.pages': 'nav: [.., deep/../.., ...]\n',
    'docs/api/.pages': 'nav: {a: [}\n',
  })
  t.equal(orderOf(content, 'en').length, 8)
})

function titles(content: Awaited<ReturnType<typeof readFiles>>): string[] {
  return (content.locales.get('en')?.nav ?? []).map(({ title }) => title)
}

t.test('a section or a page without a name has its own title', async (t) => {
  const content = await readFiles(t, {
    'mkdocs.yml':
      'nav:\n  - "": index.md\n  - "":\n      - guide/index.md\n      - "": guide/2-first.md\n  - Functions: [api/b.md]\n',
    ...PAGES,
  })
  const outline = ['Guide', '  Guide guide', '  First guide/2-first', 'Functions', '  B api/b']
  t.strictSame(outlineOf(content), outline)
})

t.test('nav is the tree that it is, wherever its files lie', async (t) => {
  const files = Object.fromEntries(
    [
      'index',
      'install',
      'use',
      'topic',
      'changelog',
      'guide/a',
      'guide/b',
      'guide/intro',
      'unlisted',
      'guide/unlisted',
    ].map((name) => [`docs/${name}.md`, `# ${name}\n\nText of ${name.replace('/', ' ')}.\n`]),
  )
  const content = await readFiles(t, {
    'mkdocs.yml': `nav:
  - Home: index.md
  - Intro: guide/intro.md
  - Getting started:
      - Install: install.md
      - use.md
      - Deep:
          - Topic: topic.md
          - Help: https://example.com/
      - guide/a.md
  - History:
      - Changelog: changelog.md
      - Elsewhere: https://example.com/history
  - Guide: [guide/b.md, {Again: install.md}]
  - Chat: https://example.com/chat
  - Forum: [{Chat: https://example.com/chat}]
`,
    ...files,
  })
  t.strictSame(outlineOf(content), [
    'Intro',
    '  Intro guide/intro',
    'Getting started',
    '  Install install',
    '  use use',
    '  > Deep',
    '    Topic topic',
    '  guide/a guide/a',
    'History',
    '  Changelog changelog',
    'Guide',
    '  guide/b guide/b',
  ])
  t.strictSame(
    content.locales.get('en')?.nav.at(-1),
    {
      name: '',
      title: '',
      pages: [
        { path: 'guide/unlisted', title: 'guide/unlisted', description: 'Text of guide unlisted.' },
        { path: 'unlisted', title: 'unlisted', description: 'Text of unlisted.' },
      ],
    },
    'pages that nav leaves out stand aside',
  )
  const sections = new Map(content.locales.get('en')?.pages.map(({ path, section }) => [path, section]))
  t.match(
    sections,
    new Map([
      ['topic', 'getting-started'],
      ['guide/a', 'getting-started'],
      ['guide/b', 'guide'],
      ['', ''],
    ]),
  )
  const llms = localeLlmsTxt(content.locales, 'en', 'https://docs.example')
  t.match(llms, /^## Getting started\n\n- \[Install\].*\n- \[use\].*\n- \[Topic\].*\n- \[guide\/a\]/m)
  t.same(faultsOf(content), [])
})

t.test('pages of not_in_nav stand aside where nothing lists them', async (t) => {
  const notInNav = 'not_in_nav: |\n  /api/\n  01-*.md\n'
  const hidden = await readFiles(t, { 'mkdocs.yml': notInNav, ...PAGES })
  t.strictSame(
    hidden.locales
      .get('en')
      ?.nav.at(-1)
      ?.pages.map(({ path }) => path),
    ['01-zebra', 'api/a', 'api/b'],
  )
  const listed = await readFiles(t, { 'mkdocs.yml': `${notInNav}nav: [index.md, api/b.md]`, ...PAGES })
  t.strictSame(outlineOf(listed), ['B', '  B api/b'])
})

t.test('folders without a navigation of their own are sections and groups with the names of their pages', async (t) => {
  const content = await readFiles(t, { 'mkdocs.yml': 'site_name: T', ...PAGES })
  t.strictSame(outlineOf(content), [
    'Zebra',
    '  Zebra 01-zebra',
    'Ant',
    '  Ant 02-ant',
    'Api',
    '  Z api/a',
    '  B api/b',
    'Guide',
    '  Guide guide',
    '  Last guide/10-last',
    '  First guide/2-first',
    '  C guide/deep/c',
  ])
})

t.test(
  'snippets in a hidden folder are parts of pages and no pages, and other hidden folders stay closed',
  async (t) => {
    const content = await readFiles(t, {
      'mkdocs.yml':
        'markdown_extensions:\n  - pymdownx.snippets:\n      base_path: [docs/.snippets, docs/.secret]\n      auto_append: [links.txt]\n',
      'docs/.snippets/links.txt': '[home]: https://x.example/\n',
      'docs/.snippets/part.md': 'A part.\n',
      'docs/.secret/key.md': 'A secret.\n',
      'docs/a.md': '# A\n\nSee [home].\n\n--8<-- "part.md"\n\n--8<-- "key.md"\n',
    })
    t.match(pageOf(content, 'en', 'a').markdown, 'See [home](https://x.example/).\n\nA part.\n')
    t.notMatch(pageOf(content, 'en', 'a').markdown, 'secret')
    t.strictSame(faultsOf(content), ['docs/a.md:7 unresolved_include'])
    t.equal(content.locales.get('en')?.pages.length, 1)
  },
)

t.test('links to ids of a page that a program completes are no faults, and those to other pages are', async (t) => {
  const content = await readFiles(t, {
    'mkdocs.yml': 'plugins: [mkdocstrings]\n',
    'docs/api.md': '# API\n\n::: pkg.Class\n',
    'docs/a.md': '# A\n\n[made](api.md#pkg.Class.run) [none](b.md#no) [gone](gone.md#pkg)\n',
    'docs/b.md': '# B\n',
  })
  t.strictSame(faultsOf(content), ['docs/a.md:3 dead_link', 'docs/a.md:3 dead_anchor', 'docs/api.md:3 unread_template'])
})
