import t from 'tap'
import type { Inline } from '../../../../src/docs/model/page-model.ts'
import type { Formulas } from '../../../../src/docs/readers/markdown/code/formulas.ts'
import { readMarkdown } from '../../../../src/docs/readers/markdown/read-markdown.ts'

/** The text of a page with its formulas in angle brackets, those of a block doubled. */
function shown(markdown: string, formulas: Formulas | undefined, mdx: boolean): string {
  const inline = (content: readonly Inline[]): string =>
    content
      .map((part) => {
        if (typeof part === 'string') return part
        if (part.kind === 'math') return `‹${part.text}›`
        return part.kind === 'code' ? part.text : 'content' in part ? inline(part.content) : ''
      })
      .join('')
  const { blocks } = readMarkdown(markdown, { mdx, ...(formulas === undefined ? {} : { formulas }) })
  return blocks
    .map((block) => {
      if (block.kind === 'math') return `‹‹${block.text}››`
      if (block.kind === 'table') return block.rows.flat(2).map((cell) => ('content' in cell ? inline(cell.content) : '')).join(' / ') // prettier-ignore
      return 'content' in block ? inline(block.content) : ''
    })
    .join('\n')
}

t.test('formulas between dollars are those of remark-math', (t) => {
  // The right side is what remark-math 6 finds, in Markdown and in MDX.
  const cases: [string, string][] = [
    ['Let $\\frac{a}{b}$ and $x_{i}$', 'Let ‹\\frac{a}{b}› and ‹x_{i}›'],
    ['a \\$5 and $x$ b', 'a $5 and ‹x› b'],
    ['$a\\$ b$ c', '‹a\\› b$ c'],
    ['$$a$$ and $ b $', '‹a› and ‹b›'],
    ['$a\nb$ c', '‹a b› c'],
    ['$a $$ b$ c', '‹a $$ b› c'],
    ['$$a $ b$$ c', '‹a $ b› c'],
    ['$x < y$ and $\\{ x$ d', '‹x < y› and ‹\\{ x› d'],
    ['`$a$` and $`b`$', '$a$ and ‹`b`›'],
    ['*a $x* y$ b', '*a ‹x* y› b'],
    ['[a $x](b) y$](c)', 'a ‹x](b) y›'],
    ['US$5 a$b$c', 'US‹5 a›b$c'],
    ['# H $x_{1}$', 'H ‹x_{1}›'],
    ['$x', '$x'],
    ['| a | b |\n| - | - |\n| $x$ | $\\vert$ |', '‹x› / ‹\\vert›'],
    ['$$\nx < {y\n$$\n\nb', '‹‹x < {y››\nb'],
  ]
  for (const [written, expected] of cases) {
    for (const mdx of [true, false]) t.equal(shown(written, 'dollars', mdx), expected, `${written} ${mdx}`)
  }
  t.end()
})

t.test('two amounts of money are no formula, though remark-math makes one of them', (t) => {
  t.equal(shown('costs $25K of $50K and $x$', 'dollars', true), 'costs $25K of $50K and ‹x›')
  t.equal(shown('$3x^2 $ is one', 'dollars', true), '‹3x^2› is one')
  t.end()
})

t.test('tight dollars have no space at their ends and no digit behind', (t) => {
  const cases: [string, string][] = [
    ['$x_i$ and $ a $', '‹x_i› and $ a $'],
    ['$5 and $6', '$5 and $6'],
    ['\\$b$ and $c\\$d$', '$b$ and ‹c\\$d›'],
    ['$d$3', '$d$3'],
  ]
  for (const [written, expected] of cases) t.equal(shown(written, 'tight dollars', false), expected)
  t.end()
})

t.test('where dollars are no formulas, the braces of TeX between them are text in MDX too', (t) => {
  const written = 'Let $\\frac{a}{b}$ and $x_{i}$, at $\\{ x $, ${price} and ${price}, $$\\sqrt{2}$$'
  t.equal(
    shown(written, undefined, true),
    'Let $\\frac{a}{b}$ and $x_{i}$, at $\\{ x $, $ and $, ‹\\sqrt{2}›'.replace('\\{', '{'),
  )
  t.equal(shown('Let $\\frac{a}{b}$', undefined, false), 'Let $\\frac{a}{b}$')
  t.equal(shown('$$\na <b {c\n$$\n\n<b>{1}</b>', undefined, true), '‹‹a <b {c››\n')
  t.end()
})

t.test('a formula between double dollars may begin within a line and go on in the next ones', (t) => {
  for (const [written, text] of [
    ['A $$\na_{1} +\nb_{2}\n$$ tail.', 'a_{1} + b_{2}'],
    ['- item $$\n  x_{3} * y\n  $$ tail.', 'x_{3} * y'],
    ['> A $$d\n> e$$ tail.', 'd e'],
    [
      'A $$\n\\begin{aligned} x &= 1 \\\\\ny &= 2 \\end{aligned}\n$$ tail.',
      '\\begin{aligned} x &= 1 \\\\ y &= 2 \\end{aligned}',
    ],
  ] as const) {
    const lines = JSON.stringify(readMarkdown(`${written}\n`, { mdx: false }).blocks)
    t.match(lines, JSON.stringify({ kind: 'math', text }), written)
    t.match(lines, ' tail.', written)
  }
  const apart = JSON.stringify(readMarkdown('A $$ b\n\nc $$ d\n', { mdx: false }).blocks)
  t.notMatch(apart, '"math"', 'no formula goes on behind a blank line')
  t.end()
})
