import t from 'tap'
import type { Block } from '../../../../src/docs/model/page-model.ts'
import { readMarkdown } from '../../../../src/docs/readers/markdown/read-markdown.ts'

const FENCE = '```'

function read(source: string, mdx = false): Block[] {
  return readMarkdown(source, { mdx }).blocks
}

function paragraph(...content: Extract<Block, { kind: 'paragraph' }>['content']): Block {
  return { kind: 'paragraph', content }
}

t.test('a link of HTML around blocks is a card', async (t) => {
  const { blocks } = readMarkdown('<div>\n<a href="./view">\n  <h3>View</h3>\n  <p>The most.</p>\n</a>\n<a href="./text">\n  <p>Text</p>\n</a>\n</div>\n\nA <a href="/x">\nline</a> of text.\n', { mdx: true }) // prettier-ignore
  const view = { kind: 'heading', id: 'view', content: [{ kind: 'link', target: './view', content: ['View'] }] }
  t.match(blocks, [
    { kind: 'panel', role: 'card', target: null, title: [], blocks: [view, { content: ['The most.'] }] },
    { kind: 'paragraph', content: [{ kind: 'link', target: './text', content: ['Text'] }] },
    { kind: 'paragraph', content: ['A ', { kind: 'link', target: '/x', content: ['line'] }, ' of text.'] },
  ])
})

t.test('what has a target but no title leads there by its first text', async (t) => {
  const badge = '<a href="https://ci.example">\n  <img src="badge.svg" alt="CI">\n</a>\n'
  const image = { kind: 'image', source: 'badge.svg', alt: 'CI' }
  t.match(read(badge), [
    { kind: 'paragraph', content: [{ kind: 'link', target: 'https://ci.example', content: [image] }] },
  ])
  const card = (inner: string): Block[] => read(`<Card href="/x">\n\n${inner}\n\n</Card>\n`, true)
  t.match(card('One'), [{ kind: 'paragraph', content: [{ kind: 'link', target: '/x', content: ['One'] }] }])
  t.match(card('One\n\nTwo'), [{ kind: 'panel', title: ['One'], target: '/x', blocks: [{ content: ['Two'] }] }])
  t.match(card('- One'), [{ kind: 'panel', title: ['/x'], target: '/x', blocks: [{ kind: 'list' }] }])
  const heading = { kind: 'heading', id: 'one', content: [{ kind: 'link', target: '/x', content: ['One'] }] }
  t.match(card('### One\n\nTwo'), [{ kind: 'panel', title: [], blocks: [heading, { content: ['Two'] }] }])
  const anchor = [{ kind: 'anchor', id: 'a' }]
  t.match(card('<div id="a">\n\nOne\n\n</div>'), [{ kind: 'panel', title: ['One'], blocks: [{ content: anchor }] }])
  const picture = [{ kind: 'image', source: '/p.png', alt: '' }]
  t.match(read('<Card img="/p.png" href="/x">One</Card>\n', true), [
    { kind: 'panel', title: ['One'], target: '/x', blocks: [{ content: picture }] },
  ])
  t.match(read('<Card img="/p.png" href="/x" />\n', true), [{ content: [{ kind: 'link', content: picture }] }])
})

t.test('a link to what an expression says is no link', async (t) => {
  t.match(read('<a href={props.url}>\n  <img src="a.png" alt="A" />\n</a>\n', true), [
    { kind: 'paragraph', content: [{ kind: 'image', alt: 'A' }] },
  ])
})

t.test('what stands before the first tab or step belongs to none', async (t) => {
  const panel = { kind: 'panel', title: ['A'], blocks: [paragraph('One')] }
  for (const [parts, part, role] of [
    ['Tabs', 'Tab', 'tabs'],
    ['Steps', 'Step', 'steps'],
  ]) {
    t.match(read(`<${parts}>\n\nZero\n\n<${part} title="A">\n\nOne\n\n</${part}>\n</${parts}>\n`, true), [
      paragraph('Zero'),
      { kind: 'group', role, blocks: [panel] },
    ])
  }
})

