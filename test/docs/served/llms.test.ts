import t from 'tap'
import { llmsFullOrder, llmsFullTxt, llmsTxt, localeLlmsTxt } from '../../../src/docs/served/llms.ts'
import type { Page } from '../../../src/docs/page.ts'
import { readContent } from '../../../src/docs/read-content.ts'
import { writeTree } from '../write-tree.ts'

const SITE = 'http://localhost:4000'

t.test('llms.txt has a title, a summary, when to use it, and a link for every page of a section', async (t) => {
  const { locales } = await readContent(
    await writeTree(t, {
      'en/meta.json': '{"title": "Acme docs"}',
      'en/index.md': '---\ntitle: Home\ndescription: All about Acme.\n---\n',
      'en/api/index.md': '---\ntitle: "API [v2]"\ndescription: "Every\\n endpoint."\n---\n',
      'en/api/a (b.md': '# A b',
      'en/api/c.md': '# C\n\nWhat *nobody* described.\n\nMore.\n',
      'ko/index.md': '# 홈',
    }),
  )
  t.equal(
    llmsTxt(locales, SITE),
    `# Acme docs

> All about Acme.

Use this index when a question is about a topic below. Every link gives the page as Markdown. To find a page by words, request ${SITE}/api/search?locale=en&q= with two or more characters.

## API [v2]

- [API \\[v2\\]](${SITE}/en/api.md): Every endpoint.
- [A b](${SITE}/en/api/a%20%28b.md)
- [C](${SITE}/en/api/c.md): What nobody described.

## Optional

- [llms-full.txt](${SITE}/llms-full.txt)
- [English](${SITE}/en/llms.txt)
- [한국어](${SITE}/ko/llms.txt)
`,
  )
  t.equal(
    localeLlmsTxt(locales, 'zh', SITE),
    `# 文档\n\n没有中文页面。文档提供以下语言:\n\n- [English](${SITE}/en/llms.txt)\n- [한국어](${SITE}/ko/llms.txt)\n`,
    'a language without pages leads to those with some',
  )
  t.match(localeLlmsTxt(locales, 'ko', SITE), /^# 홈\n\n.*\/api\/search\?locale=ko/)
})

t.test('a curated head takes the place of the made one', async (t) => {
  const { locales } = await readContent(
    await writeTree(t, {
      'en/a.md': '# A',
      'en/llms.md': '# Own title\n\n> Own summary',
      'zh/a.md': '# A',
      'zh/llms.md': '简介',
    }),
  )
  t.match(llmsTxt(locales, SITE), /^# Own title\n\n> Own summary\n\n## A\n/)
  t.match(localeLlmsTxt(locales, 'zh', SITE), /^# 文档\n\n简介\n\n## A\n/)
})

t.test('a large section is cut after fifty pages in llms.txt and whole in the index of its locale', async (t) => {
  const files = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`en/big/${at}.md`, `# Page ${at}`]))
  const { locales } = await readContent(await writeTree(t, files))
  const text = llmsTxt(locales, SITE)
  t.equal(text.match(/\/en\/big\//g)?.length, 50)
  t.match(text, `- [All 60 pages of this section](${SITE}/en/llms.txt)`)
  t.equal(localeLlmsTxt(locales, 'en', SITE).match(/\/en\/big\//g)?.length, 60)
})

t.test('llms.txt of very many sections ends before 2 MiB and says how many pages it leaves out', async (t) => {
  const nav = Array.from({ length: 10_000 }, (_, at) => {
    const page = { path: `page-${at}`, title: `Page ${at}`, description: `x${'🙂'.repeat(200)}` }
    return { name: page.path, title: page.title, pages: [page] }
  })
  const text = llmsTxt(new Map([['en', { title: 'Docs', description: null, pages: [], nav, intro: null }]]), SITE)
  t.ok(Buffer.byteLength(text) < 2.1 * 1_048_576)
  const listed = text.match(/^## Page/gm)?.length ?? 0
  t.ok(listed > 0)
  t.match(text, `\n${10_000 - listed} more pages are not listed here.`)
  t.equal(Buffer.from(text).toString(), text, 'no character is cut in two')
})

t.test('llms-full.txt joins the pages in reading order up to its limit and says what it left out', async (t) => {
  const { locales } = await readContent(
    await writeTree(t, {
      'en/index.md': '# Home\n\nHello',
      'en/b.md': '# B\n\ntext',
      'en/a.md': '# Z\n\nlast',
      'ko/a.md': '# K',
    }),
  )
  const read = async (path: string): Promise<Page> => ({
    ...locales.get('en')!.pages.find((page) => page.path === path)!,
    siteAddress: null,
  })
  const whole = await llmsFullTxt(llmsFullOrder(locales), read, SITE, 1_000_000)
  t.equal(
    whole,
    `# Home\n\nSource: ${SITE}/en.md\n\nHello\n\n# B\n\nSource: ${SITE}/en/b.md\n\ntext\n\n# Z\n\nSource: ${SITE}/en/a.md\n\nlast\n`,
  )
  const cut = await llmsFullTxt(llmsFullOrder(locales), read, SITE, 120)
  t.match(cut, /text\n\n1 more pages are not listed here/)
  t.notMatch(cut, /last/)
})
