import t from 'tap'
import { readFiles } from './pages-of.ts'

/** Faults of a configuration as `file:line message`, shortened where they end alike. */
async function unread(t: Parameters<typeof readFiles>[0], files: Readonly<Record<string, string>>): Promise<string[]> {
  const { faults } = await readFiles(t, files)
  return faults.flatMap(({ code, file, line, message }) => {
    const shown = message.replace(' is made by a program, which is not run, and is left out', '')
    return code === 'unread_config' ? [`${file}:${line} ${shown}`] : []
  })
}

t.test('members that VitePress pages would show and that a program makes are told, with their lines', async (t) => {
  const files = {
    '.vitepress/config.js': `import { shared } from './shared'
export default {
  title: name(),
  transformHead(context) {},
  ...later(),
  themeConfig: {
    search: searchOptions(),
    nav: [{ text: 'A', link: address() }],
    sidebar: {
      '/a/': made(),
      '/': [
        { text: 'One', link: '/one', collapsed: isDev() },
        ...more(),
        shared,
      ],
    },
  },
}`,
    '.vitepress/shared.js': `export const shared = {\n  text: title(), link: '/two' }`,
    'one.md': '# One\n',
    'two.md': '# Two\n',
  }
  t.strictSame(await unread(t, files), [
    '.vitepress/config.js:3 title',
    '.vitepress/config.js:5 what is spread into the configuration',
    '.vitepress/config.js:8 themeConfig.nav[0].link',
    '.vitepress/config.js:10 themeConfig.sidebar["/a/"]',
    '.vitepress/config.js:13 themeConfig.sidebar["/"][1]',
    '.vitepress/shared.js:2 themeConfig.sidebar["/"][2].text',
  ])
})

t.test('a sidebar that a plugin makes of its options is told', async (t) => {
  const files = {
    '.vitepress/config.js': `export default { themeConfig: {\n  sidebar: generateSidebar({ documentRootPath: '/docs' }) } }`,
    'one.md': '# One\n',
  }
  t.strictSame(await unread(t, files), [
    '.vitepress/config.js:2 themeConfig.sidebar names no page that can be read, so pages are in the order of their folders',
  ])
})

t.test('so are members of Docusaurus and Starlight', async (t) => {
  const docusaurus = {
    'docusaurus.config.js': `export default {
  title: name(),
  presets: [['classic', { docs: { sidebarPath: './sidebars.js',
    routeBasePath: route() }, theme: {} }]],
  customFields: custom(),
}`,
    'sidebars.js': `module.exports = { docs: ['a', { type: 'category', label: label(),\n  items: [...listed()] }] }`,
    'docs/a.md': '# A\n',
  }
  t.strictSame(await unread(t, docusaurus), [
    'docusaurus.config.js:2 title',
    'docusaurus.config.js:4 presets[0][1].docs.routeBasePath',
    'sidebars.js:1 docs[1].label',
    'sidebars.js:2 docs[1].items[0]',
  ])
  const starlight = {
    'astro.config.mjs': `export default { integrations: [starlight({ title: 'Lamp', sidebar: [
  { label: 'A', items: list() },
], plugins: plugins() })] }`,
    'src/content/docs/index.md': '---\ntitle: Home\n---\n',
  }
  t.strictSame(await unread(t, starlight), ['astro.config.mjs:2 sidebar[0].items'])
})

t.test('files that order and explain content of Signpost are told where they have no effect', async (t) => {
  const meta = '{ "title": "Lamps", "pages": ["b", "a"] }'
  const files = {
    '.vitepress/config.js': 'export default {}',
    'guide/a.md': '# A\n',
    'guide/b.md': '# B\n',
    'guide/meta.json': meta,
    'meta.json': '{ "version": 3 }',
    'synonyms.json': '{ "groups": [["lamp", "light"]] }',
    'data/meta.json': meta,
  }
  t.strictSame(await unread(t, files), [
    'guide/meta.json:1 meta.json has no effect in sources of the kind vitepress, which have their own order and titles',
    'synonyms.json:1 synonyms.json has no effect in sources of the kind vitepress',
  ])
  const fumadocs = {
    'source.config.ts': `import { defineDocs } from 'fumadocs-mdx/config'\nexport const docs = defineDocs({ dir: 'content/docs' })`,
    'content/docs/meta.json': meta,
    'content/docs/a.mdx': '---\ntitle: A\n---\n',
  }
  t.strictSame(await unread(t, fumadocs), [], 'those of Fumadocs are its own')
})