t.test('a bare address within a link of HTML is its text', async (t) => {
  const { blocks } = readMarkdown('Go <a href="/x">https://a.b/c</a>, https://d.e\n', { mdx: false })
  t.match(blocks, [{ content: ['Go ', { target: '/x', content: ['https://a.b/c'] }, ', ', { target: 'https://d.e' }] }])
})

t.test('tasks keep whether they are done', async (t) => {
  t.match(read('- [x] a\n- [ ] b\n- c\n'), [{ kind: 'list', items: [{ done: true }, { done: false }, { done: null }] }])
})

t.test('indented code and raw text keep their tabs', async (t) => {
  for (const [markdown, code] of [
    ['\tall:\n\t\tcc a.c\n', 'all:\n\tcc a.c'],
    ['- a\n\n\t\tall:\n\t\t\tcc a.c\n', '  all:\n  \tcc a.c'],
    ['    all:\n    \tcc a.c\n', 'all:\n\tcc a.c'],
    ['<pre>\nall:\n\tcc a.c\n</pre>\n', 'all:\n\tcc a.c'],
  ] as const) {
    t.match(JSON.stringify(read(markdown)), JSON.stringify(code).slice(1, -1), JSON.stringify(markdown))
  }
})

t.test('code keeps its tabs, wherever its fence stands', async (t) => {
  for (const [before, indent] of [
    ['', ''],
    ['1. a\n\n', '   '],
    ['- a\n\n', '\t'],
    ['> ', '> '],
  ] as const) {
    const lines = [FENCE, 'a', '\tb', '\t\tc', FENCE].map(
      (line, at) => (at === 0 && before === '> ' ? '' : indent) + line,
    )
    const [found] = read(`${before}${lines.join('\n')}\n`)
    t.match(JSON.stringify(found), JSON.stringify('a\n\tb\n\t\tc\n'), `after ${JSON.stringify(before)}`)
  }
})

t.test('footnotes are blocks, and their marks refer to them', async (t) => {
  t.same(read('See[^a] and [^b].\n\n[^a]: One\n    more\n\n    Two\n'), [
    paragraph('See', { kind: 'reference', footnote: 'a' }, ' and [^b].'),
    { kind: 'footnote', label: 'a', blocks: [paragraph('One more'), paragraph('Two')] },
  ])
})

t.test('a fence names its language and its title in each notation', async (t) => {
  for (const info of [
    'js title="a.js" {1,3}',
    "js filename='a.js'",
    'js [a.js]',
    'js{1}[a.js]',
    '{.js title="a.js"}',
  ]) {
    t.match(read(`${FENCE}${info}\nx\n${FENCE}`), [{ kind: 'code', language: 'js', title: 'a.js', text: 'x\n' }], info)
  }
  t.match(read(`${FENCE}js showLineNumbers\nx\n${FENCE}`), [{ language: 'js', title: null }])
})

t.test('groups of code become tabs that are named by the titles of the code', async (t) => {
  const code = `${FENCE}sh [npm]\nnpm ci\n${FENCE}\n\n${FENCE}sh [yarn]\nyarn\n${FENCE}\n`
  for (const source of [`::: code-group\n\n${code}\n:::\n`, `<CodeGroup>\n${code}</CodeGroup>\n`]) {
    t.match(read(source, true), [
      {
        kind: 'group',
        role: 'tabs',
        blocks: [
          { kind: 'panel', title: ['npm'], blocks: [{ kind: 'code', title: null, text: 'npm ci\n' }] },
          { kind: 'panel', title: ['yarn'] },
        ],
      },
    ])
  }
})

