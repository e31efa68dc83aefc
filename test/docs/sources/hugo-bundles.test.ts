import t from 'tap'
import { pageAt, textOf } from './page-blocks.ts'
import { faultsOf, readFiles } from './pages-of.ts'

t.test('the page of a bundle shows no parts that are not published', async (t) => {
  const content = await readFiles(t, {
    'site.yaml': 'sources: [{folder: ., exclude: ["**/secret.md"]}]\n',
    'hugo.toml': 'title = "T"\n',
    'content/_index.md': '# Home',
    'content/docs/_index.md':
      '---\ntitle: D\ncascade: [{draft: true, target: {path: "/docs/g/cascaded"}}]\n---\n# Docs',
    'content/docs/g/index.md': '---\ntitle: G\n---\n',
    'content/docs/g/a.md': '---\ntitle: A\n---\nShown.',
    'content/docs/g/draft.md': '---\ntitle: Draft\ndraft: true\n---\nHidden.',
    'content/docs/g/cascaded.md': '---\ntitle: Cascaded\n---\nHidden.',
    'content/docs/g/future.md': '---\ntitle: Future\npublishDate: 2999-01-01\n---\nHidden.',
    'content/docs/g/expired.md': '---\ntitle: Expired\nexpiryDate: 2001-01-01\n---\nHidden.',
    'content/docs/g/unlisted.md': '---\ntitle: Unlisted\nnoindex: true\n---\nHidden.',
    'content/docs/g/never.md': '---\ntitle: Never\nbuild: {list: never}\n---\nHidden.',
    'content/docs/g/secret.md': '---\ntitle: Secret\n---\nHidden.',
    'content/docs/g/.hidden.md': '---\ntitle: Dot\n---\nHidden.',
  })
  t.equal(textOf(content, 'docs/g'), 'A\nShown.')
  t.same(faultsOf(content), [])
})

t.test('another index beside that of a bundle is none of its parts, whatever language it names', async (t) => {
  const content = await readFiles(t, {
    'hugo.toml': 'title = "T"\n',
    'content/g/index.md': '---\ntitle: G\n---\n',
    'content/g/index.zh.md': '---\ntitle: 词\n---\n',
    'content/h/index.md': '---\ntitle: H\n---\n',
    'content/h/index.zh.md': '---\ntitle: 词\n---\nText.',
    'content/h/a.md': '---\ntitle: A\n---\nShown.',
  })
  t.equal(pageAt(content, 'g'), undefined)
  t.equal(textOf(content, 'h'), 'A\nShown.')
})
