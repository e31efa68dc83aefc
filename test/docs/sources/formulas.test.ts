import t, { type Test } from 'tap'
import type { Files } from '../../support/content-tree.ts'
import { faultsOf, pageOf, readFiles, textOf } from './pages-of.ts'

const WRITTEN = 'Let $\\frac{a}{b}$ and $x_{i}$ be in $\\mathbb{R}^{n}$, where $\\left\\{ x < y \\right.$ holds.'
const SEARCHED = 'Let \\frac{a}{b} and x_{i} be in \\mathbb{R}^{n}, where \\left\\{ x < y \\right. holds.'

/** Sites whose configuration switches formulas on, and the path of their page. */
const SITES: Readonly<Record<string, readonly [path: string, files: Files]>> = {
  'docusaurus, imported': ['docs/a', { 'docusaurus.config.js': "import math from 'remark-math'\nexport default { presets: [['classic', { docs: { remarkPlugins: [math] } }]] }", 'docs/a.md': '' }], // prettier-ignore
  'docusaurus, required': ['docs/a', { 'docusaurus.config.js': "module.exports = { presets: [['classic', { docs: { remarkPlugins: [require('remark-math')] } }]] }", 'docs/a.md': '' }], // prettier-ignore
  'docusaurus, awaited': ['docs/a', { 'docusaurus.config.js': "module.exports = async () => {\n  const math = (await import('remark-math')).default\n  return { presets: [['classic', { docs: { remarkPlugins: [math] } }]] }\n}", 'docs/a.mdx': '' }], // prettier-ignore
  nextra: ['a', { 'next.config.mjs': "import nextra from 'nextra'\nexport default nextra({\n  latex: true\n})()", 'pages/a.mdx': '' }], // prettier-ignore
  'nextra with a renderer': ['a', { 'next.config.mjs': "import nextra from 'nextra'\nexport default nextra({ latex: { renderer: 'mathjax' } })()", 'content/a.mdx': '', 'app/layout.jsx': '' }], // prettier-ignore
  fumadocs: ['docs/a', { 'source.config.ts': "import { defineDocs, defineConfig } from 'fumadocs-mdx/config'\nimport remarkMath from 'remark-math'\nexport const docs = defineDocs({ dir: 'content/docs' })\nexport default defineConfig({ mdxOptions: { remarkPlugins: [remarkMath] } })", 'content/docs/a.mdx': '' }], // prettier-ignore
  starlight: ['a', { 'astro.config.mjs': "import starlight from '@astrojs/starlight'\nimport remarkMath from 'remark-math'\nexport default { integrations: [starlight({ title: 'S' })], markdown: { remarkPlugins: [remarkMath] } }", 'src/content/docs/a.md': '' }], // prettier-ignore
  mintlify: ['a', { 'docs.json': '{ "name": "M", "navigation": { "pages": ["a"] } }', 'a.mdx': '' }],
}

/** The site with a text in its page. */
function withText(files: Files, text: string): Files {
  return Object.fromEntries(Object.entries(files).map(([file, content]) => [file, content === '' ? `# A\n\n${text}\n` : content])) // prettier-ignore
}

for (const [name, [path, files]] of Object.entries(SITES)) {
  t.test(`${name}: formulas between single dollars come whole into Markdown and search`, async (t) => {
    const content = await readFiles(t, withText(files, WRITTEN))
    t.match(pageOf(content, 'en', path).markdown, WRITTEN)
    t.match(textOf(content, 'en', path), SEARCHED)
    t.strictSame(faultsOf(content), [])
  })
}

t.test('formulas of VitePress are on by its own option, and their braces are no expressions of Vue', async (t) => {
  const page = `# A

Let $x_{i} * y$ and $\\frac{{a}}{b}$ cost $5 or $6, in {{ 1 + 1 }} lines.

$$
\\frac{{a}}{b}
$$

\`\`\`
$$
\`\`\`

{{ 2 + 2 }}
`
  const on = { '.vitepress/config.js': 'export default { markdown: { math: true } }', 'a.md': page }
  const content = await readFiles(t, on)
  const { blockLines, markdown } = pageOf(content, 'en', 'a')
  t.match(blockLines, '{"kind":"math","text":"x_{i} * y"}')
  t.match(blockLines, '{"kind":"math","text":"\\\\frac{{a}}{b}"}')
  t.match(markdown, '$\\frac{{a}}{b}$ cost \\$5 or \\$6, in 2 lines.\n\n$$\n\\frac{{a}}{b}\n$$\n')
  t.match(markdown, '\n4\n')
  t.strictSame(faultsOf(content), [])
  const options = { ...on, '.vitepress/config.js': 'export default { markdown: { math: { tex: {} } } }' }
  t.equal(pageOf(await readFiles(t, options), 'en', 'a').markdown, markdown)
  const unknown = { '.vitepress/config.js': 'export default { markdown: { math: process.argv[2] } }', 'a.md': '# A\n' }
  t.strictSame(faultsOf(await readFiles(t, unknown)), ['.vitepress/config.js:1 unread_config'])
  const off = { '.vitepress/config.js': 'export default {}', 'a.md': 'From $x$ to $y$.\n' }
  t.equal(pageOf(await readFiles(t, off), 'en', 'a').markdown, 'From \\$x\\$ to \\$y\\$.\n')
})

async function markdownOf(t: Test, files: Files, path: string): Promise<string> {
  return pageOf(await readFiles(t, files), 'en', path).markdown
}

t.test('dollars are text where no configuration says otherwise, or it wants two of them', async (t) => {
  const page = { 'docs/a.mdx': '# A\n\nFrom $x$ to $y$, and $\\frac{a}{b}$.\n' }
  for (const config of [
    'export default {}',
    "// import math from 'remark-math'\nexport default {}",
    "import math from 'remark-math'\nexport default { presets: [['classic', { docs: { remarkPlugins: [[math, { singleDollarTextMath: false }]] } }]] }",
  ]) {
    const markdown = await markdownOf(t, { 'docusaurus.config.js': config, ...page }, 'docs/a')
    t.match(markdown, 'From \\$x\\$ to \\$y\\$, and \\$\\frac{a}{b}\\$.', config)
  }
  t.equal(
    await markdownOf(t, { 'a.mdx': '---\ntitle: A\n---\nLet $\\frac{a}{b}$.\n' }, 'a'),
    'Let \\$\\frac{a}{b}\\$.\n',
  )
})
