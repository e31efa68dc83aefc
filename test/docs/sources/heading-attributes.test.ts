import t from 'tap'
import type { Files } from '../../support/content-tree.ts'
import { blocksOf } from './page-blocks.ts'
import { readFiles } from './pages-of.ts'

interface Kind {
  readonly files: (body: string) => Files
  readonly path: string
}

const KINDS: Readonly<Record<string, Kind>> = {
  mdBook: {
    files: (body) => ({ 'book.toml': '', 'src/SUMMARY.md': '- [P](p.md)\n', 'src/p.md': body }),
    path: 'p',
  },
  VitePress: { files: (body) => ({ '.vitepress/config.js': 'export default {}', 'p.md': body }), path: 'p' },
  Hugo: { files: (body) => ({ 'hugo.toml': 'title = "S"', 'content/p.md': body }), path: 'p' },
  MkDocs: {
    files: (body) => ({ 'mkdocs.yml': 'site_name: S\nmarkdown_extensions: [attr_list]\n', 'docs/p.md': body }),
    path: 'p',
  },
}

for (const [name, { files, path }] of Object.entries(KINDS)) {
  t.test(`attributes of a heading are no part of its text in ${name}`, async (t) => {
    // What markdown-it-attrs, Hugo 0.111.3 and Python-Markdown 3.4.1 make of the same headings.
    for (const [heading, text, id] of [
      ['## One {#one-id .cls}', 'One', 'one-id'],
      ['## Two {.cls}', 'Two', 'two'],
      ['## Three {.a .b #c-id}', 'Three', 'c-id'],
      ['## Four {key=value #d-id}', 'Four', 'd-id'],
      ['## Five {#e-id .cls} ##', 'Five', 'e-id'],
      ['Six {#f-id .cls}\n===', 'Six', 'f-id'],
      ['Seven {.cls}\n---', 'Seven', 'seven'],
      ['## Eight `{.code}`', 'Eight {.code}', null],
      ['## Nine {}.', 'Nine {}.', null],
    ] as const) {
      const content = await readFiles(t, files(`${heading}\n\nText.\n`))
      const [found] = blocksOf(content, path) as unknown as { kind: string; id: string; content: readonly unknown[] }[]
      const shown = found?.content.map((part) => (typeof part === 'string' ? part : (part as { text: string }).text))
      t.strictSame([found?.kind, shown?.join('')], ['heading', text], heading)
      if (id !== null) t.equal(found?.id, id, heading)
    }
  })
}

t.test('what mdBook documents for headings is read, and links lead there', async (t) => {
  const content = await readFiles(t, {
    'book.toml': '',
    'src/SUMMARY.md': '- [P](p.md)\n',
    'src/p.md': '# Example heading { #first .class1 .class2 }\n\n[there](#second)\n\n## Second { data-x=1 #second }\n',
  })
  t.match(blocksOf(content, 'p'), [{ id: 'first', content: ['Example heading'] }, {}, { id: 'second' }])
  t.same(
    content.faults.filter(({ code }) => code === 'dead_anchor'),
    [],
  )
})

t.test('attributes stay text where the configuration switches them off', async (t) => {
  const content = await readFiles(t, {
    '.vitepress/config.js': 'export default { markdown: { attrs: { disable: true } } }',
    'p.md': '## Two {.cls}\n',
  })
  t.match(blocksOf(content, 'p'), [{ content: ['Two {.cls}'] }])
})
