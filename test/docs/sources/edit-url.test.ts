import t from 'tap'
import type { Content } from '../../../src/docs/content.ts'
import { pageAt } from './page-blocks.ts'
import { readFiles } from './pages-of.ts'

function editUrl(content: Content, path: string): string | undefined {
  return pageAt(content, path)?.editUrl
}

t.test('pages are edited where the configuration of their generator says', async (t) => {
  const vitepress = await readFiles(t, {
    '.vitepress/config.js': `export default { srcDir: 'docs', themeConfig: { editLink: { pattern: 'https://code.example/edit/main/docs/:path' } } }`,
    'docs/guide/a b.md': '# A',
  })
  t.equal(editUrl(vitepress, 'guide/a b'), 'https://code.example/edit/main/docs/guide/a%20b.md')
  const starlight = await readFiles(t, {
    'astro.config.mjs': `import starlight from '@astrojs/starlight'
export default { integrations: [starlight({ title: 'S', editLink: { baseUrl: 'https://code.example/edit/main/' } })] }`,
    'src/content/docs/guide.md': '---\ntitle: A\n---\n\nText',
  })
  t.equal(editUrl(starlight, 'guide'), 'https://code.example/edit/main/src/content/docs/guide.md')
  const docusaurus = await readFiles(t, {
    'docusaurus.config.js': `export default { presets: [['classic', { docs: { editUrl: 'https://code.example/tree/main/' } }]] }`,
    'docs/intro.md': '# A',
    'blog/2024-01-02-post.md': '# Post',
  })
  t.equal(editUrl(docusaurus, 'docs/intro'), 'https://code.example/tree/main/docs/intro.md')
  t.equal(editUrl(docusaurus, 'blog/2024/01/02/post'), undefined, 'each plugin has its own')
})

t.test('MkDocs makes the address of that of the repository', async (t) => {
  for (const [yaml, url] of [
    ['repo_url: https://github.com/a/b/', 'https://github.com/a/b/edit/master/docs/a.md'],
    ['repo_url: https://code.example/a/b', undefined],
    ['repo_url: https://code.example/a/b\nedit_uri: /edit/main/site/', 'https://code.example/a/b/edit/main/site/a.md'],
    ['repo_url: https://github.com/a/b\nedit_uri: ""', undefined],
    ['edit_uri: https://code.example/x/', 'https://code.example/x/a.md'],
    ['repo_url: https://github.com/a/b\nedit_uri: "?path=docs/"', undefined],
  ] as const) {
    const content = await readFiles(t, { 'mkdocs.yml': `site_name: S\n${yaml}\n`, 'docs/a.md': '# A' })
    t.equal(editUrl(content, 'a'), url, yaml)
  }
})

t.test('an address that is made by a program, or is none of the web, is left out', async (t) => {
  for (const pattern of ['({ filePath }) => filePath', `'javascript:alert(1)//:path'`, `'https://code.example/none'`]) {
    const content = await readFiles(t, {
      '.vitepress/config.js': `export default { themeConfig: { editLink: { pattern: ${pattern} } } }`,
      'a.md': '# A',
    })
    t.equal(editUrl(content, 'a'), undefined, pattern)
  }
})
