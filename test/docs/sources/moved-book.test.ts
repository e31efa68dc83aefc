import t from 'tap'
import { contentTree, type Files } from '../../support/content-tree.ts'
import { readContent } from '../../../src/docs/read-content.ts'
import { pathsOf } from './pages-of.ts'

const DOCUSAURUS: Files = {
  'website/docusaurus.config.ts':
    "export default { title: 'Lantern', presets: [['classic', { docs: { path: '../docs', routeBasePath: '/' } }]] }\n",
  'website/package.json': '{}',
  'docs/start.md': '# Start\n',
  'docs/README.md': '# Docs\n\n- [Start](start.md)\n',
  'README.md': '# Lantern\n',
}

const MOVED: Readonly<Record<string, Files>> = {
  'a list of chapters that is a page': { '.gitbook.yaml': 'structure:\n  summary: docs/README.md\n' },
  'no list of chapters': { '.gitbook.yaml': 'root: ./docs/\n' },
  'an empty configuration': { '.gitbook.yml': '' },
}

for (const [what, files] of Object.entries(MOVED)) {
  t.test(`a configuration of GitBook with ${what} gives way to the site in a folder`, async (t) => {
    const content = await readContent(await contentTree(t, { ...DOCUSAURUS, ...files }))
    t.equal(content.reports[0]?.kind, 'docusaurus')
    t.strictSame(pathsOf(content), { en: ['', 'start'] })
  })
}

const STILL_BOOKS: Readonly<Record<string, Files>> = {
  'a list of chapters beside it': { '.gitbook.yaml': '', 'SUMMARY.md': '* [Home](README.md)\n' },
  'a list of chapters in its folder': {
    '.gitbook.yaml': 'root: ./docs/\n',
    'docs/SUMMARY.md': '* [Docs](README.md)\n* [Start](start.md)\n',
  },
  'a configuration of mdBook': { 'book.toml': '[book]\nsrc = "docs"\n', 'docs/SUMMARY.md': '- [Start](start.md)\n' },
}

for (const [what, files] of Object.entries(STILL_BOOKS)) {
  t.test(`a book with ${what} is read beside a site in a folder`, async (t) => {
    const content = await readContent(await contentTree(t, { ...DOCUSAURUS, ...files }))
    t.equal(content.reports[0]?.kind, 'book')
  })
}

t.test('a book without a site in a folder stays a book', async (t) => {
  const content = await readContent(
    await contentTree(t, { '.gitbook.yaml': '', 'README.md': '# Home\n', 'page.md': '# Page\n' }),
  )
  t.equal(content.reports[0]?.kind, 'book')
})
