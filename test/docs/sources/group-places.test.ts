import t, { type Test } from 'tap'
import { faultsOf, outlineOf, readFiles } from './pages-of.ts'

/** Pages below a folder, whose titles are their paths. */
function pagesIn(folder: string, paths: readonly string[], title = (path: string) => path): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [`${folder}${path}.md`, `# ${title(path)}\n`]))
}

async function starlightOutline(t: Test, sidebar: unknown, paths: readonly string[]): Promise<string[]> {
  const content = await readFiles(t, {
    'astro.config.mjs': `import starlight from '@astrojs/starlight'
export default { integrations: [starlight({ title: 'T', sidebar: ${JSON.stringify(sidebar)} })] }`,
    ...Object.fromEntries(paths.map((path) => [`src/content/docs/${path}.md`, `---\ntitle: ${path}\n---\n`])),
  })
  return outlineOf(content)
}

async function mintlifyOutline(t: Test, pages: unknown, paths: readonly string[]): Promise<string[]> {
  const content = await readFiles(t, {
    'docs.json': JSON.stringify({ name: 'T', navigation: { groups: pages } }),
    ...Object.fromEntries(paths.map((path) => [`${path}.mdx`, `---\ntitle: ${path}\n---\n`])),
  })
  return outlineOf(content)
}

const DEEP = ['docs/guides/deep/a', 'docs/guides/deep/b']
const OTHER = ['docs/guides/other/a', 'docs/guides/other/b']
const DEEP_OUTLINE = [
  'Docs',
  '  docs/intro docs/intro',
  '  docs/guides docs/guides',
  '  > Deep',
  '    docs/guides/deep/a docs/guides/deep/a',
  '    docs/guides/deep/b docs/guides/deep/b',
  '  > Other',
  '    docs/guides/other/a docs/guides/other/a',
  '    docs/guides/other/b docs/guides/other/b',
]

t.test('a page in the folder around the pages of a group of Starlight stays beside the group', async (t) => {
  const sidebar = [
    {
      label: 'Docs',
      items: ['docs/intro', 'docs/guides', { label: 'Deep', items: DEEP }, { label: 'Other', items: OTHER }],
    },
  ]
  t.strictSame(await starlightOutline(t, sidebar, ['docs/intro', 'docs/guides', ...DEEP, ...OTHER]), DEEP_OUTLINE)
  const deep = ['guides/deep/a', 'guides/deep/b']
  t.strictSame(await starlightOutline(t, ['guides', { label: 'Deep', items: deep }], ['guides', ...deep]), [
    'guides',
    '  guides guides',
    'Deep',
    ...deep.map((path) => `  ${path} ${path}`),
  ])
})

t.test('a page in the folder around the pages of a group of VitePress stays beside the group', async (t) => {
  const links = (paths: readonly string[]) => paths.map((path) => ({ text: path, link: `/${path}` }))
  const items = [
    ...links(['docs/intro', 'docs/guides']),
    { text: 'Deep', items: links(DEEP) },
    { text: 'Other', items: links(OTHER) },
  ]
  const content = await readFiles(t, {
    '.vitepress/config.js': `export default { themeConfig: { sidebar: ${JSON.stringify([{ text: 'Docs', items }])} } }`,
    ...pagesIn('', ['docs/intro', 'docs/guides', ...DEEP, ...OTHER]),
  })
  t.strictSame(outlineOf(content), DEEP_OUTLINE)
})

t.test('a page in the folder around the pages of a part of a book stays outside of the part', async (t) => {
  const content = await readFiles(t, {
    '.gitbook.yaml': '',
    'SUMMARY.md': `# Summary

* [Guides](guides/README.md)
* [FAQ](faq.md)

## Deep

* [A](guides/deep/a.md)
* [B](guides/deep/b.md)
`,
    ...pagesIn('', ['guides/README', 'faq', 'guides/deep/a', 'guides/deep/b']),
  })
  t.strictSame(outlineOf(content), [
    'Guides',
    '  Guides guides',
    'FAQ',
    '  FAQ faq',
    'Deep',
    '  A guides/deep/a',
    '  B guides/deep/b',
  ])
})