t.test('commands of several tools in one tag become tabs', (t) => {
  const tag = '<CommandTabs npm="cd app\n    npm install" yarn="yarn &amp;&amp; yarn dev"\n  note="x" />\n'
  const tab = (name: string, text: string): object => ({
    kind: 'panel',
    title: [name],
    blocks: [{ kind: 'code', language: 'sh', text }],
  })
  const page = readMarkdown(tag, { mdx: true })
  t.match(page.blocks, [
    { kind: 'group', role: 'tabs', blocks: [tab('npm', 'cd app\nnpm install\n'), tab('yarn', 'yarn && yarn dev\n')] },
  ])
  t.strictSame(page.unknown.size, 0, 'all of the component is known')
  for (const other of [
    '<Tested npm="npm ci" />',
    '<Versions npm="9.1" deno="1.2" />',
    '<div npm="npm ci" yarn="yarn add x">x</div>',
  ])
    t.notMatch(JSON.stringify(readMarkdown(`${other}\n`, { mdx: true }).blocks), '"tabs"', other)
  t.end()
})

t.test('directives nest, and their titles are text of the page', async (t) => {
  t.match(read('::::warning[Mind *it*]\na\n\n:::details More\nb\n:::\n\nc\n::::\nd\n'), [
    {
      kind: 'admonition',
      tone: 'warning',
      title: ['Mind ', { element: 'em' }],
      blocks: [paragraph('a'), { kind: 'details', title: ['More'], blocks: [paragraph('b')] }, paragraph('c')],
    },
    paragraph('d'),
  ])
})

t.test('a field keeps the name, the type and the marks of a parameter', async (t) => {
  const source =
    '<ParamField query="limit" type="integer" default="10" required deprecated={false}>\n  At most **50**.\n</ParamField>\n'
  t.match(read(source, true), [
    { kind: 'field', name: 'limit', type: 'integer', initial: '10', required: true, deprecated: false },
  ])
})

t.test('tables, lists and definitions of HTML are read as what they are', async (t) => {
  const table =
    '<table>\n<thead><tr><th>A</th><th>B</th></tr></thead>\n<tbody>\n<tr>\n<td>\n\n- x\n\n</td><td>1. y</td>\n</tr>\n</tbody>\n</table>\n'
  t.match(read(table), [
    {
      kind: 'table',
      header: [[paragraph('A')], [paragraph('B')]],
      rows: [[[{ kind: 'list', items: [{ blocks: [paragraph('x')] }] }], [paragraph('1. y')]]],
    },
  ])
  t.match(read('<ol start="3">\n<li>a</li>\n<li><p>b</p></li>\n</ol>\n'), [
    { kind: 'list', start: 3, items: [{ blocks: [paragraph('a')] }, { blocks: [paragraph('b')] }] },
  ])
  t.match(read('<dl><dt>A</dt><dd>one</dd><dt>B</dt><dd>two</dd></dl>\n'), [
    { kind: 'definitions', entries: [{ terms: [['A']], details: [[paragraph('one')]] }, { terms: [['B']] }] },
  ])
})

t.test('nothing within lists, tables, headings and summaries of HTML is lost', async (t) => {
  const text = (content: string) => ({ kind: 'paragraph', content: [content] })
  t.match(read('<ul>\n\n- one\n- two\n\n</ul>\n'), [{ kind: 'list', items: [{ blocks: [text('one')] }, {}] }])
  t.match(read('<ol>\n\nzero\n\n<li>one</li>\n</ol>\n'), [
    text('zero'),
    { kind: 'list', start: 1, items: [{ blocks: [text('one')] }] },
  ])
  t.match(read('<dl>\n\nzero\n\n<dt>a</dt>\n<dd>b</dd>\n</dl>\n'), [text('zero'), { kind: 'definitions' }])
  t.match(read('<dl>\n\nonly\n\n</dl>\n'), [text('only')])
  const headless = '<thead>\n<th>A</th>\n<th>B</th>\n</thead>\n<tbody><tr><td>1</td><td>2</td></tr><td>3</td></tbody>'
  t.match(read(`<table>\n${headless}\n</table>\n`), [
    {
      kind: 'table',
      header: [[text('A')], [text('B')]],
      rows: [[[text('1')], [text('2')]], [[text('3')]]],
    },
  ])
  t.match(read('<table>\n<tr>\n\nzero\n\n<td>1</td>\n\nmore\n\n</tr>\n</table>\n'), [
    text('zero'),
    { kind: 'table', rows: [[[text('1'), text('more')]]] },
  ])
  t.match(read('<h1>\n\n<img src="a.svg" alt="A">\n\nName\n\n</h1>\n'), [
    { kind: 'heading', content: [{ kind: 'image', alt: 'A' }] },
    text('Name'),
  ])
  const logo = '<a href="/x">\n    <img src="a.svg" alt="A">\n  </a>'
  t.match(read(`<h1 align="center">\n  ${logo}\n  <br>\n  Name\n</h1>\n`), [
    { kind: 'heading', content: [{ kind: 'link', content: [{ alt: 'A' }] }, ' ', { kind: 'break' }, ' Name'] },
  ])
  t.match(read('<details>\n<summary>\n\nA\n\nB\n\n</summary>\n\nC\n\n</details>\n'), [
    { kind: 'details', title: ['A'], blocks: [text('B'), text('C')] },
  ])
})

