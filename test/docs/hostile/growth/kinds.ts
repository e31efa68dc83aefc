import type { Files } from '../../../support/content-tree.ts'

/** A kind of sources with everything switched on that reads the texts of pages. */
export interface Kind {
  readonly name: string
  /** Files of a site whose configuration has this text as a title. */
  readonly site: (title: string) => Files
  /** Path of a page. */
  readonly page: (name: string) => string
  /** What stands around the text of a page; nothing for Markdown. */
  readonly around?: readonly [before: string, after: string]
}

/** A text within quotation marks of JSON, which YAML, TOML and JavaScript read alike. */
const quoted = JSON.stringify

const MKDOCS = `markdown_extensions: [pymdownx.snippets, extra, pymdownx.critic, pymdownx.mark, pymdownx.caret, pymdownx.tilde,
  pymdownx.keys, pymdownx.emoji, pymdownx.details, pymdownx.tabbed, mdx_include, markdown_include_variants, toc, admonition, def_list]
plugins: [macros, autorefs, mkdocstrings]
`
const SHORTCODE = `{{ replace .Inner "a<i\n>" "aaaaa" }}{{ .Get 0 | markdownify }}{{ with .Get "title" }}{{ . | upper }}{{ end }}`

export const KINDS: readonly Kind[] = [
  { name: 'markdown', site: () => ({}), page: (name) => `docs/en/${name}.md` },
  { name: 'mdx', site: () => ({}), page: (name) => `docs/en/${name}.mdx` },
  {
    name: 'mkdocs',
    site: (title) => ({ 'mkdocs.yml': `site_name: ${quoted(title)}\n${MKDOCS}` }),
    page: (name) => `docs/${name}.md`,
  },
  {
    name: 'book',
    site: (title) => ({
      'SUMMARY.md': `# ${title}\n\n- [Home](README.md)\n- [P](p0.md)\n`,
      '.gitbook.yaml': 'root: ./\n',
      'README.md': '# A\n',
    }),
    page: (name) => `${name}.md`,
  },
  {
    name: 'mdbook',
    site: (title) => ({
      'book.toml': `[book]\ntitle = ${quoted(title)}\n`,
      'src/SUMMARY.md': '# S\n\n- [P](p0.md)\n',
    }),
    page: (name) => `src/${name}.md`,
  },
  {
    name: 'docusaurus',
    site: (title) => ({
      'docusaurus.config.js': `export default { title: ${quoted(title)}, presets: [['classic', { docs: {} }]], markdown: { mermaid: true } }\n`,
    }),
    page: (name) => `docs/${name}.mdx`,
  },
  {
    name: 'vitepress',
    site: (title) => ({
      '.vitepress/config.mts': `export default { title: ${quoted(title)}, markdown: { math: true } }\n`,
    }),
    page: (name) => `${name}.md`,
  },
  {
    name: 'hugo',
    site: (title) => ({
      'hugo.toml': `title = ${quoted(title)}\n[markup.goldmark.parser.attribute]\nblock = true\n`,
      'layouts/shortcodes/x.html': SHORTCODE.repeat(3),
    }),
    page: (name) => `content/${name}.md`,
  },
  {
    name: 'mintlify',
    site: (title) => ({ 'docs.json': `{ "name": ${quoted(title)}, "navigation": { "pages": ["p0"] } }\n` }),
    page: (name) => `${name}.mdx`,
  },
  {
    name: 'starlight',
    site: (title) => ({
      'astro.config.mjs': `export default { integrations: [starlight({ title: ${quoted(title)} })] }\n`,
    }),
    page: (name) => `src/content/docs/${name}.mdx`,
  },
  {
    name: 'fumadocs',
    site: (title) => ({
      'source.config.ts': `import { defineDocs } from 'fumadocs-mdx/config'\nexport const docs = defineDocs({ dir: 'content/docs' })\n`,
      'content/docs/meta.json': `{ "title": ${quoted(title)} }\n`,
    }),
    page: (name) => `content/docs/${name}.mdx`,
  },
  {
    name: 'nextra',
    site: (title) => ({
      'next.config.mjs': `import nextra from 'nextra'\nexport default nextra({})({})\n`,
      'content/_meta.js': `export default { index: ${quoted(title)} }\n`,
    }),
    page: (name) => `content/${name}.mdx`,
  },
  {
    name: 'nuxt',
    site: (title) => ({ 'nuxt.config.ts': `export default { app: { head: { title: ${quoted(title)} } } }\n` }),
    page: (name) => `content/${name}.md`,
  },
  {
    name: 'vault',
    site: (title) => ({
      '.obsidian/app.json': '{}\n',
      'N.md': `---\naliases: [${quoted(title)}]\n---\n\n# A\n\n![[M]]\n\nx ^b\n`,
      'M.md': `# ${title}\n\n${'[[N#A]] '.repeat(10)}\n\n![[N#^b]]\n`,
    }),
    page: (name) => `${name}.md`,
  },
  {
    name: 'wiki',
    site: (title) => ({
      'Home.md': `# ${title}\n\n[[N]]\n`,
      '_Sidebar.md': `- [[N]]\n- [[${title}|p0]]\n`,
      'N.md': '# A\n\n[[Home]]\n',
    }),
    page: (name) => `${name}.md`,
  },
  {
    name: 'html',
    site: () => ({}),
    page: (name) => `${name}.html`,
    around: [
      '<!doctype html><html lang="en"><head><title>T</title></head><body><main><h1>A</h1>\n',
      '\n</main></body></html>\n',
    ],
  },
]
