import t, { type Test } from 'tap'
import type { Content } from '../../../src/docs/content.ts'
import type { Files } from '../../support/content-tree.ts'
import { blocksOf, idsOf, pageAt, pathsIn, textOf } from './page-blocks.ts'
import { faultsOf, readFiles } from './pages-of.ts'

const EXTENSIONS = [
  'abbr',
  'admonition',
  'attr_list',
  'def_list',
  'footnotes',
  'md_in_html',
  'pymdownx.caret',
  'pymdownx.critic',
  'pymdownx.details',
  'pymdownx.emoji',
  'pymdownx.inlinehilite',
  'pymdownx.keys',
  'pymdownx.mark',
  'pymdownx.snippets',
  'pymdownx.tilde',
]

/** Reads a site with one page, `page.md`, and with all extensions. */
async function pageOf(t: Test, body: string, more: Files = {}): Promise<Content> {
  return readFiles(t, {
    'mkdocs.yml': `site_name: S\nmarkdown_extensions: [${EXTENSIONS.join(', ')}]\n`,
    'docs/page.md': `# P\n\n${body}`,
    ...more,
  })
}

t.test('pages stand where MkDocs puts them, in the order of nav', async (t) => {
  const content = await readFiles(t, {
    'mkdocs.yml': [
      'site_name: Site',
      'plugins: [search, {redirects: {redirect_maps: {old.md: guide/second.md}}}]',
      'exclude_docs: |\n  /private/\n  *.tmp.md\n  !kept.tmp.md',
      'draft_docs: "draft.md"',
      'nav:',
      '  - Home: index.md',
      '  - User Guide:\n    - guide/second.md\n    - First: guide/first.md\n  - https://example.com/',
    ].join('\n'),
    'docs/index.md': '# Home',
    'docs/guide/first.md': 'Text without a heading',
    'docs/guide/second.md': '# Second',
    'docs/Other Page.md': '# Other',
    'docs/both/index.md': '# Both',
    'docs/both/README.md': '# Readme',
    'docs/only/README.md': '# Only',
    'docs/private/a.md': '# No',
    'docs/x.tmp.md': '# No',
    'docs/kept.tmp.md': '# Kept',
    'docs/draft.md': '# Draft',
    'README.md': '# Repository',
  })
  t.same(faultsOf(content), [])
  t.same(pathsIn(content), ['', 'Other Page', 'both', 'guide/first', 'guide/second', 'kept.tmp', 'only'])
  const guide = content.locales.get('en')?.nav[0]
  t.match(guide, { name: 'guide', title: 'User Guide' })
  t.same(
    guide?.pages.map(({ title }) => title),
    ['Second', 'First'],
  )
  t.same(
    content.reports[0]?.leftOut,
    new Map([
      ['outside of the documentation', 2],
      ['excluded by the configuration', 2],
      ['a draft', 1],
    ]),
  )
  const files = await readFiles(t, {
    'mkdocs.yml': 'use_directory_urls: false\ndocs_dir: !ENV [DOCS, content]\n',
    'content/a/b.md': '# B\n\n[A](index.md)',
    'content/a/index.md': '# A\n\n[B](b.html)',
  })
  t.same(pathsIn(files), ['a', 'a/b'])
  t.match(pageAt(files, 'a')?.blockLines, '"target":"/en/a/b"')
  t.same(faultsOf(files), [])
})

t.test('configurations inherit, and the names of Python in them are no faults', async (t) => {
  const content = await readFiles(t, {
    'mkdocs.yml':
      'INHERIT: base/mkdocs.base.yml\nmarkdown_extensions:\n  toc:\n    slugify: !!python/object/apply:pymdownx.slugs.slugify\n      kwds: {case: lower}\n',
    'base/mkdocs.base.yml': 'site_name: Inherited\nx: !!python/name:a.b.c\ny: !ENV KEY\n',
    'docs/index.md': '## Über  uns',
  })
  t.same(faultsOf(content), [])
  t.equal(content.locales.get('en')?.title, 'Inherited')
  t.same(idsOf(content, ''), ['über-uns'])
  const lost = await readFiles(t, { 'mkdocs.yml': 'INHERIT: ../../etc/x.yml\nsite_name: A', 'docs/index.md': '# A' })
  t.same(pathsIn(lost), [''])
  const bad = await readFiles(t, { 'mkdocs.yml': 'INHERIT: no.yml\nsite_name: [', 'docs/index.md': '# A' })
  t.same(faultsOf(bad), ['mkdocs.yml:2 unread_config'])
})

