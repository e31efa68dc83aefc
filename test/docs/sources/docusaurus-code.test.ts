import t from 'tap'
import { faultsOf, pageOf, readFiles } from './pages-of.ts'

t.test('code that stands in a component is code', async (t) => {
  const content = await readFiles(t, {
    'docusaurus.config.js': 'export default {}',
    'docs/page.mdx': `# Page

import CodeBlock from '@theme/CodeBlock'

<CodeBlock language="js" title="a.js">{\`
const a = '<b>'
const b = \\\`c\\\`
\`}</CodeBlock>

After.
`,
  })
  const { markdown } = pageOf(content, 'en', 'docs/page')
  t.match(markdown, '```js title="a.js"\nconst a = \'<b>\'\nconst b = `c`\n```\n\nAfter.')
  t.strictSame(faultsOf(content), [])
})

t.test('comments of which the configuration says that they mark lines are no part of code', async (t) => {
  const content = await readFiles(t, {
    'docusaurus.config.js': `export default { themeConfig: { prism: { magicComments: [
      { className: 'new', line: 'new-line', block: { start: 'new-start', end: 'new-end' } },
    ] } } }`,
    'docs/a.md': '# A\n\n```js\n// new-start\na()\n// new-end\n/* new-line */\nb() // new-line\n// other-line\n```\n',
  })
  t.match(pageOf(content, 'en', 'docs/a').markdown, '```js\na()\nb() // new-line\n// other-line\n```')
})

t.test('marks for a highlighter are no part of code', async (t) => {
  const content = await readFiles(t, {
    'docusaurus.config.js': 'module.exports = {}',
    'docs/page.md':
      '# Page\n\n```js\n// highlight-next-line\na()\n// highlight-start\nb() // highlight-start\n// highlight-end\n```\n\n```html\n<!-- highlight-next-line -->\n<p>\n```\n',
    'docs/part/index.md': '---\nid: index\n---\n# Part\n',
  })
  const { markdown } = pageOf(content, 'en', 'docs/page')
  t.match(markdown, '```js\na()\nb() // highlight-start\n```')
  t.match(markdown, '```html\n<p>\n```')
  t.equal(pageOf(content, 'en', 'docs/part').title, 'Part')
})
