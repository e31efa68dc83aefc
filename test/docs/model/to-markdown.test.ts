import t from 'tap'
import type { Block, Inline } from '../../../src/docs/model/page-model.ts'
import { sectionsOf } from '../../../src/docs/model/sections.ts'
import { toMarkdown } from '../../../src/docs/model/to-markdown.ts'
import { readMarkdown } from '../../../src/docs/readers/markdown/read-markdown.ts'

const paragraph = (...content: Inline[]): Block => ({ kind: 'paragraph', content })
const strong = (...content: Inline[]): Inline => ({ kind: 'span', element: 'strong', content })
const code = (text: string): Inline => ({ kind: 'code', text })

/** Blocks with what they are written as. All of them read back as themselves, unless their name says otherwise. */
const FORMS: Readonly<Record<string, readonly [block: Block | Block[], markdown: string]>> = {
  heading: [{ kind: 'heading', level: 2, id: 'a-b', content: ['A ', code('b')] }, '## A `b`'],
  'text that looks like markup': [paragraph('*a* _b_ `c` [d](e) <i> &amp; snake_case 1 * 2'), '\\*a\\* \\_b\\_ \\`c\\` \\[d\\](e) \\<i> \\&amp; snake_case 1 \\* 2'],
  'signs that begin nothing': [paragraph('Welcome! $project, ~5 and [!NB] in a[0] < b'), 'Welcome! $project, ~5 and [!NB] in a[0] < b'],
  'signs that would begin something': [paragraph('$a$ ~b~ c ~d [e](f) [^g]'), '\\$a\\$ \\~b\\~ c \\~d \\[e\\](f) \\[^g\\]'],
  'backslashes before letters': [paragraph('C:\\temp and \\*'), 'C:\\temp and \\\\\\*'],
  'a mark before a link': [paragraph('See!', { kind: 'link', target: 'a', title: null, content: ['b!'] }), 'See\\![b!](a)'],
  'an address as the text of a link': [paragraph({ kind: 'link', target: 'http://a.test/', title: null, content: ['http://a.test/ [x]'] }), '[http://a.test/ \\[x\\]](http://a.test/)'],
  'a box that is no task': [{ kind: 'list', start: null, loose: false, items: [{ done: null, blocks: [paragraph('[x] a')] }] }, '- \\[x\\] a'],
  'a quotation that is no alert': [{ kind: 'quote', blocks: [paragraph('[!NB] a')] }, '> \\[!NB\\] a'],
  'text that looks like a block': [[paragraph('# a'), paragraph('1. b'), paragraph('- c'), paragraph('> d')], '\\# a\n\n1\\. b\n\n\\- c\n\n\\> d'],
  'marks beside words': [paragraph('a', strong('(b)'), 'c ', strong('d'), '.'), 'a<strong>(b)</strong>c **d**.'],
  'code with backticks': [paragraph(code('a`b'), ' ', code('`')), '``a`b`` `` ` ``'],
  abbreviation: [paragraph({ kind: 'span', element: 'abbr', title: 'For "all" & <one>', content: ['A'] }), '<abbr title="For &quot;all&quot; &amp; &lt;one&gt;">A</abbr>'],
  link: [paragraph({ kind: 'link', target: 'a b.html', title: 'T "x"', content: ['x'] }), '[x](<a b.html> "T \\"x\\"")'],
  image: [paragraph({ kind: 'image', source: 'a.png', alt: 'A', title: null }), '![A](a.png)'],
  break: [paragraph('a', { kind: 'break' }, 'b'), 'a\\\nb'],
  'code with a title': [{ kind: 'code', language: 'js', title: 'a.js', text: 'x\n' }, '```js title="a.js"\nx\n```'],
  'code with a fence': [{ kind: 'code', language: null, title: null, text: '````\nx\n````\n' }, '`````\n````\nx\n````\n`````'],
  'tight list': [{ kind: 'list', start: null, loose: false, items: [{ done: null, blocks: [paragraph('a'), { kind: 'list', start: 1, loose: false, items: [{ done: null, blocks: [paragraph('b')] }] }] }, { done: true, blocks: [paragraph('c')] }] }, '- a\n  1. b\n- [x] c'],
  'loose list': [{ kind: 'list', start: 9, loose: true, items: [{ done: null, blocks: [paragraph('a'), paragraph('b')] }, { done: null, blocks: [paragraph('c')] }] }, '9. a\n\n   b\n\n10. c'],
  'lists that follow each other': [[{ kind: 'list', start: null, loose: false, items: [{ done: null, blocks: [paragraph('a')] }] }, { kind: 'list', start: null, loose: false, items: [{ done: null, blocks: [paragraph('b')] }] }], '- a\n\n* b'],
  table: [{ kind: 'table', columns: ['left', 'right'], header: [[paragraph('A')], [paragraph('B')]], rows: [[[paragraph(code('x|y'))], []]] }, '| A | B |\n| :-- | --: |\n| `x\\|y` |  |'],
  quote: [{ kind: 'quote', blocks: [paragraph('a'), paragraph('b')] }, '> a\n>\n> b'],
  alert: [{ kind: 'admonition', tone: 'tip', title: [], blocks: [paragraph('a')] }, '> [!TIP]\n> a'],
  details: [{ kind: 'details', title: ['T'], open: false, blocks: [paragraph('a')] }, '<details>\n<summary>T</summary>\n\na\n\n</details>'],
  mathematics: [[{ kind: 'math', text: 'a^2' }], '$$\na^2\n$$'],
  footnote: [[paragraph('a', { kind: 'reference', footnote: '1' }), { kind: 'footnote', label: '1', blocks: [paragraph('b'), paragraph('c')] }], 'a[^1]\n\n[^1]: b\n\n    c'],
  rule: [[paragraph('a'), { kind: 'rule' }, paragraph('b')], 'a\n\n***\n\nb'],
} // prettier-ignore