t.test('no page of a group of Mintlify stands where another page or a group does', async (t) => {
  const start = ['introduction', 'get-started/introduction']
  t.strictSame(
    await mintlifyOutline(
      t,
      [
        { group: 'Get Started', pages: start },
        { group: 'H', pages: ['x/y', 'e'] },
      ],
      [...start, 'x/y', 'e'],
    ),
    ['Get Started', ...start.map((path) => `  ${path} ${path}`), 'H', '  x/y x/y', '  e e'],
  )
  const dashed = ['a/b-c', 'a-b/c']
  t.strictSame(
    await mintlifyOutline(
      t,
      [
        { group: 'G', pages: dashed },
        { group: 'H', pages: ['x/y', 'e'] },
      ],
      [...dashed, 'x/y', 'e'],
    ),
    ['G', ...dashed.map((path) => `  ${path} ${path}`), 'H', '  x/y x/y', '  e e'],
  )
})

for (const isFirst of [true, false]) {
  t.test(`a group of Mintlify stands ${isFirst ? 'below' : 'above'} a page of its name`, async (t) => {
    const inner = ['x/y', 'z/w']
    const inOrder = <Part>(...parts: Part[]): Part[] => (isFirst ? parts : parts.toReversed())
    const group = { group: 'Deploy', pages: inner }
    const nested = [
      { group: 'Guides', pages: [...inOrder<unknown>('deploy', group), 'q/r'] },
      { group: 'H', pages: ['e'] },
    ]
    t.strictSame(await mintlifyOutline(t, nested, ['deploy', ...inner, 'q/r', 'e']), [
      'Guides',
      ...inOrder(['  deploy deploy'], ['  > Deploy', '    x/y x/y', '    z/w z/w']).flat(),
      '  q/r q/r',
      'H',
      '  e e',
    ])
    const outer = inOrder<unknown>('quickstart', { group: 'Quickstart', pages: inner })
    t.strictSame(
      await mintlifyOutline(t, outer, ['quickstart', ...inner]),
      inOrder(['quickstart', '  quickstart quickstart'], ['Quickstart', '  x/y x/y', '  z/w z/w']).flat(),
    )
  })
}

t.test('a group within another one keeps its name beside a page that has its place', async (t) => {
  const pages = ['docs/a', 'docs/cli/index', 'docs/cli/run', 'docs/api/index', 'docs/api/get', 'e']
  const groups = [
    {
      group: 'Docs',
      pages: [
        'docs/a',
        { group: 'Command line', pages: ['docs/cli/index', 'docs/cli/run'] },
        { group: 'Interface', root: 'docs/api/index', pages: ['docs/api/get'] },
      ],
    },
    { group: 'H', pages: ['e'] },
  ]
  t.strictSame(await mintlifyOutline(t, groups, pages), [
    'Docs',
    '  docs/a docs/a',
    '  > Command line',
    '    docs/cli/index docs/cli',
    '    docs/cli/run docs/cli/run',
    '  > Interface',
    '    docs/api/index docs/api',
    '    docs/api/get docs/api/get',
    'H',
    '  e e',
  ])
})

t.test('entries of a navigation that lead to no page are reported at their lines', async (t) => {
  const mkdocs = {
    'mkdocs.yml':
      'site_name: M\nnav:\n  - index.md\n  - Group:\n      - a.md\n      - Gone: guide/gone.md\n      - https://x.example/\n',
    'docs/index.md': '# M\n',
    'docs/a.md': '# A\n',
  }
  t.strictSame(faultsOf(await readFiles(t, mkdocs)), ['mkdocs.yml:6 dead_link'])
  const made = { ...mkdocs, 'mkdocs.yml': `${mkdocs['mkdocs.yml']}plugins: [gen-files]\n` }
  t.strictSame(faultsOf(await readFiles(t, made)), [], 'a program may make the page')
  const vitepress = {
    '.vitepress/config.js': `export default { themeConfig: { sidebar: [
  { text: 'A', link: '/a' },
  { text: 'Gone', link: '/guide/gone' },
  { text: 'Elsewhere', link: 'https://x.example/' },
  { text: 'A file', link: '/file.pdf' },
] } }`,
    'a.md': '# A\n',
  }
  t.strictSame(faultsOf(await readFiles(t, vitepress)), ['.vitepress/config.js:3 dead_link'])
  const templates = await readFiles(t, { ...vitepress, 'guide/[name].md': '# {{ $params.name }}\n' })
  t.notOk(
    faultsOf(templates).some((fault) => fault.endsWith('dead_link')),
    'a program may make the page',
  )
  const mintlify = {
    'docs.json': '{ "navigation": { "pages": ["a",\n "guide/gone",\n "GET /x" ] } }',
    'a.mdx': '# A\n',
  }
  t.match(faultsOf(await readFiles(t, mintlify)), ['docs.json:1 unread_config', 'docs.json:2 dead_link'])
})
