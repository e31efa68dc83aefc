import t from 'tap'
import type { CodeBlock, CodeView } from '../../../../src/docs/model/page-model.ts'
import { takeLineComments, DOCUSAURUS_COMMENTS } from '../../../../src/docs/readers/markdown/code/line-comments.ts'
import { readMarkdown } from '../../../../src/docs/readers/markdown/read-markdown.ts'

function codeOf(markdown: string): CodeBlock {
  const [block] = readMarkdown(markdown, { mdx: false }).blocks
  if (block?.kind !== 'code') throw new Error('no code')
  return block
}

const lines = (tone: 'mark' | 'ins' | 'del' | 'focus', ...ranges: [number, number][]) =>
  ranges.map(([from, to]) => ({ tone, from, to }))

const INFOS: readonly (readonly [string, CodeView | undefined])[] = [
  ['js', undefined],
  ['js title="a {1} b"', undefined],
  ['js {1,3-5}', { lines: lines('mark', [1, 1], [3, 5]) }],
  ['js{2}', { lines: lines('mark', [2, 2]) }],
  ['js title="x.js" {2}', { lines: lines('mark', [2, 2]) }],
  [
    'js {4,6} ins={2} del={3-4}',
    { lines: [...lines('mark', [4, 4], [6, 6]), ...lines('ins', [2, 2]), ...lines('del', [3, 4])] },
  ],
  ['js ins={"A":6-10}', { lines: lines('ins', [6, 10]) }],
  [
    'js mark="text" del="old one" "more"',
    {
      words: [
        { tone: 'mark', text: 'text' },
        { tone: 'del', text: 'old one' },
        { tone: 'mark', text: 'more' },
      ],
    },
  ],
  ['js /useState/', { words: [{ tone: 'mark', text: 'useState' }] }],
  ['js /use[A-Z]\\w+/', undefined],
  ['js showLineNumbers', { firstNumber: 1 }],
  ['js showLineNumbers=5', { firstNumber: 5 }],
  ['js showLineNumbers{7}', { firstNumber: 7 }],
  ['js showLineNumbers=false', undefined],
  ['js showLineNumbers startLineNumber=10', { firstNumber: 10 }],
  ['ts:line-numbers {1}', { lines: lines('mark', [1, 1]), firstNumber: 1 }],
  ['ts:line-numbers=2', { firstNumber: 2 }],
  ['py linenums="3" hl_lines="2 4-5"', { lines: lines('mark', [2, 2], [4, 5]), firstNumber: 3 }],
  ['{ .py hl_lines="2" }', { lines: lines('mark', [2, 2]) }],
  ['go {linenos=true,hl_lines=[1,"3-4"],linenostart=9}', { lines: lines('mark', [1, 1], [3, 4]), firstNumber: 9 }],
  [
    'js highlight={1,2} focus={3} lines',
    { lines: [...lines('mark', [1, 1], [2, 2]), ...lines('focus', [3, 3])], firstNumber: 1 },
  ],
  ['js wrap', { wrap: true }],
  ['js wrap=false', undefined],
  ['js {5-2} {0}', undefined],
]

t.test('what stands behind the language of a fence says how its code is shown', async (t) => {
  for (const [info, view] of INFOS) t.strictSame(codeOf(`~~~${info}\na\n~~~\n`).view, view, info)
})

t.test('a fence of any length is read in linear time', async (t) => {
  const { view } = codeOf(`~~~js ${'{1} '.repeat(100_000)}${'"'.repeat(1000)}\na\n~~~\n`)
  t.equal(view?.lines?.length, 200)
})

t.test('comments behind code mark its lines, and leave its text', async (t) => {
  const code = codeOf(
    '```js\na() // [!code ++]\nb() # [!code --]\n// [!code highlight:2]\nc()\nd()\ne() {/* [!code focus] */}\nf() // [!code word:f]\n```\n',
  )
  t.equal(code.text, 'a()\nb()\nc()\nd()\ne()\nf()\n')
  t.strictSame(code.view, {
    lines: [...lines('ins', [1, 1]), ...lines('del', [2, 2]), ...lines('mark', [3, 4]), ...lines('focus', [5, 5])],
    words: [{ tone: 'mark', text: 'f' }],
  })
})

t.test('lines that the fence names are counted with the comments that go', async (t) => {
  const code = codeOf('```js {1,3}\na()\n// [!code highlight]\nb()\n```\n')
  t.equal(code.text, 'a()\nb()\n')
  t.strictSame(code.view, { lines: lines('mark', [1, 1], [2, 2], [2, 2]) })
})

t.test('Markdown that shows such comments keeps them', async (t) => {
  t.equal(codeOf('````md\n```js\na() // [!code ++]\n```\n````\n').text, '```js\na() // [!code ++]\n```\n')
})

t.test('comments of Docusaurus mark what follows them, or stands between them', async (t) => {
  const text =
    '// highlight-next-line\na()\n// error-start\nb()\nc()\n// error-end\nd() // highlight-start\n// highlight-end\n'
  const block: CodeBlock = { kind: 'code', language: 'js', title: null, text }
  takeLineComments(block, DOCUSAURUS_COMMENTS)
  t.equal(block.text, 'a()\nb()\nc()\nd() // highlight-start\n')
  t.strictSame(block.view, { lines: [...lines('mark', [1, 1]), { tone: 'error', from: 2, to: 3 }] })
})

t.test('lines that twoslash hides are left out of its code alone', async (t) => {
  const shown = (...lines: string[]): string => codeOf(['```ts twoslash', ...lines, '```'].join('\n')).text.trimEnd()
  t.equal(shown('import a', '// ---cut---', 'a()', '// ^?', 'b()', '// @noErrors', '//  ^^^'), 'a()\nb()')
  t.equal(shown('a', '// ---cut-before---', 'b', '// ---cut-before---', 'c'), 'c')
  t.equal(shown('a', '  // ---cut-start---', 'b', '  // ---cut-end---', 'c', '// ---cut-after---', 'd'), 'a\nc')
  t.equal(
    shown('// @filename: a.ts', '// @errors: 2322', 'a // @b', '// a note'),
    '// @filename: a.ts\na // @b\n// a note',
  )
  t.equal(codeOf('```ts\na\n// ---cut---\nb\n```').text.trimEnd(), 'a\n// ---cut---\nb')
})
