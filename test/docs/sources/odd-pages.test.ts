import t from 'tap'
import { toMarkdown } from '../../../src/docs/model/to-markdown.ts'
import { readMarkdown } from '../../../src/docs/readers/markdown/read-markdown.ts'
import { pageAt, textOf } from './page-blocks.ts'
import { faultsOf, readFiles } from './pages-of.ts'

t.test('the title of a page is the words of its heading, without the alternative text of a logo', async (t) => {
  for (const [written, title] of [
    ['<h1 align="center"><img src="https://x.example/l.svg" alt="Logo"> Grebe</h1>', 'Grebe'],
    ['# ![Logo](https://x.example/l.svg) Grebe', 'Grebe'],
    ['# [![Logo](https://x.example/l.svg)](https://x.example) Grebe ![build](https://x.example/b.svg)', 'Grebe'],
    ['# ![Grebe](https://x.example/l.svg)', 'Grebe'],
    ['<h1><img src="https://x.example/l.svg" alt="Grebe"></h1>', 'Grebe'],
  ] as const) {
    const content = await readFiles(t, { 'README.md': `${written}\n\nText.\n` })
    t.equal(pageAt(content, '')?.title, title, written)
  }
  const content = await readFiles(t, {
    'README.md': '# Grebe\n\n## ![Penguin](https://x.example/l.svg) Linux\n\nText.\n',
  })
  t.match(pageAt(content, '')?.sections.at(-1), { heading: 'Linux', text: 'Penguin\nText.' }, 'it is searched still')
})

t.test('no NUL reaches a page', async (t) => {
  const content = await readFiles(t, {
    'docs/en/index.md': '---\ntitle: "A\\0B"\n---\n\nText with \0 in it.\n',
    'docs/en/bare.md': '---\ntitle: A\0B\n---\n\n## Head\0ing\n\n`co\0de`\n',
  })
  t.equal(pageAt(content, '')?.title, 'A B')
  t.equal(pageAt(content, 'bare')?.title, 'A\ufffdB')
  t.notMatch(JSON.stringify([pageAt(content, ''), pageAt(content, 'bare')]), '\\u0000')
})

t.test('labels of footnotes stay as they are written', async (t) => {
  const { blocks } = readMarkdown('One[^note] and two[^NOTE] and [^Straße].\n\n[^Note]: Words.\n\n[^Straße]: More.\n', {
    mdx: false,
  })
  t.equal(toMarkdown(blocks), 'One[^Note] and two[^Note] and [^Straße].\n\n[^Note]: Words.\n\n[^Straße]: More.\n')
})

t.test('a value that Vue wraps is shown', async (t) => {
  const content = await readFiles(t, {
    '.vitepress/config.js': 'export default {}',
    'index.md':
      '<script setup>\nimport { ref, shallowRef } from "vue"\nconst c = ref(5)\nconst name = shallowRef("Grebe")\nconst on = ref(true)\nconst list = ref([1, 2])\n</script>\n\n# Home\n\n{{ c }} of {{ name }}\n\n<p v-if="on">shown</p>\n\n{{ list.length }} items\n',
  })
  t.match(textOf(content, ''), '5 of Grebe\nshown\n2 items')
  t.same(faultsOf(content), [])
})

t.test('a directive that is escaped is no fault', async (t) => {
  const hugo = await readFiles(t, {
    'hugo.toml': 'title = "S"',
    'content/_index.md': '---\ntitle: Home\n---\n\n{{</* ver */>}}\n\n{{%/* ver */%}}\n\n\\::: note\n',
  })
  t.equal(textOf(hugo, ''), '{{< ver >}}\n{{% ver %}}\n::: note')
  t.same(faultsOf(hugo), [])
  const mkdocs = await readFiles(t, {
    'mkdocs.yml': 'site_name: S\nmarkdown_extensions: [pymdownx.snippets]\n',
    'docs/index.md': '# Home\n\n;--8<-- "part.md"\n',
  })
  t.same(faultsOf(mkdocs), [])
  const open = await readFiles(t, { 'docs/en/index.md': '# Home\n\n{{< ver >}}\n\n\\::: note\n\n!!! note\n' })
  t.same(faultsOf(open), ['docs/en/index.md:3 raw_directive', 'docs/en/index.md:7 raw_directive'])
})

t.test('languages of VitePress may share a sidebar of which only one has pages', async (t) => {
  const config = (zh: string): string =>
    `export default { themeConfig: { sidebar: [{ text: 'Start', link: '/guide/start' }] }, locales: { root: { lang: 'en', label: 'English' }, zh: { lang: 'zh', label: '中文'${zh} } } }`
  const pages = { 'index.md': '# Home\n', 'guide/start.md': '# Start\n', 'zh/index.md': '# 首页\n' }
  const shared = await readFiles(t, { '.vitepress/config.js': config(''), ...pages })
  t.same(
    faultsOf(shared).filter((each) => each.includes('unread_config')),
    [],
  )
  const own = await readFiles(t, {
    '.vitepress/config.js': config(`, themeConfig: { sidebar: [{ text: 'X', link: '/zh/none' }] }`),
    ...pages,
  })
  t.match(faultsOf(own).join(), 'unread_config', 'one of its own that names no page is reported')
})