t.test('blocks have one form in Markdown, which reads back', (t) => {
  for (const [name, [block, markdown]] of Object.entries(FORMS)) {
    const blocks = Array.isArray(block) ? block : [block]
    const written = toMarkdown(blocks)
    t.equal(written, `${markdown}\n`, name)
    t.strictSame(
      sectionsOf(readMarkdown(written, { mdx: false }).blocks, null),
      sectionsOf(blocks, null),
      `${name} reads back`,
    )
  }
  t.end()
})

const panel = (role: 'tab' | 'step' | 'card', title: string, target: string | null = null): Block => ({
  kind: 'panel',
  role,
  title: [title],
  target,
  blocks: [paragraph('x')],
})

const NEAREST: Readonly<Record<string, readonly [block: Block, markdown: string]>> = {
  tabs: [{ kind: 'group', role: 'tabs', blocks: [panel('tab', 'A'), panel('tab', 'B')] }, '**A**\n\nx\n\n**B**\n\nx'],
  steps: [{ kind: 'group', role: 'steps', blocks: [panel('step', 'A'), paragraph('b')] }, '1. **A**\n\n   x\n\n2. b'],
  card: [panel('card', 'A', '/a'), '- **[A](/a)**\n\n  x'],
  'a link in code within a link': [
    paragraph({
      kind: 'link',
      target: '/x',
      title: null,
      content: [
        { kind: 'span', element: 'code', content: [{ kind: 'link', target: '/b', title: null, content: ['a'] }] },
      ],
    }),
    '[`a`](/x)',
  ],
  'alert with a title': [
    { kind: 'admonition', tone: 'warning', title: ['T'], blocks: [paragraph('a')] },
    '> [!WARNING]\n> **T**\n>\n> a',
  ],
  definitions: [{ kind: 'definitions', entries: [{ terms: [['A']], details: [[paragraph('a')]] }] }, '- **A**\n\n  a'],
  field: [
    {
      kind: 'field',
      name: 'q',
      type: 'string',
      initial: '1',
      required: true,
      deprecated: false,
      blocks: [paragraph('a')],
    },
    '- `q` (`string`, required, default `1`)\n\n  a',
  ],
}

t.test('what Markdown has no form for gets the nearest', (t) => {
  for (const [name, [block, markdown]] of Object.entries(NEAREST)) t.equal(toMarkdown([block]), `${markdown}\n`, name)
  t.end()
})

t.test('blocks in cells become one line', (t) => {
  const cell: Block[] = [
    paragraph('a'),
    { kind: 'list', start: null, loose: false, items: [{ done: null, blocks: [paragraph('b')] }] },
    { kind: 'code', language: null, title: null, text: 'c\nd\n' },
  ]
  const table: Block = { kind: 'table', columns: [null], header: [], rows: [[cell]] }
  t.equal(toMarkdown([table]), '|  |\n| --- |\n| a<br>• b<br>`c`<br>`d` |\n')
  t.end()
})

t.test('a dollar beside mathematics is escaped', (t) => {
  t.equal(toMarkdown([paragraph('$5 and ', { kind: 'math', text: 'x' })]), '\\$5 and $x$\n')
  t.end()
})

t.test('depth does not multiply the text', (t) => {
  let block: Block = paragraph('x '.repeat(1000))
  for (let depth = 0; depth < 500; depth++) block = { kind: 'quote', blocks: [block] }
  t.ok(toMarkdown([block]).length < 10_000)
  t.equal(toMarkdown([]), '')
  t.end()
})
