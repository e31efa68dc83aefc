import t from 'tap'
import type { Content } from '../../src/docs/content.ts'
import { readContent } from '../../src/docs/read-content.ts'
import { contentTree, type Files } from '../support/content-tree.ts'
import { slowHtml, slowMarkdown } from '../support/slow-page.ts'

/** Processor time that the slow page takes many times, and the others a small part of. */
const DEADLINE = { pageDeadlineMs: 150 }

/** A site for each way of reading, with the file of the page that is too slow and of another beside it. */
const KINDS: Readonly<Record<string, { readonly files: Files; readonly slow: string; readonly other: string }>> = {
  'a folder of Markdown': { files: {}, slow: 'docs/en/slow.md', other: 'docs/en/other.md' },
  'a folder of MDX': { files: {}, slow: 'docs/en/slow.mdx', other: 'docs/en/other.mdx' },
  'a built site': { files: {}, slow: 'slow.html', other: 'other.html' },
  'plain folders': { files: { 'README.md': '# Home\n' }, slow: 'guide/slow.md', other: 'guide/other.md' },
  docusaurus: {
    files: { 'docusaurus.config.js': 'module.exports = { title: "T" }' },
    slow: 'docs/slow.mdx',
    other: 'docs/other.mdx',
  },
  vitepress: {
    files: { '.vitepress/config.js': 'export default { title: "T" }' },
    slow: 'slow.md',
    other: 'other.md',
  },
  hugo: { files: { 'hugo.toml': 'title = "T"' }, slow: 'content/slow.md', other: 'content/other.md' },
  mkdocs: { files: { 'mkdocs.yml': 'site_name: T\n' }, slow: 'docs/slow.md', other: 'docs/other.md' },
  starlight: {
    files: { 'astro.config.mjs': "export default { integrations: [starlight({ title: 'T' })] }" },
    slow: 'src/content/docs/slow.mdx',
    other: 'src/content/docs/other.mdx',
  },
  fumadocs: {
    files: {
      'source.config.ts':
        "import { defineDocs } from 'fumadocs-mdx/config'\nexport const docs = defineDocs({ dir: 'content/docs' })",
    },
    slow: 'content/docs/slow.mdx',
    other: 'content/docs/other.mdx',
  },
  nextra: {
    files: { 'next.config.mjs': "import nextra from 'nextra'\nexport default nextra({})" },
    slow: 'content/slow.mdx',
    other: 'content/other.mdx',
  },
  mintlify: {
    files: { 'docs.json': '{ "name": "T", "navigation": { "pages": ["slow", "other"] } }' },
    slow: 'slow.mdx',
    other: 'other.mdx',
  },
  gitbook: { files: { '.gitbook.yaml': 'root: ./' }, slow: 'slow.md', other: 'other.md' },
  mdbook: {
    files: { 'book.toml': '[book]\ntitle = "T"\n', 'src/SUMMARY.md': '- [Slow](slow.md)\n- [Other](other.md)\n' },
    slow: 'src/slow.md',
    other: 'src/other.md',
  },
}

function titles({ locales }: Content): string[] {
  return [...locales.values()].flatMap(({ pages }) => pages.map(({ title }) => title))
}

function page(file: string, title: string, text: string): string {
  return file.endsWith('.html') ? `<html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p></main></html>` : `# ${title}\n\n${text}\n` // prettier-ignore
}

for (const [kind, { files, other, slow }] of Object.entries(KINDS)) {
  t.test(`a page that takes too long is left out of ${kind}, and the others are read`, async (t) => {
    const written = { ...files, [other]: page(other, 'Other', 'Text.') }
    const folder = await contentTree(t, { ...written, [slow]: slow.endsWith('.html') ? slowHtml() : slowMarkdown() })
    const content = await readContent(folder, DEADLINE)
    t.ok(titles(content).includes('Other'))
    t.notOk(titles(content).includes('Slow'))
    const faults = content.faults.filter(({ code }) => code === 'slow_page')
    t.strictSame(faults.map(({ file, line }) => [file, line]), [[slow, 1]]) // prettier-ignore
    t.match(faults[0]?.message, /^the page is left out, because it was not read to its end within \d+\.\d s of proc/)
  })
}

t.test('links to a page that is left out for its time are reported, and its own faults are not', async (t) => {
  const folder = await contentTree(t, {
    'docs/en/index.md': '# Home\n\n[slow](slow.mdx)\n',
    'docs/en/slow.mdx': `${slowMarkdown()}\n\na { b\n`,
  })
  const { faults } = await readContent(folder, DEADLINE)
  t.strictSame(
    faults.map(({ file, line, code }) => `${file}:${line} ${code}`),
    ['docs/en/index.md:3 dead_link', 'docs/en/slow.mdx:1 slow_page'],
  )
})

t.test('the fault has the path of its file where site.yaml lists several sources', async (t) => {
  const folder = await contentTree(t, {
    'site.yaml': 'sources:\n  - folder: one\n  - folder: two\n    mount: two\n',
    'one/docs/en/a.md': '# A\n',
    'two/docs/en/slow.md': slowMarkdown(),
  })
  const worked: string[] = []
  const onWork = (step: string, file = ''): void => void worked.push(`${step} ${file}`)
  const content = await readContent(folder, { ...DEADLINE, onWork })
  t.match(content.faults, [{ file: 'two/docs/en/slow.md', code: 'slow_page' }])
  t.strictSame(titles(content), ['A'])
  t.ok(worked.includes('reading two/docs/en/slow.md'))
})

t.test('a configuration that takes too long ends the reading, which names it', async (t) => {
  const pages = Array.from({ length: 20_000 }, (_, n) => `  - Page ${n}: page${n}.md\n`)
  const folder = await contentTree(t, {
    'mkdocs.yml': `site_name: T\nnav:\n${pages.join('')}`,
    'docs/index.md': '# Home\n',
  })
  await t.rejects(readContent(folder, { stepDeadlineMs: 10 }), {
    name: 'SlowReadingError',
    message: /^reading the configuration of mkdocs took longer than 0\.01 s; the last file .+ is mkdocs\.yml$/,
  })
})