t.test('languages are told by folders, by names of files and by the theme', async (t) => {
  const folders = await readFiles(t, {
    'mkdocs.yml':
      'plugins:\n  - i18n:\n      docs_structure: folder\n      languages:\n        - {locale: en, default: true}\n        - {locale: zh}\n        - {locale: fr}\n',
    'docs/en/a.md': '# A\n\n[B](b.md)',
    'docs/en/b.md': '# B',
    'docs/zh/a.md': '# 甲',
    'docs/fr/a.md': '# Fr',
  })
  t.same([pathsIn(folders), pathsIn(folders, 'zh')], [['a', 'b'], ['a']])
  t.same(folders.reports[0]?.leftOut, new Map([['in a language that is not served', 1]]))
  t.same(faultsOf(folders), [])
  const suffixes = await readFiles(t, {
    'mkdocs.yml': 'plugins:\n  i18n:\n    default_language: ko\n    languages:\n      ko: 한국어\n      en: English\n',
    'docs/a.md': '# 가',
    'docs/a.en.md': '# A',
    'docs/v1.2.md': '# 판',
  })
  t.same([pathsIn(suffixes), pathsIn(suffixes, 'ko')], [['a'], ['a', 'v1.2']])
  const theme = await readFiles(t, { 'mkdocs.yml': 'theme: {name: material, language: zh}', 'docs/index.md': '# 首页' })
  t.same(pathsIn(theme, 'zh'), [''])
})

t.test('ids of headings are those of Python-Markdown', async (t) => {
  const content = await pageOf(
    t,
    '## Hello, World!\n\n## Hello, World!\n\n## Hello World 1\n\n## Café & `code_x`\n\n## 你好\n\n## 世界\n\n## Own { #own-id .class }\n\n' +
      '### 8.2 <small>new</small> { id="8.2" }\n\n## Plain { data-search-exclude }\n\n## Set {x}\n',
  )
  t.same(idsOf(content, 'page'), [
    'p',
    'hello-world',
    'hello-world_1',
    'hello-world-1',
    'cafe-code_x',
    '_1',
    '_2',
    'own-id',
    '8.2',
    'plain',
    'set',
  ])
  t.match(textOf(content, 'page'), 'Own\n')
  const toc = { 'mkdocs.yml': 'markdown_extensions:\n  - toc:\n      slugify: !!python/name:pymdownx.slugs.uslugify\n' }
  t.same(idsOf(await pageOf(t, '## 你好 世界', toc), 'page'), ['p', '你好-世界'])
})

t.test('indented blocks become admonitions, details and tabs', async (t) => {
  const content = await pageOf(
    t,
    [
      '!!! warning "Mind *this*"',
      '    First.',
      '',
      '    ```py',
      '    if x:',
      '        y',
      '    ```',
      '',
      '    ??? example',
      '        Deep.',
      '',
      '=== "One"',
      '',
      '    1',
      '',
      '=== "`Two`"',
      '',
      '    - item',
      '',
      '        === "Inner"',
      '',
      '            2',
      '',
      'After.',
      '',
      '/// tip | Slashes',
      'Text.',
      '///',
      '',
      '!!! note ""',
      '    ```',
      '    open',
      '',
      'Last.',
    ].join('\n'),
  )
  const blocks = blocksOf(content, 'page')
  t.same(faultsOf(content), [])
  t.match(blocks[1], {
    kind: 'admonition',
    tone: 'warning',
    title: ['Mind ', { kind: 'span', element: 'em' }],
    blocks: [
      { kind: 'paragraph' },
      { kind: 'code', language: 'py', text: 'if x:\n    y\n' },
      { kind: 'details', title: ['Example'], open: false },
    ],
  })
  t.match(blocks[2], {
    kind: 'group',
    role: 'tabs',
    blocks: [
      { kind: 'panel', title: ['One'], blocks: [{ content: ['1'] }] },
      {
        kind: 'panel',
        title: ['Two'],
        blocks: [{ kind: 'list', items: [{ blocks: [{}, { kind: 'group', blocks: [{ title: ['Inner'] }] }] }] }],
      },
    ],
  })
  t.match(blocks[3], { kind: 'paragraph', content: ['After.'] })
  t.match(blocks[4], { kind: 'admonition', tone: 'tip', title: ['Slashes'] })
  t.match(blocks[5], { kind: 'admonition', title: [], blocks: [{ kind: 'code' }] })
  t.match(blocks[6], { kind: 'paragraph', content: ['Last.'] })
})

