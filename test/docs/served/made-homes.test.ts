import t from 'tap'
import { withHomes } from '../../../src/docs/served/made-homes.ts'
import { outlineOf, pageOf, readFiles } from '../sources/pages-of.ts'

t.test('a language without a home page gets a list of its sections, of groups by their first pages', async (t) => {
  const content = await readFiles(t, {
    'docs/en/meta.json': '{ "title": "Lamps" }',
    'docs/en/guides/start.md': '---\ntitle: Start\ndescription: How to begin.\n---\n\nText.\n',
    'docs/en/guides/more/meta.json': '{ "title": "More *guides*" }',
    'docs/en/guides/more/a.md': '---\ntitle: A\n---\n\nText.\n',
    'docs/en/guides/more/b.md': '---\ntitle: B\n---\n\nText.\n',
    'docs/en/alone.md': '---\ntitle: Alone\n---\n\nText.\n',
    'docs/ko/guides/start.md': '---\ntitle: 시작\n---\n\n글.\n',
    'docs/zh/guides/start.md': '---\ntitle: 开始\n---\n\n文字。\n',
  })
  const made = withHomes(content, (locale) => locale === 'zh')
  const home = pageOf(made, 'en', '')
  t.equal(home.title, 'Lamps')
  t.equal(
    home.markdown.trim(),
    `## Guides

- [More \\*guides\\*](/en/guides/more/a)
- [Start](/en/guides/start): How to begin.

* [Alone](/en/alone): Text.`,
  )
  t.equal(pageOf(made, 'ko', '').title, '홈')
  t.strictSame(made.locales.get('zh'), content.locales.get('zh'), 'an address that leads elsewhere already does so')
  t.strictSame(outlineOf(made), outlineOf(content), 'it is in no section')
})

t.test('a long section is listed by its first entries', async (t) => {
  const names = Array.from({ length: 40 }, (_, at) => `docs/en/guides/page-${at + 1}.md`)
  const content = await readFiles(
    t,
    Object.fromEntries(names.map((name) => [name, `---\ntitle: ${name}\n---\n\nText.\n`])),
  )
  t.equal(
    pageOf(
      withHomes(content, () => false),
      'en',
      '',
    ).markdown.match(/^- /gm)?.length,
    12,
  )
})

t.test('a home page of the author stays, and that in English stands for languages without one', async (t) => {
  const content = await readFiles(t, {
    'docs/en/index.md': '---\ntitle: Ours\n---\n\nText.\n',
    'docs/zh/guides/start.md': '---\ntitle: 开始\n---\n\n文字。\n',
  })
  t.strictSame(withHomes(content, () => false).locales, content.locales)
})

t.test('a home page that a component makes lists the sections, and is none for other languages', async (t) => {
  const site = {
    '.vitepress/config.js': 'export default { locales: { root: { lang: "en" }, zh: { lang: "zh" } } }',
    'guides/start.md': '# Start\n\nText.\n',
    'zh/guides/start.md': '# 开始\n\n文字。\n',
  }
  const read = async (home: string): Promise<ReturnType<typeof withHomes>> =>
    withHomes(
      await readFiles(t, { ...site, 'index.md': `---\ntitle: Lamps\nlayout: home\n---\n\n${home}\n` }),
      () => false,
    )
  const filled = await read("<script setup>\nimport Home from './Home.vue'\n</script>\n\n<Home />")
  const home = pageOf(filled, 'en', '')
  t.match(home, { file: 'index.md', title: 'Lamps', markdown: '- [Start](/en/guides/start): Text.\n' })
  t.equal(home.splash, false, 'it has the navigation beside it')
  t.match(pageOf(filled, 'zh', '').markdown, '[开始](/zh/guides/start)')
  for (const said of ['Hello', '![A lamp](https://lamps.example/a.png)', '## Lamps']) {
    const kept = await read(said)
    t.match(pageOf(kept, 'en', ''), { splash: true, markdown: said }, said)
    t.strictSame(
      kept.locales.get('zh')?.pages.map(({ path }) => path),
      ['guides/start'],
      said,
    )
  }
})
