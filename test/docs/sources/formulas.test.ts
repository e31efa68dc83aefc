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

const PASSED = `# A

Let \\(a^*=x-b^*\\) and \\(c_1 +
c_2\\) be, and \`\\(code\\)\`, \\\\(text\\\\), not \\(open.

\\[
x_1 &= y \\\\
\\text{a *b* c}
\\]

- In an item: \\[ \\frac{a}{b} \\] and \\(\\{x\\}\\) behind

| \\(t_1\\) | b |
| --- | --- |
| \\(t_2\\) | $5 or $6 |

\\[ x \\]
`

t.test('formulas of Hugo stand between the signs that its configuration passes through', async (t) => {
  const toml = "[markup.goldmark.extensions.passthrough]\nenable = true\n[markup.goldmark.extensions.passthrough.delimiters]\nblock = [['\\[', '\\]'], ['$$', '$$']]\ninline = [['\\(', '\\)']]\n" // prettier-ignore
  const configurations = {
    'hugo.toml': toml,
    'config/_default/markup.yaml': 'goldmark:\n  extensions:\n    passthrough:\n      enable: true\n      delimiters:\n        block: [["\\\\[", "\\\\]"], [$$, $$]]\n        inline: [["\\\\(", "\\\\)"]]\n', // prettier-ignore
    'hugo.json': '{ "markup": { "goldmark": { "extensions": { "passthrough": { "enable": true, "delimiters": { "block": [["\\\\[", "\\\\]"]], "inline": [["\\\\(", "\\\\)"]] } } } } } }', // prettier-ignore
  }
  for (const [file, text] of Object.entries(configurations)) {
    const files = { 'hugo.toml': 'title = "T"', [file]: text, 'content/a.md': PASSED }
    if (file === 'hugo.json') Reflect.deleteProperty(files, 'hugo.toml')
    const { blockLines, markdown } = pageOf(await readFiles(t, files), 'en', 'a')
    const formulas = Array.from(blockLines.matchAll(/"kind":"math","text":"((?:[^"\\]|\\.)*)"/g), ([, tex = '']) => JSON.parse(`"${tex}"`)) // prettier-ignore
    t.strictSame(
      formulas,
      ['a^*=x-b^*', 'c_1 + c_2', 'x_1 &= y \\\\\n\\text{a *b* c}', '\\frac{a}{b}', '\\{x\\}', 't_1', 't_2', 'x'],
      file,
    )
    t.match(markdown, '`\\(code\\)`, \\\\(text\\\\), not (open.')
    t.match(markdown, '| $5 or $6 |')
  }
  const off = { 'hugo.toml': toml.replace('enable = true', 'enable = false'), 'content/a.md': PASSED }
  t.notMatch(pageOf(await readFiles(t, off), 'en', 'a').blockLines, '"math"')
})

t.test('a dollar is a sign of formulas in Hugo where its configuration names it', async (t) => {
  const hugo = "[markup.goldmark.extensions.passthrough]\nenable = true\n[markup.goldmark.extensions.passthrough.delimiters]\nblock = [['$$', '$$'], ['\\begin{equation}', '\\end{equation}']]\ninline = [['$', '$'], ['@@', '@@']]\n" // prettier-ignore
  const page = '# A\n\nLet $a_1$ be $$b$$ @@c@@.\n\n\\begin{equation}\nd\n\\end{equation}\n'
  const { markdown } = pageOf(await readFiles(t, { 'hugo.toml': hugo, 'content/a.md': page }), 'en', 'a')
  t.match(markdown, 'Let $a_1$ be $b$ @@c@@.\n\n$$\nd\n$$\n')
})

t.test('formulas of mdBook are what MathJax reads of a page, where the book has it', async (t) => {
  const page =
    '# A\n\nLet \\\\( \\int x dx = \\frac{x^2}{2} + C \\\\) and \\\\( a_1 +\n\\\\{ b_2 \\\\} \\\\) be, $$ c $$.\n\n' +
    '\\\\[ \\mu = \\frac{1}{N} \\sum_{i=0} x_i \\\\]\n\n> \\\\[\n> \\begin{matrix} a & b \\\\\\\\ c & d \\end{matrix}\n> \\\\]\n\n`\\\\(code\\\\)` \\(text\\)\n'
  const files = { 'book.toml': '[output.html]\nmathjax-support = true\n', 'src/SUMMARY.md': '- [A](a.md)\n', 'src/a.md': page } // prettier-ignore
  const { blockLines, markdown } = pageOf(await readFiles(t, files), 'en', 'a')
  t.match(markdown, 'Let $\\int x dx = \\frac{x^2}{2} + C$ and $a_1 + \\{ b_2 \\}$ be, $c$.')
  t.match(markdown, '$$\n\\mu = \\frac{1}{N} \\sum_{i=0} x_i\n$$')
  t.match(blockLines, '"text":"\\\\begin{matrix} a & b \\\\\\\\ c & d \\\\end{matrix}"')
  t.match(markdown, '`\\\\(code\\\\)` (text)')
  const off = { ...files, 'book.toml': '[output.html]\n' }
  t.notMatch(pageOf(await readFiles(t, off), 'en', 'a').markdown, '$\\int')
})
