import t from 'tap'
import { faultsOf, pageOf, readFiles } from './pages-of.ts'

const PARTS = {
  'p/plain.md': 'Plain first.\nPlain *last*.\n',
  'p/x.md': 'cell text\n',
  'p/rows.md': '| 3 | 4 |\n| 5 | 6 |\n',
  'p/two.md': 'One.\n\n- item\n',
  'p/nested/outer.md': 'Outer <!--@include: ./inner.md--> done.\n',
  'p/nested/inner.md': 'inner [link](./page.md)\n',
  'p/code.md': '```md\n<!--@include: ./x.md-->\n```\n',
}

t.test('an inclusion stands anywhere in a line, a heading, a list, a quotation and a table', async (t) => {
  const content = await readFiles(t, {
    '.vitepress/config.js': `export default { srcExclude: ['p/**'] }`,
    ...PARTS,
    'page.md': `# Page <!--@include: ./p/x.md-->

Inline <!--@include: ./p/plain.md--> tail.

| a | b |
| --- | --- |
| <!--@include: ./p/x.md--> | y |
<!--@include: ./p/rows.md-->

- first
- <!--@include: ./p/plain.md-->
  <!--@include: ./p/two.md-->

> Said: <!--@include: ./p/x.md-->

Deep <!--@include: ./p/nested/outer.md-->

Before <!--@include: ./p/two.md--> after

::: tip <!--@include: ./p/x.md-->
<!--@include: ./p/code.md-->
:::
`,
  })
  const { markdown } = pageOf(content, 'en', 'page')
  for (const text of [
    '# Page cell text\n',
    'Inline Plain first. Plain *last*. tail.',
    /\| cell text +\| y +\|/,
    /\| 3 +\| 4 +\|\n\| 5 +\| 6 +\|/,
    '- Plain first. Plain *last*.\n\n  One.\n\n  - item',
    '> Said: cell text',
    /Deep Outer inner \[link\]\(.*page.*\) done\./,
    'Before One.\n\n- item after',
    '> [!TIP]\n> **cell text**',
    '<!--@include: ./x.md-->',
  ])
    t.match(markdown, text)
  t.strictSame(faultsOf(content), [])
})

t.test('an inclusion in code is code, and one of nothing is reported at its line', async (t) => {
  const content = await readFiles(t, {
    '.vitepress/config.js': `export default { srcExclude: ['p/**'] }`,
    ...PARTS,
    'code.ts': 'one()\ntwo()\n',
    'page.md': `# Page

\`<!--@include: ./p/x.md-->\` and \\\`<!--@include: ./p/x.md-->

<<< ./code.ts

<!-- <<< ./none.ts -->

<pre>
<!--@include: ./p/x.md-->
</pre>

A line with <!--@include: ./p/none.md--> in it.

<<< ./none.ts
`,
  })
  const { markdown } = pageOf(content, 'en', 'page')
  t.match(markdown, '`<!--@include: ./p/x.md-->`')
  t.match(markdown, '`cell text')
  t.match(markdown, 'A line with in it.')
  t.strictSame(faultsOf(content), ['page.md:13 unresolved_include', 'page.md:15 unresolved_include'])
})
