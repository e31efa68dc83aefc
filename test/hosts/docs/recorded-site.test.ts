import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { temporaryFolder } from '../../support/content-tree.ts'
import { startService } from '../../support/start-service.ts'

const RECORDED = fileURLToPath(new URL('../../fixtures/sites/starlight/built/', import.meta.url))
const SITE = 'https://lantern.example/docs'

/** For each language a question, the page and heading that answer it, and where the site itself has that page. */
const LANGUAGES = [
  { locale: 'en', q: 'write a job', title: 'Getting started', anchor: 'write-a-job', folder: '' },
  { locale: 'zh', q: '编写任务', title: '快速开始', anchor: '编写任务', folder: 'zh-cn/' },
  { locale: 'ko', q: '작업 작성하기', title: '시작하기', anchor: '작업-작성하기', folder: 'ko/' },
] as const

/** Words of menus, buttons and the table of contents of the recorded pages. */
const FRAME =
  /Skip to content|跳转到内容|콘텐츠로 이동|Select theme|选择主题|테마 선택|On this page|本页内容|목차|Section titled/

interface Page {
  readonly title: string
  readonly locale: string
  readonly url: string
  readonly markdownUrl: string
  readonly markdown: string
}

type Test = Parameters<typeof startService>[0]

async function start(t: Test, yaml: string | null) {
  const content = await temporaryFolder(t)
  await cp(RECORDED, content, { recursive: true })
  if (yaml !== null) await writeFile(join(content, 'site.yaml'), yaml)
  const { url } = await startService(t, { content })
  const json = async <Answer>(path: string): Promise<Answer> => (await (await fetch(url + path)).json()) as Answer
  const call = async (name: string, args: object): Promise<string> => {
    const response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    })
    const text = await response.text()
    const { result } = JSON.parse(text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '')) as {
      result: { content: [{ text: string }] }
    }
    return result.content[0].text
  }
  return { url, json, call, text: async (path: string) => (await fetch(url + path)).text() }
}

t.test('a site that Starlight built answers search, pages, llms.txt and MCP in three languages', async (t) => {
  const { call, json, text, url } = await start(t, null)
  const index = await text('/llms.txt')
  for (const { anchor, locale, q, title } of LANGUAGES) {
    const address = `${url}/${locale}/guide/start`
    const found = { results: [{ title, locale, url: address, anchor }] }
    const asked = `locale=${locale}&q=${encodeURIComponent(q)}`
    t.match(await json(`/api/search?include=highlights&${asked}`), found, `/api/search in ${locale}`)
    t.match(await call('search_docs', { query: q, locale }), `\n<${address}#`, `MCP in ${locale}`)

    const page = await json<Page>(`/api/page?path=/${locale}/guide/start`)
    t.match(page, { title, locale, url: address }, `/api/page in ${locale}`)
    t.match(page.markdown.toLowerCase(), `\n## ${q}\n`)
    t.notMatch(page.markdown, FRAME, `nothing of the frame of a page in ${locale}`)
    t.match(await call('get_page', { path: `/${locale}/guide/start` }), new RegExp(`^<${address}>.*\n\n# ${title}\n`))

    t.match(await text(`/${locale}/llms.txt`), `[${title}](${address}.md)`, `llms.txt in ${locale}`)
    t.notMatch(await text(`/${locale}/llms-full.txt`), FRAME)
  }
  t.match(index, `${url}/en/guide/start.md`)
})

t.test('beside a site that Starlight built, results have its addresses in three languages', async (t) => {
  const { call, json, url } = await start(t, `url: ${SITE}/\n`)
  for (const { anchor, folder, locale, q, title } of LANGUAGES) {
    const address = `${SITE}/${folder}guide/start/`
    const markdownUrl = `${url}/${locale}/guide/start.md`
    const asked = `locale=${locale}&q=${encodeURIComponent(q)}`
    t.match(await json(`/api/search?include=highlights&${asked}`), {
      results: [{ title, url: address, markdownUrl, anchor }],
    })
    t.match(await call('search_docs', { query: q, locale }), `<${address}#`)
    t.match(await json(`/api/page?path=${encodeURIComponent(address)}`), { title, locale, url: address, markdownUrl })
    t.match(await call('get_page', { path: address }), new RegExp(`^<${address}>.*\n\n# ${title}\n`))
  }
})