t.test('letters that grow in lower case move no end', async (t) => {
  t.same(read('<!-- İSTANBUL İÇİN -->Merhaba\n'), [paragraph('Merhaba')])
  t.match(read('<pre>İ</pre>\n'), [{ kind: 'code', text: 'İ\n' }])
})

t.test('headings of HTML are headings, with their own ids', async (t) => {
  t.match(read('<h2 id="set-up">1. Set <em>up</em></h2>\n\n## Set up\n'), [
    { kind: 'heading', level: 2, id: 'set-up', content: ['1. Set ', { element: 'em' }] },
    { kind: 'heading', level: 2, id: 'set-up-1' },
  ])
})

t.test('each space of a heading counts in an id where the generator counts it, and one is shown', (t) => {
  const headings = (slugs: 'github' | 'hugo' | 'pymdownx-lower' | 'python-markdown' | 'vitepress'): unknown =>
    readMarkdown('## Packaging  Image\n\n## **6.  A** - b\n\n## a   `c  d`   e\n\n## x <b>y</b>  z\n\n## One space\n\na  b\n', { mdx: false, slugs })
      .blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : [])) // prettier-ignore
  const spaced = ['packaging--image', '6--a---b', 'a---c--d---e', 'x-y--z', 'one-space']
  for (const style of ['github', 'hugo', 'pymdownx-lower'] as const) t.strictSame(headings(style), spaced, style)
  t.strictSame(headings('python-markdown'), ['packaging-image', '6-a-b', 'a-c-d-e', 'x-y-z', 'one-space'])
  t.strictSame(headings('vitepress'), ['packaging-image', '_6-a-b', 'a-c-d-e', 'x-y-z', 'one-space'])
  t.match(read('## a  b\n'), [{ id: 'a--b', content: ['a b'] }])
  t.match(read('## a\u00a0b\n'), [{ id: 'ab', content: ['a\u00a0b'] }], 'no sign of GitHub stands for such a space')
  t.end()
})

t.test('ids are written in each notation', async (t) => {
  for (const written of ['{#own}', '\\{#own}', '{/*own*/}', '{/* #own */}']) {
    t.match(read(`## A ${written}\n`, true), [{ kind: 'heading', id: 'own', content: ['A'] }], written)
  }
})

t.test('images of tags and components keep their address and their description', async (t) => {
  for (const source of [
    '![A](a.png "T")',
    '<img src="a.png" alt="A" title="T">',
    '<Image src="a.png" alt="A" title="T" />',
  ]) {
    t.same(read(source, true), [paragraph({ kind: 'image', source: 'a.png', alt: 'A', title: 'T' })], source)
  }
})

t.test('a bare address is a link without the signs that end its sentence', async (t) => {
  const link = (target: string): object => ({ kind: 'link', target, title: null, content: [target] })
  t.same(read('See https://a.example/x_(y). Or (https://b.example/z), then.'), [
    paragraph(
      'See ',
      link('https://a.example/x_(y)') as never,
      '. Or (',
      link('https://b.example/z') as never,
      '), then.',
    ),
  ])
})

