import t, { type Test } from 'tap'
import type { Content } from '../../../src/docs/content.ts'
import type { Files } from '../../support/content-tree.ts'
import { blocksOf, idsOf, pathsIn, textOf } from './page-blocks.ts'
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
  const toc = {
    'mkdocs.yml':
      'theme:\n  name: material\n  language: en\nmarkdown_extensions:\n  - toc:\n      slugify: !!python/name:pymdownx.slugs.uslugify\n',
  }
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
        title: [{ kind: 'code', text: 'Two' }],
        blocks: [{ kind: 'list', items: [{ blocks: [{}, { kind: 'group', blocks: [{ title: ['Inner'] }] }] }] }],
      },
    ],
  })
  t.match(blocks[3], { kind: 'paragraph', content: ['After.'] })
  t.match(blocks[4], { kind: 'admonition', tone: 'tip', title: ['Slashes'] })
  t.match(blocks[5], { kind: 'admonition', title: [], blocks: [{ kind: 'code' }] })
  t.match(blocks[6], { kind: 'paragraph', content: ['Last.'] })
})

t.test('an indented block ends where its margin does, and blocks between slashes have options', async (t) => {
  const content = await pageOf(
    t,
    [
      '!!! tip',
      '    First',
      'Behind.',
      '',
      '- item',
      '',
      '    === "A"',
      '',
      '        a',
      '',
      '    === "B"',
      '',
      '        b',
      '',
      '    Still in the item.',
      '',
      '=== "C"',
      '    c',
      '===! "D"',
      '    d',
      '',
      '> !!! note "In a quotation"',
      '>     Quoted.',
      '',
      '/// admonition | Types',
      '    type: warning',
      '',
      'Mind.',
      '',
      '//// details | Inner',
      '    open: true',
      '',
      'Deep.',
      '////',
      '///',
      '',
      '\t!!! note',
    ].join('\n'),
  )
  t.match(blocksOf(content, 'page').slice(1), [
    { kind: 'admonition', tone: 'tip', blocks: [{ content: ['First'] }] },
    { kind: 'paragraph', content: ['Behind.'] },
    {
      kind: 'list',
      items: [
        {
          blocks: [
            {},
            { kind: 'group', blocks: [{ title: ['A'] }, { title: ['B'], blocks: [{ content: ['b'] }] }] },
            { content: ['Still in the item.'] },
          ],
        },
      ],
    },
    { kind: 'group', role: 'tabs', blocks: [{ title: ['C'] }] },
    { kind: 'group', role: 'tabs', blocks: [{ title: ['D'] }] },
    { kind: 'quote', blocks: [{ kind: 'admonition', title: ['In a quotation'], blocks: [{ content: ['Quoted.'] }] }] },
    {
      kind: 'admonition',
      tone: 'warning',
      title: ['Types'],
      blocks: [{ content: ['Mind.'] }, { kind: 'details', open: true, blocks: [{ content: ['Deep.'] }] }],
    },
    { kind: 'code', text: '!!! note\n' },
  ])
  t.same(faultsOf(content), [])
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

t.test('definitions stand below their terms, with blocks, in items and behind comments', async (t) => {
  const content = await pageOf(
    t,
    [
      'One *term*',
      'Another',
      ':   First.',
      '',
      '    Second.',
      ':   - item',
      '',
      'Third',
      '',
      ':   ``` py',
      '    x',
      '    ```',
      '',
      '- In an item',
      '',
      '    Term',
      '    : Meaning',
      '',
      'Text.',
      '',
      '<!-- note -->',
      '',
      ':   Without a term.',
      '',
      '# Heading',
      ': no definition',
    ].join('\n'),
  )
  t.match(blocksOf(content, 'page').slice(1), [
    {
      kind: 'definitions',
      entries: [
        {
          terms: [['One ', { element: 'em' }], ['Another']],
          details: [[{ content: ['First.'] }, { content: ['Second.'] }], [{ kind: 'list' }]],
        },
        { terms: [['Third']], details: [[{ kind: 'code', language: 'py', text: 'x\n' }]] },
      ],
    },
    {
      kind: 'list',
      items: [
        {
          blocks: [
            {},
            { kind: 'definitions', entries: [{ terms: [['Term']], details: [[{ content: ['Meaning'] }]] }] },
          ],
        },
      ],
    },
    { kind: 'paragraph', content: ['Text.'] },
    { kind: 'definitions', entries: [{ terms: [], details: [[{ content: ['Without a term.'] }]] }] },
    { kind: 'heading' },
    { kind: 'paragraph', content: [': no definition'] },
  ])
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

t.test(
  'marks of Python-Markdown are no marks behind a fence, in formulas and where their extension is missing',
  async (t) => {
    const content = await pageOf(
      t,
      [
        '##No space##',
        '',
        '- [x] Press ++enter++',
        '',
        '```py title="pkg/__init__.py"',
        '==x==',
        '```',
        '',
        '$$',
        'x_{k}^{2} + y^{2}',
        '$$',
        '',
        '=={--a--} :material-x:{ .red } b== :material-x:{ style="color: #fff" }',
        '',
        '[Last][a] and [none][b.c]',
        '',
        '[a]: other.md',
        '[a]: page.md',
      ].join('\n'),
      { 'docs/other.md': '# Other' },
    )
    t.match(blocksOf(content, 'page').slice(1), [
      { kind: 'heading', level: 2, content: ['No space'] },
      { kind: 'list', items: [{ done: true, blocks: [{ content: ['Press ', { element: 'kbd' }] }] }] },
      { kind: 'code', title: 'pkg/__init__.py', text: '==x==\n' },
      { kind: 'math', text: 'x_{k}^{2} + y^{2}' },
      { kind: 'paragraph', content: [{ element: 'mark', content: [{ element: 'del' }, ' b'] }] },
      { kind: 'paragraph', content: [{ kind: 'link', target: '/en/page' }, ' and [none][b.c]'] },
    ])
    const plain = await readFiles(t, {
      'mkdocs.yml': 'site_name: S',
      'docs/page.md': '# P\n\n==a== ++b++ x^2^ {--c--}\n',
    })
    t.match(textOf(plain, 'page'), '==a== ++b++ x^2^ {--c--}')
  },
)

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
  t.same(
    faultsOf(content),
    [17, 18, 19, 20, 21].map((line) => `docs/page.md:${line} unresolved_include`),
  )
})

t.test('snippets stand in items, cells and blocks, and what they have is read as that of the page', async (t) => {
  const content = await pageOf(
    t,
    [
      '- --8<-- "part.md"',
      '',
      '| A | B |',
      '| --- | --- |',
      '| {!cell.txt!} | b |',
      '',
      '!!! note',
      '    --8<--',
      '    part.md',
      '    ; none.md',
      '    --8<--',
      '',
      '```py',
      'def f():',
      '    --8<-- "code.py"',
      '--8<--',
      'code.py',
      '--8<--',
      '```',
      '',
      '`--8<-- "part.md"` {!none!}',
    ].join('\n'),
    {
      'mkdocs.yml': 'markdown_extensions: [pymdownx.snippets: {auto_append: [end.md]}, mdx_include, pymdownx.mark]\n',
      'part.md': '==Marked==\n\n??? tip "T"\n    In a *part*.\n',
      'cell.txt': '==x==\n',
      'code.py': '==a==\n\nb\n',
      'end.md': 'The end.\n',
    },
  )
  const part = [{ content: [{ element: 'mark' }] }, { kind: 'details', title: ['T'] }]
  t.match(blocksOf(content, 'page').slice(1), [
    { kind: 'list', items: [{ blocks: part }] },
    { kind: 'table', rows: [[[{ content: [{ element: 'mark' }] }], [{ content: ['b'] }]]] },
    { kind: 'admonition', blocks: part },
    { kind: 'code', text: 'def f():\n    ==a==\n\n    b\n==a==\n\nb\n' },
    { kind: 'paragraph', content: [{ kind: 'code', text: '--8<-- "part.md"' }, ' {!none!}'] },
    { kind: 'paragraph', content: ['The end.'] },
  ])
  t.same(faultsOf(content), [])
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

t.test('a file of markdown-include-variants is code, with its lines counted in the file', async (t) => {
  const source = Array.from({ length: 12 }, (_, at) => `line ${at + 1}`).join('\n')
  const content = await readFiles(t, {
    'mkdocs.yml': 'markdown_extensions:\n  mdx_include: null\n  markdown_include_variants: null\n',
    'code/app.py': `${source}\n`,
    'docs/page.md': [
      '# P',
      '',
      '{* code/app.py hl[3, 6:8] title["main" app.py] *}',
      '',
      '{* code/app.py ln[2:3,7:9] hl[1:2,8:12] *}',
      '',
      '* An item:',
      '',
      '    {* code/app.py ln[1] *}',
      '',
      '{* code/none.py *}',
      '',
      'Text of {* code/app.py *} in a line.',
      '',
      '{* code/app.py other[1] *}',
    ].join('\n'),
  })
  const codes = blocksOf(content, 'page').filter(({ kind }) => kind === 'code')
  t.match(codes[0], { language: 'py', title: 'main app.py', text: `${source}\n` })
  t.match(codes[0], {
    view: {
      lines: [
        { from: 3, to: 3 },
        { from: 6, to: 8 },
      ],
    },
  })
  t.match(codes[1], { text: '# …\n\nline 2\nline 3\n\n# …\n\nline 7\nline 8\nline 9\n' })
  t.match(codes[1], {
    view: {
      lines: [
        { from: 3, to: 3 },
        { from: 9, to: 10 },
      ],
    },
  })
  t.match(textOf(content, 'page'), 'An item:\nline 1\n')
  t.match(textOf(content, 'page'), 'Text of {* code/app.py *} in a line.')
  t.match(textOf(content, 'page'), '{* code/app.py other[1] *}')
  t.same(faultsOf(content), ['docs/page.md:11 unresolved_include'])
  const without = await readFiles(t, {
    'mkdocs.yml': 'markdown_extensions: [mdx_include]',
    'docs/page.md': '# P\n\n{* code/app.py *}\n',
  })
  t.match(textOf(without, 'page'), '{* code/app.py *}', 'without the extension it is text')
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

t.test('kinds and keys with names that every object has do no harm', async (t) => {
  const content = await pageOf(t, '!!! constructor "X"\n    Text.\n\nPress ++constructor++.\n')
  t.same(faultsOf(content), [])
  t.match(blocksOf(content, 'page'), [{}, { kind: 'admonition', tone: 'note', title: ['X'] }, {}])
  t.match(textOf(content, 'page'), 'Press Constructor.')
})

t.test('a pipe within code parts no cells, as in Python-Markdown', async (t) => {
  const code = (text: string): unknown => ({ kind: 'code', text })
  // What Python-Markdown 3.4.1 makes of the same rows.
  for (const [row, cells] of [
    ['| `GET` | `str | None` |', [[code('GET')], [code('str | None')]]],
    ['`GET` | `str | None`', [[code('GET')], [code('str | None')]]],
    ['| `` a ` | b `` | c |', [[code('a ` | b')], ['c']]],
    ['| a \\| b | `c \\| d` |', [['a | b'], [code('c \\| d')]]],
    ['| `open | close |', [['`open'], ['close']]],
    ['| \\`a | b\\` | c |', [['`a'], ['b`']]],
    ['| `a` `b | c` | `d` |', [[code('a'), ' ', code('b | c')], [code('d')]]],
    ['| a`|`b | c |', [['a', code('|'), 'b'], ['c']]],
    ['| \\\\`a | b` | c |', [['\\', code('a | b')], ['c']]],
    ['| a | `b \\` | c` |', [['a'], [code('b \\')]]],
    ['| `x | y` | `z |', [[code('x | y')], ['`z']]],
  ] as const) {
    const content = await pageOf(t, `| Method | Type |\n| --- | --- |\n${row}\n`)
    const blocks = cells.map((content) => [{ kind: 'paragraph', content }])
    t.match(blocksOf(content, 'page').at(-1), { kind: 'table', rows: [blocks] }, row)
  }
  const head = await pageOf(t, '!!! note\n\n    | `a | b` | c |\n    |---|---|\n    | `x | y` | z |\n')
  t.match(
    JSON.stringify(blocksOf(head, 'page')),
    '"header":[[{"kind":"paragraph","content":[{"kind":"code","text":"a | b"}]}]',
  )
  t.match(textOf(head, 'page'), 'x | y')
})

t.test('elsewhere a pipe within code parts cells, as on GitHub', async (t) => {
  const table = '| A | B |\n| --- | --- |\n| `str | None` | `c \\| d` |\n'
  for (const files of [{ 'page.md': table }, { 'config.toml': 'title = "S"\n', 'content/page.md': table }]) {
    const content = await readFiles(t, { ...files })
    const blocks = [['`str'], ['None`']].map((content) => [{ kind: 'paragraph', content }])
    t.match(blocksOf(content, 'page').at(-1), { kind: 'table', rows: [blocks] })
  }
})

t.test(
  'hooks are one fault, and headings and terms that they would write show the names in their comments',
  async (t) => {
    const content = await pageOf(
      t,
      [
        '#### <!-- md:setting config.name -->',
        '',
        '<!-- md:version 1.2 --> – See [name][config.name], [other][config.other] and [here](#type:note).',
        '',
        '<!-- md:option type:note -->',
        '',
        ':   <!-- md:default --> Meaning.',
        '',
        '### <!-- md:version --> – Version',
        '',
        '## <!-- a comment -->',
        '',
        '<!-- md:flag x -->',
        'Text.',
      ].join('\n'),
      {
        'mkdocs.yml': 'hooks: [hooks/shortcodes.py]\nmarkdown_extensions: [attr_list, def_list]\n',
        'docs/other.md': '# O\n\n[name](page.md#config.name)\n',
      },
    )
    t.match(blocksOf(content, 'page').slice(1), [
      { kind: 'heading', id: 'config.name', content: [{ kind: 'code', text: 'config.name' }] },
      { content: ['– See ', { kind: 'link', target: '#config.name' }, ', other and ', { kind: 'link' }, '.'] },
      {
        kind: 'definitions',
        entries: [{ terms: [[{ text: 'type:note' }, {}]], details: [[{ content: ['Meaning.'] }]] }],
      },
      { kind: 'heading', content: ['– Version'] },
      { kind: 'heading', content: [] },
      { kind: 'paragraph', content: ['Text.'] },
    ])
    t.match(
      content.faults.map(({ code, file, message }) => [code, file, message]),
      [
        ['empty_heading', 'docs/page.md', '1 headings of the page have no text'],
        [
          'unread_config',
          'mkdocs.yml',
          'the hooks hooks/shortcodes.py are not run: 2 headings and terms show the name in their comment, and 4 comments show nothing',
        ],
      ],
    )
  },
)

t.test('formulas of arithmatex are those of its notations, with their braces and carets', async (t) => {
  const written = [
    'Let $f\\colon G\\to H_{1}^{2}$ and \\(a^2_{i}\\), not $5 and $6, `$x$` or \\$y$.',
    '',
    '| $x^{2}$ | b |',
    '| --- | --- |',
    '| \\(y_{1}\\) | c |',
    '',
    '\\[',
    'E = mc^{2}',
    '\\]',
    '',
    '> \\[',
    '> F = ma',
    '> \\]',
    '',
    '- \\begin{align}a &= b \\\\',
    '  c &= d\\end{align}',
    '',
    '$$',
    'x^{2}',
    '$$',
    '',
    '$$a = \\sum_{i=1}^k a_i$$',
    '',
    '$$\\begin{array}{rc}',
    'a & \\sum_{j=1}^k',
    '\\end{array}$$',
    '',
    'So $$b_{i=1}$$.',
  ].join('\n')
  const extensions = 'pymdownx.caret, pymdownx.tilde, attr_list'
  const on = { 'mkdocs.yml': `markdown_extensions: [{pymdownx.arithmatex: {generic: true}}, ${extensions}]\n` }
  const content = await pageOf(t, written, on)
  const math = (text: string): unknown => ({ kind: 'math', text })
  t.match(blocksOf(content, 'page').slice(1), [
    {
      content: [
        'Let ',
        math('f\\colon G\\to H_{1}^{2}'),
        ' and ',
        math('a^2_{i}'),
        ', not $5 and $6, ',
        {},
        ' or $y$.',
      ],
    },
    { header: [[{ content: [math('x^{2}')] }], {}], rows: [[[{ content: [math('y_{1}')] }], {}]] },
    math('E = mc^{2}'),
    { kind: 'quote', blocks: [math('F = ma')] },
    { kind: 'list', items: [{ blocks: [{ kind: 'math' }] }] },
    math('x^{2}'),
    math('a = \\sum_{i=1}^k a_i'),
    math('\\begin{array}{rc}\na & \\sum_{j=1}^k\n\\end{array}'),
    { content: ['So ', math('b_{i=1}'), '.'] },
  ])
  t.match(textOf(content, 'page'), 'H_{1}^{2}')
  t.same(faultsOf(content), [])
  const off = await pageOf(t, 'Let $x_{1}$ and \\(y\\).', { 'mkdocs.yml': 'markdown_extensions: []\n' })
  t.match(textOf(off, 'page'), 'Let $x_{1}$ and (y).')
  const round = { 'mkdocs.yml': 'markdown_extensions: [{pymdownx.arithmatex: {inline_syntax: [round]}}]\n' }
  t.match(textOf(await pageOf(t, 'Let $x$ and \\(y\\).', round), 'page'), 'Let $x$ and y.')
})

t.test('sections and pages that the site keeps out of search are found by none', async (t) => {
  const content = await pageOf(
    t,
    'Intro.\n\n## Hidden { data-search-exclude }\n\nSecret.\n\n### Below\n\nFound.\n\n## Set { #own data-search-exclude }\n\nOther.\n',
    {
      'mkdocs.yml':
        'markdown_extensions: [attr_list]\nplugins: [search, {exclude-search: {exclude: ["old/*", b.md], ignore: [old/kept.md]}}]\n',
      'docs/b.md': '# B',
      'docs/c/b.md': '# B',
      'docs/old/a.md': '# A',
      'docs/old/kept.md': '# K',
      'docs/excluded.md': '---\nsearch:\n  exclude: true\n---\n# E',
    },
  )
  t.equal(textOf(content, 'page'), 'Intro.\nBelow\nFound.')
  t.same(idsOf(content, 'page'), ['p', 'hidden', 'below', 'own'])
  const hidden = content.locales.get('en')?.pages.flatMap(({ path, unsearched }) => (unsearched === true ? [path] : []))
  t.same(hidden, ['b', 'excluded', 'old/a'])
  t.same(
    content.faults.map(({ code, file, message }) => `${file} ${code} ${message}`).at(-1),
    'docs/page.md not_searched no search finds 2 sections of the page',
  )
  const built = await readFiles(t, {
    'index.html':
      '<!doctype html><html lang="en"><title>P</title><body><main><h1>P</h1><p>Intro.</p><h2 id="a" data-search-exclude="data-search-exclude">A</h2><p>Secret.</p><h2 id="b">B</h2><p>Found.</p></main></body></html>',
  })
  t.equal(textOf(built, ''), 'Intro.\nB\nFound.', 'in the built site too')
})
