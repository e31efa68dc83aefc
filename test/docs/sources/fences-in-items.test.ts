import t from 'tap'
import { faultsOf, pageOf, readFiles, textOf } from './pages-of.ts'

const FENCE = '```'
/** An item whose first line is a fence, and one whose code shows what opens an item. */
const ITEM = `- ${FENCE} is code\n- ~~~ too\n\n- ${FENCE}sh\n  npm ci {{ msg }}\n  ${FENCE}\n\n1. > - ${FENCE}\n   >   - ${FENCE}\n   >   ${FENCE}\n`

for (const [kind, files, path, before] of [
  [
    'VitePress',
    {
      'docs/.vitepress/config.ts': 'export default { title: "L" }',
      'docs/page.md': `# P\n\n${ITEM}\n<!--@include: ./part.md-->\n`,
      'docs/part.md': 'Told **apart**.\n',
    },
    'page',
    'Told apart.',
  ],
  [
    'MkDocs',
    {
      'mkdocs.yml': 'site_name: L\nmarkdown_extensions: [admonition, pymdownx.superfences]',
      'docs/page.md': `# P\n\n${ITEM}\n!!! warning "Hot"\n    Told **apart**.\n`,
    },
    'page',
    'Hot\nTold apart.',
  ],
  [
    'Docusaurus',
    {
      'docusaurus.config.js': 'export default { presets: [["classic", { docs: { routeBasePath: "/" } }]] }',
      'docs/page.md': `import Part from './_part.mdx'\n\n# P\n\n${ITEM.replace('{{ msg }}', '')}\n<Part />\n`,
      'docs/_part.mdx': 'Told **apart**.\n',
    },
    'page',
    'Told apart.',
  ],
  [
    'Hugo',
    {
      'hugo.toml': 'title = "L"',
      'content/page.md': `# P\n\n${ITEM.split('\n\n')[1]}\n\n{{< details title="More" >}}\nTold **apart**.\n{{< /details >}}\n`,
    },
    'page',
    'More\nTold apart.',
  ],
] as const) {
  t.test(`${kind}: a fence behind the mark of an item is code, and what follows it is none`, async (t) => {
    const content = await readFiles(t, files)
    t.match(textOf(content, 'en', path), before)
    if (kind === 'VitePress') t.match(textOf(content, 'en', path), 'npm ci {{ msg }}')
    if (kind === 'Hugo') t.match(pageOf(content, 'en', path).markdown, '<details>')
    t.same(faultsOf(content), [])
  })
}
