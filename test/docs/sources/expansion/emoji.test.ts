import t from 'tap'
import { readContent } from '../../../../src/docs/read-content.ts'
import { emojiAt } from '../../../../src/docs/sources/expansion/emoji.ts'
import { toMarkdown } from '../../../../src/docs/model/to-markdown.ts'
import { readMarkdown } from '../../../../src/docs/readers/markdown/read-markdown.ts'
import { contentTree } from '../../../support/content-tree.ts'
import { pageOf } from '../pages-of.ts'

t.test('names of emoji are emoji outside of code', (t) => {
  const shown = (text: string): string =>
    toMarkdown(readMarkdown(text, { mdx: false, emoji: emojiAt }).blocks).trimEnd()
  t.equal(shown('a :rocket: `:rocket:` :+1: :nothing-such: 10:30:00'), 'a 🚀 `:rocket:` 👍 :nothing-such: 10:30:00')
  t.equal(shown('```\n:rocket:\n```\n\n:rocket: ` :rocket:'), '```\n:rocket:\n```\n\n🚀 \\` 🚀')
  const link = ':constructor: [🚀](https://lamp.example/:rocket:)'
  t.equal(shown(link.replace('🚀', ':rocket:')), link)
  t.equal(
    shown('| :tada: |\n| --- |\n| https://lamp.example/:tada:x |'),
    '| 🎉 |\n| --- |\n| [https://lamp.example/:tada:x](https://lamp.example/:tada:x) |',
  )
  t.end()
})

t.test('a site shows emoji where its generator does', async (t) => {
  const text = '# Title :tada:\n\nShip it :rocket:\n'
  const content = await readContent(
    await contentTree(t, {
      'site.yaml': ['v', 'h', 'i', 'm', 'n'].reduce(
        (all, name) => `${all}  - folder: ${name}\n    mount: ${name}\n`,
        'sources:\n',
      ),
      'v/.vitepress/config.js': 'export default {}',
      'v/a.md': text,
      'h/hugo.toml': 'enableEmoji = true\n',
      'h/content/a.md': text,
      'i/hugo.toml': '',
      'i/content/a.md': text,
      'm/mkdocs.yml': 'site_name: M\nmarkdown_extensions:\n  - pymdownx.emoji\n',
      'm/docs/a.md': text,
      'n/mkdocs.yml': 'site_name: N\n',
      'n/docs/a.md': text,
    }),
  )
  const isShown = (path: string): boolean => pageOf(content, 'en', path).blockLines.includes('🚀')
  t.strictSame(['v/a', 'h/a', 'i/a', 'm/a', 'n/a'].map(isShown), [true, true, false, true, false])
})