t.test('indented blocks stand within items and definitions', async (t) => {
  const content = await pageOf(
    t,
    '- item\n\n    !!! tip\n        Within.\n\n    Still.\n\n1. !!! note\n        First.\n\nTerm\n\n:   !!! tip\n\n        Meaning.\n',
  )
  const blocks = blocksOf(content, 'page')
  t.match(blocks[1], {
    kind: 'list',
    items: [
      {
        blocks: [
          { kind: 'paragraph' },
          { kind: 'admonition', tone: 'tip', blocks: [{ content: ['Within.'] }] },
          { content: ['Still.'] },
        ],
      },
    ],
  })
  t.match(blocks[2], { kind: 'list', items: [{ blocks: [{ kind: 'admonition', blocks: [{ content: ['First.'] }] }] }] })
  t.match(blocks[3], {
    kind: 'definitions',
    entries: [{ terms: [['Term']], details: [[{ kind: 'admonition', blocks: [{ content: ['Meaning.'] }] }]] }],
  })
  t.same(faultsOf(content), [])
})

t.test('marks of Python-Markdown are read within a line, and not in code', async (t) => {
  const content = await pageOf(
    t,
    'Press ++ctrl+alt+"Go"++, ==marked==, ^^new^^, H~2~O, x^2^ and {--old--}.\n\n' +
      '[Button](other.md){ .md-button } :material-alarm:{ .red } :smile: `#!py x = 1` `{ .kept } ==kept==` __bold__\n\n' +
      'The HTML.[^1]\n\n[TOC]\n\n*[HTML]: Hyper Text\n\n[^1]: A note.\n\nTerm\n:   Meaning\n\n    More\n\n``` { .yaml title="x.yml" }\na: 1\n```\n\n' +
      'Place\n{ #place }\n\n[to it](#place)\n',
    { 'docs/other.md': '# Other' },
  )
  t.same(faultsOf(content), [])
  const text = textOf(content, 'page')
  t.match(text, 'Press Ctrl+Alt+Go, marked, new, H2O, x2 and old.')
  t.match(text, 'Button 😄 x = 1 { .kept } ==kept== bold')
  t.match(text, 'The HTML.\n')
  t.notMatch(text, 'Hyper')
  const blocks = blocksOf(content, 'page')
  t.ok(blocks.some(({ kind }) => kind === 'footnote'))
  t.match(
    blocks.find(({ kind }) => kind === 'definitions'),
    { entries: [{ terms: [['Term']], details: [[{}, { content: ['More'] }]] }] },
  )
  t.match(
    blocks.find(({ kind }) => kind === 'code'),
    { language: 'yaml', title: 'x.yml' },
  )
})

t.test('snippets are put into pages and code, by lines and sections', async (t) => {
  const content = await pageOf(
    t,
    [
      '--8<-- "part.md"',
      '',
      '```py',
      '--8<-- "code.py:2:3"',
      '--8<-- "code.py:end"',
      '```',
      '',
      '--8<--',
      'part.md',
      '; other.md',
      '--8<--',
      '',
      ';--8<-- "shown.md"',
      '',
      '--8<-- "no.md"',
      '--8<-- "https://example.com/x.md"',
      '--8<-- "../../../../../etc/passwd"',
      '--8<-- "code.py:nothing"',
      '--8<-- "loop.md"',
    ].join('\n'),
    {
      'part.md': '---\ntitle: no\n---\nA part.',
      'code.py': 'one\ntwo\nthree\n# --8<-- [start:end]\nfour\n# --8<-- [end:end]\n',
      'loop.md': 'Round.\n\n--8<-- "loop.md"',
    },
  )
  t.match(
    blocksOf(content, 'page').find(({ kind }) => kind === 'code'),
    { text: 'two\nthree\nfour\n' },
  )
  t.equal(textOf(content, 'page').split('A part.').length, 3)
  t.match(textOf(content, 'page'), '--8<-- "shown.md"')
  t.match(textOf(content, 'page'), 'Round.')
  t.same(faultsOf(content), [
    'docs/page.md:15 raw_directive',
    ...[17, 18, 19, 20, 21].map((line) => `docs/page.md:${line} unresolved_include`),
  ])
})

t.test('a file may be put in the middle of a line', async (t) => {
  const content = await readFiles(t, {
    'mkdocs.yml': 'markdown_extensions: [mdx_include]',
    'docs/page.md': '# P\n\nVersion {!docs/version.txt!} is out, {!docs/none.txt!} is not.\n',
    'docs/version.txt': '7.1\n',
  })
  t.match(textOf(content, 'page'), 'Version 7.1 is out, {!docs/none.txt!} is not.')
  t.same(faultsOf(content), [])
})

