import t from 'tap'
import { pageAt, pathsIn } from './page-blocks.ts'
import { faultsOf, readFiles } from './pages-of.ts'

const NOTE = '---\ntitle: Guide\n---\n{{< admonition type="tip" >}}\nMind this.\n{{< /admonition >}}\n'

t.test('content of Hugo without its configuration is recognised by its first section and by a shortcode', async (t) => {
  const content = await readFiles(t, {
    'README.md': '# A program',
    '_index.md': '---\ntitle: Guide\ncascade: [{draft: true, target: {path: /setup/second}}]\n---\nText',
    '_index.zh.md': '---\ntitle: 指南\n---\n文字',
    '_index.fr.md': '---\ntitle: Guide\n---\nTexte',
    'setup/_index.md': NOTE,
    'setup/first/index.md': '# First\n\n[Up](../)',
    'setup/second.md': '# Second',
    'setup/third.zh.md': '# 三',
  })
  t.equal(content.reports[0]?.kind, 'hugo')
  t.same(pathsIn(content), ['', 'readme', 'setup', 'setup/first'])
  t.same(pathsIn(content, 'zh'), ['', 'setup/third'])
  t.match(pageAt(content, 'setup')?.markdown, '> [!TIP]')
  t.same(faultsOf(content), [])
})

t.test('content of Hugo is looked for below the folder where site.yaml says that it is some', async (t) => {
  for (const folder of ['', 'docs/sources/', 'docs/', 'content/']) {
    const content = await readFiles(t, {
      'site.yaml': 'sources: [{ folder: ., kind: hugo }]\n',
      [`${folder}_index.md`]: NOTE,
      [`${folder}setup.md`]: '# Setup',
    })
    t.same(pathsIn(content), ['', 'setup'], folder)
    t.match(pageAt(content, '')?.markdown, '> [!TIP]', folder)
    t.same(faultsOf(content), [], folder)
  }
})

t.test(
  'a folder with _index.md that another generator may have, or with pages elsewhere, loses none of them',
  async (t) => {
    const zola = await readFiles(t, {
      'README.md': '# A program',
      'config.toml': 'base_url = "/"',
      'templates/index.html': '',
      'content/_index.md': '+++\ntitle = "Z"\n+++\nText',
      'content/b.zh.md': '# 二',
    })
    t.equal(zola.reports[0]?.kind, 'folder')
    t.ok(pathsIn(zola).includes(''))
    t.same(pathsIn(zola, 'zh'), ['content/b'])
    const parts = await readFiles(t, { 'README.md': '# A', 'docs/_index.md': NOTE, 'guides2/a.md': '# G' })
    t.equal(parts.reports[0]?.kind, 'folder')
    t.ok(pathsIn(parts).includes('guides2/a'))
    const plain = await readFiles(t, { '_index.md': '# Home {{ x() }}', 'a.md': '# A' })
    t.equal(plain.reports[0]?.kind, 'folder')
  },
)