t.test('code within pre elements is code', async (t) => {
  t.match(read('<pre><code class="x">a &lt; b\n  c</code></pre>\n'), [{ kind: 'code', text: 'a < b\n  c\n' }])
})

t.test('an alert of any word is a note, and one that is not known is reported', async (t) => {
  for (const [written, tone, title] of [
    ['[!NOTE]', 'note', []],
    ['[!NB]', 'note', ['NB']],
    ['[!bug]', 'warning', ['Bug']],
    ['[!SECONDARY] Aside', 'note', ['Aside']],
    ['[!secondary]', 'note', []],
    ['[!quote|wide] Q', 'note', ['Q']],
    ['[!VERY-OWN]', 'note', ['Very own']],
  ] as const) {
    const { blocks, unknownAlerts } = readMarkdown(`> ${written}\n> Text\n`, { mdx: false })
    t.strictSame(blocks, [{ kind: 'admonition', tone, title, blocks: [paragraph('Text')] }], written)
    t.strictSame([...unknownAlerts], written === '[!VERY-OWN]' ? ['VERY-OWN'] : [], written)
  }
  t.match(read('> [!x](a.md) b\n'), [{ kind: 'quote' }], 'a link is none')
  for (const [written, title, open] of [
    ['[!CAUTION]- Hot', 'Hot', false],
    ['[!bug]+', 'Bug', true],
  ] as const) {
    const folded = [{ kind: 'details', title: [title], open, blocks: [paragraph('Text')] }]
    t.strictSame(read(`> ${written}\n> > Text\n`), [
      { ...folded[0], blocks: [{ kind: 'quote', blocks: [paragraph('Text')] }] },
    ])
    t.strictSame(read(`> ${written}\n> Text\n\n> ${written}\n> Text\n`), [...folded, ...folded], 'two apart')
  }
  t.strictSame(read('> a\n> > b\n\n> c\n').length, 2, 'a blank line ends quotations within each other')
})

t.test('white space at the edges of a link stands outside of it', async (t) => {
  const link = (text: string): object => ({ kind: 'link', target: '/a', title: null, content: [text] })
  t.strictSame(read('<a href="/a">\n Learn more\n</a>\n<a href="/a"> Get the code </a>.\n'), [
    paragraph(link('Learn more') as never, ' ', link('Get the code') as never, ' .'),
  ])
})

t.test('text between two pairs of quotation marks is the value of an attribute, as its author meant', (t) => {
  const image = (alt: string): object => ({ kind: 'image', source: 'x.png', alt })
  t.match(read('<img src="x.png" alt=""a b"" width="3">\n'), [{ content: [image('a b')] }])
  t.match(read('Text <img alt=""c"" src="x.png"> more\n'), [{ content: ['Text ', image('c'), ' more'] }])
  t.match(read('<p align="center"><img src="x.png" alt=""d""></p>\n'), [{ content: [image('d')] }])
  t.match(read('<img src="x.png" alt="" title="T">\n'), [{ content: [image('')] }], 'nothing between one pair')
  t.match(read('<img alt=""title="T" src="x.png">\n'), [{ content: [image('')] }], 'an attribute right behind it')
  t.end()
})

t.test('a comment over several lines in an item hides its words, and no word behind it', (t) => {
  const text = JSON.stringify(
    read(
      '- one <!-- hidden\n  words\n  more --> shown\n- two\n\n  <!--\n  hidden\n\n  hidden\n  -->\n\n  after\n- three\n\n1. a\n   <!-- hidden\n   hidden -->\n   tail\n\n> quote <!-- hidden\n> hidden --> end\n',
    ),
  )
  t.notMatch(text, /hidden|words|more|<!--|-->/)
  for (const word of ['one', 'shown', 'two', 'after', 'three', 'a', 'tail', 'quote', 'end'])
    t.match(text, new RegExp(`\\b${word}\\b`), word)
  t.end()
})