t.test('the configuration describes the documentation, unless its home page does', async (t) => {
  const config = 'site_name: Lantern\nsite_description: Light for all.\n'
  const plain = await readFiles(t, { 'mkdocs.yml': config, 'docs/index.md': '# Home\n' })
  t.equal(plain.locales.get('en')?.description, 'Light for all.')
  const own = await readFiles(t, { 'mkdocs.yml': config, 'docs/index.md': '---\ndescription: Own.\n---\n\n# Home\n' })
  t.equal(own.locales.get('en')?.description, 'Own.')
})

t.test('a whole address of the site itself leads to its files', async (t) => {
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>'
  const content = await readFiles(t, {
    'mkdocs.yml': 'site_url: https://lantern.example/base/\n',
    'docs/page.md': `# P

<img src="https://lantern.example/img/own.svg" alt="Own"> ![Based](https://lantern.example/base/img/own.svg)

![None](https://lantern.example/img/none.svg) ![Elsewhere](https://other.example/img/own.svg)
`,
    'docs/img/own.svg': picture,
  })
  const sources = [...(pageAt(content, 'page')?.blockLines ?? '').matchAll(/"source":"([^"]+)"/g)].map(([, source]) =>
    source?.replace(/\/files\/\w+/, '/files/…'),
  )
  t.same(sources, [
    '/files/…/own.svg',
    '/files/…/own.svg',
    'https://lantern.example/img/none.svg',
    'https://other.example/img/own.svg',
  ])
  t.same(faultsOf(content), [])
})

t.test('templates and documentation that programs make are faults', async (t) => {
  const content = await readFiles(t, {
    'mkdocs.yml': 'plugins: [macros, mkdocstrings]\nextra: {version: {major: 7}}',
    'docs/page.md':
      '---\nwho: me\n---\n# P\n\nVersion {{ version.major }} by {{ who }}.\n\n{% for x in y %}\n\n::: package.Class\n    options:\n      x: 1\n\nText\n',
  })
  t.same(faultsOf(content), ['docs/page.md:8 unread_template', 'docs/page.md:10 unread_template'])
  t.match(textOf(content, 'page'), 'Version 7 by me.')
  t.match(textOf(content, 'page'), 'package.Class\nText')
})

t.test('nothing of a hostile site throws or takes long', async (t) => {
  const deep = Array.from({ length: 2000 }, (_, at) => `${'    '.repeat(at % 200)}!!! note\n`).join('')
  const content = await pageOf(t, deep, {
    'docs/fences.md': '!!! note\n    ```\n'.repeat(20_000),
    'docs/tabs.md': '=== "a"\n    x\n'.repeat(20_000),
    'docs/slashes.md': '/// note\n'.repeat(20_000) + '///\n'.repeat(20_000),
    'docs/quotes.md': `${'??? "'.repeat(50_000)}\n${'++a+'.repeat(50_000)}\n${'{ #a '.repeat(50_000)}\n${'=='.repeat(50_001)}`,
    'docs/bomb.md': '--8<-- "docs/bomb2.md"\n'.repeat(100),
    'docs/bomb2.md': '--8<-- "docs/bomb3.md"\n'.repeat(100),
    'docs/bomb3.md': '--8<-- "docs/bomb4.md"\n'.repeat(100),
    'docs/bomb4.md': 'boom',
    'docs/open.md': '--8<--\n'.repeat(10_001),
    'docs/definitions.md': 'a\n: b\n\n'.repeat(20_000),
  })
  t.ok(content.faults.some(({ code, file }) => code === 'unresolved_include' && file === 'docs/bomb.md'))
  const nested = await readFiles(t, {
    'mkdocs.yml': `nav: ${'['.repeat(3000)}${']'.repeat(3000)}\nplugins: 7\ntheme: []\n`,
    'docs/a.md': '# A',
  })
  t.same(pathsIn(nested), ['a'])
})

t.test('code of a terminal that a script draws is text without HTML', async (t) => {
  const content = await readFiles(t, {
    'mkdocs.yml': 'site_name: T\n',
    'docs/index.md':
      '# T\n\n<div class="termy">\n\n```console\n$ run\n<font color="#F4BF75">it&apos;s <b>done</b></font>\n```\n\n</div>\n\n```html\n<b>kept &amp; shown</b>\n```\n',
  })
  const text = textOf(content, '')
  t.match(text, "it's done")
  t.match(text, '<b>kept &amp; shown</b>')
})

t.test('kinds and keys with names that every object has are as any other', async (t) => {
  const content = await pageOf(t, '!!! constructor "X"\n    Text.\n\nPress ++constructor++.\n')
  t.same(faultsOf(content), [])
  t.match(blocksOf(content, 'page'), [{}, { kind: 'admonition', tone: 'note', title: ['X'] }, {}])
  t.match(textOf(content, 'page'), 'Press Constructor.')
})
