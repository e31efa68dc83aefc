import { readdir } from 'node:fs/promises'
import t, { type Test } from 'tap'
import { censusLine } from '../../src/docs/census/census-line.ts'
import { readContent } from '../../src/docs/read-content.ts'
import type { Content } from '../../src/docs/content.ts'
import { contentTree } from '../support/content-tree.ts'

interface Taken {
  readonly content: Content
  readonly line: string
  /** What became of each file. */
  readonly rows: Record<string, string>
}

/** Reads a folder, and asserts that its rows are its files. */
async function take(t: Test, files: Record<string, string>): Promise<Taken> {
  const folder = await contentTree(t, files)
  const content = await readContent(folder)
  const rows = new Map(content.reports.flatMap((report) => [...report.rows]))
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = found
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => `${parentPath.slice(folder.length + 1)}/${name}`.replace(/^\//, ''))
    .filter((name) => !/(?:^|\/)(?:\.|node_modules\/)/.test(name))
  t.strictSame([...rows.keys()].filter((name) => !name.endsWith('/')).toSorted(), names.toSorted())
  const words = [...rows].map(([file, row]) => [file, 'why' in row ? `${row.as}: ${row.why}` : row.as])
  return { content, line: censusLine(content), rows: Object.fromEntries(words) as Record<string, string> }
}

t.test('every file has one row', async (t) => {
  const { rows } = await take(t, {
    'README.md': '# Home\n\n![a](a.png)\n',
    'draft.md': '---\ndraft: true\n---\n# Draft\n',
    'a.png': 'x',
    'package.json': '{}',
    'demo.html': '<p>x</p>',
    'src/main.c': 'int main;',
    'docs/guide.rst': 'Guide\n=====\n',
    'node_modules/x/README.md': '# X',
    '.git/config': 'x',
  })
  t.strictSame(rows, {
    'README.md': 'page',
    'a.png': 'asset',
    'demo.html': 'left out: HTML beside Markdown',
    'docs/guide.rst': 'not read: .rst',
    'draft.md': 'left out: a draft',
    'package.json': 'configuration',
    'src/main.c': 'left out: of a type that is no documentation',
    'node_modules/': 'left out: a folder of programs',
  })
})

const KINDS: Readonly<Record<string, readonly [files: Record<string, string>, line: RegExp]>> = {
  Sphinx: [
    { 'docs/conf.py': '', 'docs/index.rst': 'x', 'docs/a.rst': 'x' },
    /^Read: 1 page \(1 en\), as folder\. Not read: 2 \.rst \(Sphinx: `pip install sphinx` with the theme and the extensions that `docs\/conf\.py` names, then `sphinx-build -b html docs docs\/_build\/html`, and point at `docs\/_build\/html`\)\.$/,
  ],
  'Sphinx with its packages listed': [
    {
      'docs/source/conf.py': '',
      'docs/source/index.rst': 'x',
      'docs/requirements.txt': 'furo\n',
      'requirements.txt': '',
    },
    /\(Sphinx: `pip install sphinx -r docs\/requirements\.txt && sphinx-build -b html docs\/source docs\/source\/_build\/html`/,
  ],
  'Sphinx with the packages of its documentation among others': [
    { 'doc/conf.py': '', 'doc/index.rst': 'x', 'requirements/docs.txt': 'furo\n', 'requirements.txt': '' },
    /\(Sphinx: `pip install sphinx -r requirements\/docs\.txt && sphinx-build /,
  ],
  'Sphinx in the root': [
    { 'conf.py': '', 'index.rst': 'x', 'requirements.txt': 'numpy\n' },
    /\(Sphinx: `pip install sphinx` with the theme .+ `conf\.py` names, then `sphinx-build -b html \. _build\/html`/,
  ],
  canvas: [
    { '.obsidian/app.json': '{}', 'Board.canvas': '{"nodes":[]}' },
    /Not read: 1 \.canvas \(Obsidian: export each /,
  ],
  bases: [
    { 'Books.base': 'views:\n  - type: table\n', 'Dockerfile.base': 'FROM x\n' },
    /Not read: 1 \.base \(Obsidian: /,
  ],
  Excalidraw: [{ 'a.excalidraw': '{}' }, /Not read: 1 \.excalidraw \(Excalidraw: /],
  'whiteboards of Logseq': [
    { 'logseq/config.edn': '{}', 'whiteboards/a.edn': '{}' },
    /Not read: 1 whiteboard \(Logseq: /,
  ],
  'blocks of Logseq': [
    {
      'logseq/config.edn': '{}',
      'pages/a.md': '- see ((64ba3c1e-1f2d-4c6b-9a55-0123456789ab))\n',
      'pages/b.md': '- b\n',
    },
    /Not read: 1 blocks of Logseq \(Logseq: export the graph as standard Markdown/,
  ],
  'pages of Logseq in Org': [
    { 'logseq/config.edn': '{}', 'pages/a.org': '* a' },
    /Not read: 1 \.org \(Logseq: export /,
  ],
  'MyST of Sphinx': [
    { 'docs/conf.py': '', 'docs/index.md': '# A\n\n```{toctree}\na\n```\n' },
    /Not read: 1 MyST in Markdown \(Sphinx: .+`sphinx-build/,
  ],
  Antora: [
    { 'antora-playbook.yml': '', 'docs/antora.yml': '', 'docs/modules/ROOT/pages/index.adoc': '= A' },
    /Not read: 1 \.adoc \(Antora: `npx antora antora-playbook\.yml`, and point at `build\/site`\)/,
  ],
  AsciiDoc: [{ 'docs/a.asciidoc': '= A' }, /Not read: 1 \.adoc \(AsciiDoc: `asciidoctor /],
  notebooks: [{ 'a.ipynb': '{}' }, /Not read: 1 \.ipynb \(Jupyter: `jupyter nbconvert/],
  'Jupyter Book': [{ 'book/_config.yml': '', 'book/_toc.yml': '', 'book/a.ipynb': '{}' }, /`jupyter-book build book`/],
  'MyST Markdown': [{ 'myst.yml': '', 'a.md': '# A\n\n{ref}`b`\n' }, /1 MyST in Markdown \(MyST: `npx mystmd build/],
  Quarto: [{ 'site/_quarto.yml': '', 'site/a.qmd': '# A' }, /Not read: 1 \.qmd \(Quarto: `quarto render site`/],
  OpenAPI: [{ 'openapi.yaml': 'openapi: 3.1.0\n' }, /Not read: 1 OpenAPI \(/],
  Swagger: [{ 'api/swagger.json': '{\n  "swagger": "2.0"\n}' }, /Not read: 1 OpenAPI \(/],
  Jekyll: [
    {
      '_config.yml': '',
      '404.html': '<p>no</p>',
      '_includes/x.html': '<p>{{ a }}</p>',
      'docs/a.md': '# A\n\n{% link b.md %}',
    },
    /^Read: 2 pages \(2 en\), as folder\. Not read: 1 Liquid in Markdown \(Jekyll: `bundle exec jekyll build`/,
  ],
  'Jekyll in a folder': [
    { 'site/_config.yml': '', 'site/index.md': '# A\n\n{% link b.md %}' },
    /\(Jekyll: `cd site && bundle exec jekyll build`, and point at `site\/_site`\)/,
  ],
  'MyST Markdown in a folder': [
    { 'docs/guide/myst.yml': '', 'docs/guide/a.md': '# A\n\n{ref}`b`\n' },
    /\(MyST: `cd docs\/guide && npx mystmd build --html`, and point at `docs\/guide\/_build\/html`\)/,
  ],
  'Eleventy in a folder': [
    { 'www/eleventy.config.js': '', 'www/a.md': '# A\n\n{{ b }}\n' },
    /\(Eleventy: `cd www && npx @11ty\/eleventy`, and point at `www\/_site`\)/,
  ],
  Org: [{ 'notes.org': '* A' }, /Not read: 1 \.org \(Org: /],
}

for (const [name, [files, line]] of Object.entries(KINDS)) {
  t.test(`what is not read of ${name} is named and counted, with what to do`, async (t) => {
    const taken = await take(t, { 'README.md': '# Home\n', ...files })
    t.match(taken.line, line)
    const faults = taken.content.faults.filter(({ code }) => code === 'unread_format')
    t.equal(faults.length, 1)
  })
}

t.test('what site.yaml excludes is left out, and is no fault', async (t) => {
  const { content, rows } = await take(t, {
    'site.yaml': "sources: [{ folder: '.', exclude: ['**/*.rst'] }]\n",
    'README.md': '# Home\n',
    'a.rst': 'x',
  })
  t.equal(rows['a.rst'], 'left out: excluded by site.yaml')
  t.strictSame(content.faults, [])
})

t.test('other formats outside of the folders of a generator are left out as its pages would be', async (t) => {
  const { rows } = await take(t, {
    'mkdocs.yml': 'site_name: A\n',
    'docs/index.md': '# A\n',
    'docs/b.rst': 'x',
    'CHANGES.rst': 'x',
  })
  t.match(rows, { 'docs/b.rst': 'not read: .rst', 'CHANGES.rst': 'left out: outside of the documentation' })
})

t.test('content with nothing that is read says what it has', async (t) => {
  const sphinx = { 'docs/conf.py': '', 'docs/index.rst': 'x', 'docs/a.rst': 'x' }
  t.match((await take(t, sphinx)).line, /^Read: 0 pages, .+ Not read: 2 \.rst \(Sphinx: /)
  const folder = await contentTree(t, { 'doc/conf.py': '', 'doc/index.rst': 'x', 'doc/a.rst': 'x' })
  const remedy = /Not read: 2 \.rst \(Sphinx: .+`sphinx-build -b html doc doc\/_build\/html`/
  await t.rejects(readContent(folder), { message: remedy })
})

t.test('a folder is what most of its pages are', async (t) => {
  const kindOf = async (files: Record<string, string>): Promise<string | undefined> =>
    (await take(t, files)).content.reports[0]?.kind
  const page = '<title>A</title><main><p>Some text of the page.</p></main>'
  const pages = { 'docs/a.md': '# A\n', 'docs/b.md': '# B\n' }
  t.equal(await kindOf({ 'index.html': page, 'README.md': '# Demo\n', ...pages }), 'folder', 'a demo')
  t.equal(await kindOf({ '404.html': page, 'README.md': '# Demo\n' }), 'folder', 'a page for what is not found')
  t.equal(await kindOf({ 'index.html': '<script>window.$docsify = {}</script>', 'README.md': '# Demo\n' }), 'folder')
  t.equal(await kindOf({ 'index.html': page, 'a/index.html': page, 'README.md': '# Built\n' }), 'html', 'a built site')
  t.equal(await kindOf({ 'index.html': page, 'index.md': '# Twin\n' }), 'html', 'a built site with Markdown for agents')
  t.equal(await kindOf({ 'README.md': '# A\n', 'templates/a.html': page, 'templates/b.html': page }), 'folder')
})

t.test('a built site may be a folder for each language, and languages that are not served are counted', async (t) => {
  const page = '<title>A</title><main><p>Some text of the page.</p></main>'
  const { content, rows } = await take(t, {
    'en-US/index.html': page,
    'de-DE/index.html': page,
    'de-DE/a.html': page,
    'ko-KR/index.html': page,
  })
  t.strictSame([...content.locales].map(([locale, { pages }]) => [locale, pages.length]), [['en', 1], ['ko', 1]]) // prettier-ignore
  t.equal(rows['de-DE/a.html'], 'left out: other_language')
  t.strictSame(content.reports[0]?.languages, new Map([['de-DE', 2]]))
})

t.test('folders of other documentation are no languages, and those with Markdown are named as such', async (t) => {
  const sphinx = { 'docs/conf.py': '', 'docs/index.rst': 'x', 'docs/guide/use.rst': 'x', 'README.rst': 'x' }
  const codes = ({ content }: Taken): string[] => content.faults.map(({ code, file }) => `${file} ${code}`)
  t.strictSame(codes(await take(t, sphinx)), ['README.rst unread_format'])
  const folder = await contentTree(t, {
    'site.yaml': 'sources: [{ folder: ., kind: markdown }]\n',
    'docs/fr/a.md': '# A\n',
    ...sphinx,
  })
  const { faults } = await readContent(folder)
  t.strictSame(
    faults.filter(({ code }) => code === 'unknown_locale').map(({ file }) => file),
    ['docs/fr'],
  )
})

t.test('pages of Sphinx named .txt are counted, and builders of plain Markdown are named once', async (t) => {
  const sphinx = await take(t, {
    'README.md': '# A\n',
    'docs/conf.py': 'x = 1\nsource_suffix = ".txt"\n',
    'docs/index.txt': 'A',
  })
  t.match(sphinx.line, /Not read: 1 \.txt \(Sphinx:/)
  t.strictSame(
    sphinx.content.faults.map(({ code }) => code),
    ['unread_format'],
  )
  const gatsby = await take(t, { 'README.md': '# A\n', 'content/a.md': '# A\n', 'gatsby-config.js': '' })
  t.match(gatsby.content.faults, [
    { file: 'gatsby-config.js', code: 'unread_config', message: /2 pages.*npx gatsby build/ },
  ])
})
