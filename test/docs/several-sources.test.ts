import { appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { fingerprintContent } from '../../src/docs/fingerprint.ts'
import { readContent } from '../../src/docs/read-content.ts'
import { contentTree } from '../support/content-tree.ts'
import { BUILT_SITE } from './readers/html/built-site.ts'
import { faultsOf, orderOf, pageOf, pathsOf } from './sources/pages-of.ts'

const built = Object.fromEntries(Object.entries(BUILT_SITE).map(([path, text]) => [`old/build/${path}`, text]))

const CONTENT = {
  'site.yaml': `
name: Lantern
sources:
  - folder: handbook
  - folder: server
    mount: server
  - folder: old/build
    kind: html
    mount: archive/2024
    exclude: ['zh-CN/**']
  - folder: notes
    kind: docusaurus
    mount: notes
`,
  'handbook/docs/en/index.md': '# Handbook\n\n[Guide](guides/start.md)\n',
  'handbook/docs/en/guides/start.md': '# Start\n\n[nowhere](none.md)\n',
  'handbook/docs/ko/guides/start.md': '# 시작\n',
  'server/.vitepress/config.js': `export default { title: 'The server' }`,
  'server/index.md': '# Server\n\n[Install](/install.html#steps)\n',
  'server/install.md': '# Install\n\n## Steps\n\n![Alt](./gone.png)\n',
  'notes/docs/a.md': '# A note\n\n[b](./b.md)\n',
  'notes/docs/b.md': '# B note\n',
  ...built,
}

t.test('sources of several kinds stand side by side, each below its path', async (t) => {
  const content = await readContent(await contentTree(t, CONTENT))
  t.strictSame(pathsOf(content), {
    en: [
      '',
      'archive/2024',
      'archive/2024/guide/start',
      'guides/start',
      'notes/docs/a',
      'notes/docs/b',
      'server',
      'server/install',
    ],
    ko: ['archive/2024/guide/start', 'guides/start'],
  })
  t.strictSame(content.reports.map(({ kind }) => kind), ['markdown', 'vitepress', 'html', 'docusaurus']) // prettier-ignore
  t.equal(pageOf(content, 'en', 'server/install').section, 'server')
  t.match(pageOf(content, 'en', 'server').markdown, '[Install](/en/server/install#steps)')
  t.match(pageOf(content, 'en', 'notes/docs/a').markdown, '[b](/en/notes/docs/b)')
  t.strictSame(faultsOf(content), ['handbook/docs/en/guides/start.md:3 dead_link', 'server/install.md:5 missing_image'])
  t.equal(content.locales.get('en')?.nav.find(({ name }) => name === 'server')?.title, 'The server')
  t.ok(orderOf(content, 'en').includes('notes/docs/b'))
})

t.test('a change of any source, and of its configuration, changes the fingerprint', async (t) => {
  const folder = await contentTree(t, CONTENT)
  let last = await fingerprintContent(folder)
  for (const file of [
    'handbook/docs/en/index.md',
    'server/index.md',
    'server/.vitepress/config.js',
    'old/build/index.html',
    'notes/docs/a.md',
    'site.yaml',
  ]) {
    // prettier-ignore
    await appendFile(join(folder, file), '\n')
    const next = await fingerprintContent(folder)
    t.not(next, last, file)
    last = next
  }
  await rm(join(folder, 'notes/docs/b.md'))
  t.not(await fingerprintContent(folder), last)
})

t.test('two sources of the same paths are reported where they meet', async (t) => {
  const content = await readContent(
    await contentTree(t, {
      'site.yaml': 'sources: [{ folder: one, kind: docusaurus }, { folder: two, kind: docusaurus }]\n',
      'one/docs/a.md': '# A\n',
      'two/docs/a.md': '# A too\n',
    }),
  )
  t.strictSame(faultsOf(content), ['two/docs/a.md:1 duplicate_path'])
  t.match(content.faults[0]?.message, 'one/docs/a.md')
})

t.test('links lead from each source to the others, by addresses and by files', async (t) => {
  const content = await readContent(
    await contentTree(t, {
      'site.yaml': 'sources:\n  - folder: handbook\n  - folder: server\n    mount: server\n',
      'handbook/docs/en/index.md':
        '# Handbook\n\n[a](/server/install#steps) [b](/en/server) [c](../../../server/install.md) [d](/server/install#gone) [e](/server/gone)\n',
      'server/.vitepress/config.js': 'export default {}',
      'server/index.md': '# Server\n\n[home](/) [up](../handbook/docs/en/index.md)\n',
      'server/install.md': '# Install\n\n## Steps\n',
    }),
  )
  const targets = (path: string): string[] =>
    [...pageOf(content, 'en', path).blockLines.matchAll(/"target":"([^"]*)"/g)].map(([, target = '']) => target)
  const install = '/en/server/install'
  t.strictSame(targets(''), [`${install}#steps`, '/en/server', install, `${install}#gone`, '/server/gone'])
  t.strictSame(targets('server'), ['/en/server', '/en'])
  t.strictSame(faultsOf(content), ['handbook/docs/en/index.md:3 dead_link', 'handbook/docs/en/index.md:3 dead_anchor'])
})

t.test('sources at the root keep the order and the title that the first one gives its sections', async (t) => {
  const content = await readContent(
    await contentTree(t, {
      'site.yaml': 'sources: [{folder: handbook}, {folder: notes, kind: docusaurus}]\n',
      'handbook/docs/en/meta.json': '{"title": "Lantern", "pages": ["guides", "api"]}',
      'handbook/docs/en/api/a.md': '# A\n',
      'handbook/docs/en/guides/g.md': '# G\n',
      'notes/docusaurus.config.js': 'export default { title: "Notes" }',
      'notes/docs/x.md': '---\nsidebar_position: 1\n---\n# X\n',
    }),
  )
  t.equal(content.locales.get('en')?.title, 'Lantern')
  t.strictSame(orderOf(content, 'en'), ['guides/g', 'api/a', 'docs/x'])
})

t.test('links of a single source below a path lead to the addresses that its pages have', async (t) => {
  const content = await readContent(
    await contentTree(t, {
      'site.yaml': 'sources: [{ folder: docs, kind: folder, mount: v4 }]\n',
      'docs/a.md': '# A\n\n[B](/v4/b#part) [B](/b)\n',
      'docs/b.md': '# B\n\n## Part\n',
    }),
  )
  t.same(faultsOf(content), [])
  t.match(pageOf(content, 'en', 'v4/a').markdown, '[B](/en/v4/b#part) [B](/en/v4/b)')
})
