import t from 'tap'
import { faultsOf, pageOf, readFiles, textOf } from './pages-of.ts'

/** What stands in an item of a list, in a quotation, in code and in a span of code. */
const everywhere = (text: string): string =>
  `# Page\n\n- Item\n\n${text.replace(/^/gm, '  ')}\n\n> Quoted\n>\n${text.replace(/^/gm, '> ')}\n\n\`\`\`\`md\n${text}\n\`\`\`\`\n`

t.test('code becomes what its generator shows within items and quotations, and not within other code', async (t) => {
  const content = await readFiles(t, {
    'site.yaml': ['docusaurus', 'fumadocs', 'mintlify', 'starlight']
      .map((name) => `  - folder: ${name}\n    mount: ${name}`)
      .join('\n')
      .replace(/^/, 'sources:\n'),
    'docusaurus/docusaurus.config.js': 'export default {}',
    'docusaurus/docs/page.mdx': everywhere('```bash npm2yarn\nnpm install a\n```'),
    'fumadocs/source.config.ts':
      "import { defineDocs } from 'fumadocs-mdx/config'\nexport const docs = defineDocs({})\n",
    'fumadocs/content/docs/page.mdx': everywhere('```package-install\na\n```\n\n```ts tab="Named"\nx()\n```'),
    'mintlify/docs.json': '{ "navigation": { "pages": ["page"] } }',
    'mintlify/page.mdx': everywhere('```js hello.js {1} lines\nx()\n```'),
    'starlight/astro.config.mjs':
      "import starlight from '@astrojs/starlight'\nexport default { integrations: [starlight({ title: 'S' })] }",
    'starlight/src/content/docs/page.mdx': everywhere('```js {3}\n// src/a.js\n\nx()\n```'),
  })
  const count = (path: string, pattern: RegExp): number =>
    [...pageOf(content, 'en', path).blockLines.matchAll(pattern)].length
  t.equal(count('docusaurus/docs/page', /"role":"tabs"/g), 2)
  t.equal(count('fumadocs/docs/page', /"role":"tabs"/g), 2)
  t.equal(count('fumadocs/docs/page', /"title":"Named"/g), 2)
  t.equal(count('mintlify/page', /"title":"hello\.js".*?"from":1/g), 2, 'with the lines that it marks')
  t.equal(count('starlight/page', /"title":"src\/a\.js","text":"x\(\)\\n".*?"from":1/g), 2)
})

t.test(
  'elements stand for what their kind knows, also over several lines and in an item, and not in code',
  async (t) => {
    const content = await readFiles(t, {
      'docusaurus.config.js': 'export default {}',
      'docs/all.mdx':
        '# All\n\n`<DocCardList />`\n\n```mdx\n<DocCardList />\n```\n\n- Item\n\n  <DocCardList\n    className="x"\n  />\n',
      'docs/one.md': 'One line\nof the title\n===\n',
      'docs/two.md': '```md\n# No title\n```\n\n# Two `b` {#two}\n',
    })
    const { markdown } = pageOf(content, 'en', 'docs/all')
    t.match(markdown, '`<DocCardList />`\n\n```mdx\n<DocCardList />\n```\n\n- Item')
    t.match(markdown, /\*\*\[One line of the title\]\(\/en\/docs\/one\)\*\*/)
    t.match(markdown, /\*\*\[Two b\]\(\/en\/docs\/two\)\*\*/)
    t.strictSame(faultsOf(content), [])
  },
)

t.test('an inclusion of Fumadocs has its own imports, and stands where it is written', async (t) => {
  const content = await readFiles(t, {
    'source.config.ts': "import { defineDocs } from 'fumadocs-mdx/config'\nexport const docs = defineDocs({})\n",
    'content/docs/page.mdx':
      '# Page\n\n`<include>./part.mdx</include>`\n\n- Item\n\n  <include>./deep/part.mdx</include>\n\nCode:\n\n<include meta=\'title="A"\'>\n  ./deep/a.yaml\n</include>\n\n<include>./gone.mdx</include>\n',
    'content/docs/deep/part.mdx':
      'import { own } from "./own.js"\n\n```md\n<include>./x.mdx</include>\n```\n\nA part of {own}, see [it](./part.mdx).\n',
    'content/docs/deep/own.js': 'export const own = "its own"',
    'content/docs/deep/a.yaml': '---\na: 1\n---\nb: 2\n',
  })
  const { markdown } = pageOf(content, 'en', 'docs/page')
  t.match(textOf(content, 'en', 'docs/page'), 'A part of its own, see it.')
  t.match(markdown, '```yaml title="A"\n---\na: 1\n---\nb: 2\n```')
  t.match(markdown, '`<include>./part.mdx</include>`')
  t.match(markdown, '<include>./x.mdx</include>')
  t.match(markdown, '](/en/docs/deep/part)')
  t.strictSame(faultsOf(content), ['content/docs/page.mdx:15 unresolved_include'])
})

t.test('titles of Nextra leave their ids to later headings, however they are marked', async (t) => {
  const content = await readFiles(t, {
    'next.config.mjs': "import nextra from 'nextra'",
    'content/page.mdx': 'Start\n===\n\n## Start\n\n> # Start\n\n# Other [#own]\n',
  })
  const ids = [...pageOf(content, 'en', 'page').blockLines.matchAll(/"id":"([^"]*)"/g)].map(([, id]) => id)
  t.strictSame(ids, ['_top', 'start', '_top-1', 'own'])
})

t.test('ids of Mintlify are made where an element is read, over several lines and never in code', async (t) => {
  const content = await readFiles(t, {
    'docs.json': '{ "navigation": { "pages": ["page"] } }',
    'page.mdx':
      '# Page\n\n`<Step title="Run">`\n\n<Steps>\n  <Step\n    title="Run"\n    icon="x"\n  >\n    First\n  </Step>\n  <Step title={"Run"}>Again</Step>\n  <Step title="Own" id="mine">Last</Step>\n</Steps>\n\n<ParamField\n  query="limit"\n  type="number"\n>\n  How many\n</ParamField>\n',
  })
  const anchors = [...pageOf(content, 'en', 'page').blockLines.matchAll(/"kind":"anchor","id":"([^"]*)"/g)]
  t.strictSame(
    anchors.map(([, id]) => id),
    ['run', 'run-2', 'mine', 'param-limit'],
  )
})
