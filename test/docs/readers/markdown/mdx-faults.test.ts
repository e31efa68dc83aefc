import t from 'tap'
import { scanMdx } from '../../../../src/docs/readers/markdown/mdx/scan-mdx.ts'
import { readMarkdown } from '../../../../src/docs/readers/markdown/read-markdown.ts'

t.test('faults of MDX are found where they are', async (t) => {
  for (const [source = '', ...faults] of [
    ['a { b', 'stray_brace 2'],
    ['one {\n\ntwo}', 'stray_brace 4'],
    ['{\n\nfoo\n', 'stray_brace 0'],
    ['export const a = {\n\nb', 'stray_brace 0'],
    ['<A>\n\nb', 'unclosed_tag 0'],
    ['x\n</b>', 'unclosed_tag 2'],
    ['<a><b></a>', 'unclosed_tag 3'],
    ['x <div', 'unclosed_tag 2'],
    ['List<T> of', 'unclosed_tag 4'],
    ['<>a', 'unclosed_tag 0'],
    ['<!-- a', 'unclosed_tag 0'],
    ['<A></B></A> {', 'unclosed_tag 3', 'stray_brace 12'],
  ]) {
    t.same(
      scanMdx(source).faults.map(({ code, offset }) => `${code} ${offset}`),
      faults,
      source,
    )
    t.equal(readMarkdown(source, { mdx: true }).mdx, false)
  }
})

t.test('what is not a fault is not reported', async (t) => {
  for (const source of [
    '`{` and `<T>` and \\{ and \\<',
    '```\n{ <T>\n```',
    '> ~~~\n> {\n> ~~~',
    '- ```js\n  {\n  ```\n',
    "{\"}\"} {'{'} {`}`} {/* } it's */}",
    '<A b="{" c=\'<\' /> <br> <img src="x">',
    '<></> <a.b:c-d />',
    '[try](</play?code=a%20=>b>) <br />',
    '## Title {#id}',
    'one `two\n<three> four` five',
    '1. Call `go if you can.\n2. It is `<a thing>.<name>`, or `x`.',
    '> * Call `go.\n> * It is `<a thing>`, or `x`.',
    'x `y\n# `<a thing>` and `z`',
    '| a |\n| --- |\n| `b |\n| `<a thing>` or `c` |',
    'import {a} from "b"\n\n2 < 3, a <= b, <3, <https://x.y>',
    'a } b',
  ]) {
    t.same(scanMdx(source).faults, [], source)
  }
})

t.test('a page of nothing but faults reports the first ten', async (t) => {
  t.equal(scanMdx('<a>'.repeat(1000)).faults.length, 10)
})
