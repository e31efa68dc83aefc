import t from 'tap'
import { localeLlmsTxt } from '../../../../src/docs/served/llms.ts'
import { navKey } from '../../../../src/generation/generation.ts'
import { inMemory } from '../../../../src/generation/records/in-memory.ts'
import { packRecords } from '../../../../src/generation/records/pack-records.ts'
import { docsResources } from '../../../../src/hosts/docs/tools/docs-resources.ts'
import { docsTools } from '../../../../src/hosts/docs/tools/docs-tools.ts'
import { PooledDocsService } from '../../../../src/pool/pooled-docs-service.ts'
import { smallGeneration } from '../../../support/small-generation.ts'
import { call } from '../../../mcp/tool-kit/call.ts'
import { startDispatcher } from '../../../mcp/tool-kit/services.ts'

const SITE = { url: 'http://docs.example', siteOrigins: ['http://docs.example'] }

const NAV = [
  {
    name: 'guides',
    title: 'Guides [all]',
    pages: Array.from({ length: 25 }, (_, n) => ({
      path: `guides/page-${n}`,
      title: `Page [${n}]`,
      description: 'About',
    })),
  },
  { name: 'api', title: 'API', pages: [{ path: 'api/(x)', title: 'X', description: '' }] },
  { name: '', title: '', pages: [{ path: 'aside', title: 'An aside', description: '' }] },
]
const INTRO = '## When to use it\n\n- [Not a page](https://elsewhere.example)'
const CONTENT = { title: 'Docs', description: null, pages: [], nav: NAV, intro: INTRO }
const LLMS = localeLlmsTxt(new Map([['en', CONTENT]]), 'en', SITE.url)

const dispatcher = await startDispatcher(t, {
  ...smallGeneration(1),
  texts: inMemory(
    packRecords([
      { key: 'en/llms.txt', meta: '', body: LLMS },
      { key: navKey('en'), meta: '', body: JSON.stringify(NAV) },
    ]),
  ),
})
const docs = new PooledDocsService(dispatcher, 1_048_576, (message, cause) => t.fail(message, { cause }))
const tools = docsTools(docs, SITE)

t.test('search_docs finds pages and says where they are', async (t) => {
  const { faults, text } = await call(tools, 'search_docs', { query: 'word7' })
  t.same(faults, [])
  t.match(
    text,
    /^1 of 1 page, best passages first\.\n\n## .*\n<http:\/\/docs\.example\/en\/guides\/page-7.*>\n\n.*word7/,
  )
})

t.test('search_docs says how many pages there are beyond those it gives', async (t) => {
  const { faults, text } = await call(tools, 'search_docs', { query: 'everything', limit: 3 })
  t.same(faults, [])
  t.match(text, /^3 of 40 pages, /)
})

t.test('search_docs refuses what is no query, limit or locale', async (t) => {
  for (const args of [
    {},
    { query: ' x ' },
    { query: 'x'.repeat(201) },
    { query: 'xx', limit: 0 },
    { query: 'xx', limit: 51 },
    { query: 'xx', locale: 'Korean' },
    { query: 'xx', locale: ['ko'] },
  ]) {
    t.ok((await call(tools, 'search_docs', args)).isError, JSON.stringify(args).slice(0, 60))
  }
})

t.test('get_page gives a page by its path or its address', async (t) => {
  for (const path of ['/en/guides/page-3', 'guides/page-3', 'http://docs.example/en/guides/page-3.md']) {
    const { faults, text } = await call(tools, 'get_page', { path })
    t.same(faults, [])
    t.match(text, /^<http:\/\/docs\.example\/en\/guides\/page-3>\n\n# .*word3/s)
  }
})

t.test('get_page gives a section by its fragment, its heading or the address', async (t) => {
  const path = '/en/guides/page-3'
  for (const args of [
    { path, section: 'details' },
    { path, section: '#details' },
    { path, section: 'Details' },
    { path, section: 'marker page 3 › Details' },
    { path: `http://docs.example${path}#details` },
  ]) {
    const { faults, text } = await call(tools, 'get_page', args)
    t.same(faults, [])
    t.equal(text, `<http://docs.example${path}>\n\n## Details\n\nThe word3 in detail.\n`, JSON.stringify(args))
  }
  const { isError, text } = await call(tools, 'get_page', { path, section: 'detail' })
  t.ok(isError)
  t.match(text, /no section "detail"\. Close ones: details\./)
})

t.test('get_page refuses what is no budget, offset or section', async (t) => {
  for (const args of [
    { max_tokens: 199 },
    { max_tokens: 20_001 },
    { offset: -1 },
    { section: true },
    { section: 'x'.repeat(201) },
  ]) {
    t.ok(
      (await call(tools, 'get_page', { path: '/en/guides/page-3', ...args })).isError,
      JSON.stringify(args).slice(0, 40),
    )
  }
})

t.test('search_code says when no block of code has the words', async (t) => {
  t.match((await call(tools, 'search_code', { query: 'word7' })).text, /^No block of code.* Try /)
  t.ok((await call(tools, 'search_code', { query: 'x' })).isError)
})

t.test('get_page names pages close to one that does not exist', async (t) => {
  const { isError, text } = await call(tools, 'get_page', { path: '/en/guide/word9' })
  t.ok(isError)
  t.match(text, /http:\/\/docs\.example\/en\/guides\/page-9/)
  t.match((await call(tools, 'get_page', { path: '/en/..' })).text, /\.\./)
})

t.test(
  'list_sections gives the sections of a language with their first pages, and last those that the navigation does not show',
  async (t) => {
    const { faults, text } = await call(tools, 'list_sections')
    t.same(faults, [])
    const pages = Array.from({ length: 20 }, (_, n) => `- Page [${n}] <http://docs.example/en/guides/page-${n}.md>`)
    t.same(text.split('\n'), [
      'Guides [all] (25 pages)',
      ...pages,
      'API (1 page)',
      '- X <http://docs.example/en/api/%28x%29.md>',
      'Other pages (1 page)',
      '- An aside <http://docs.example/en/aside.md>',
    ])
    t.match((await call(tools, 'list_sections', { locale: 'ko' })).text, /no sections/)
  },
)

t.test('pages are resources, with the slashes of their path encoded or not', async (t) => {
  const source = docsResources(docs)
  t.match(await source.read('docs://en/llms.txt'), [{ text: LLMS }])
  t.equal(await source.read('docs://zh/llms.txt'), null)
  for (const uri of ['docs://en/guides/page-5', 'docs://en/guides%2Fpage-5']) {
    t.match(await source.read(uri), [{ uri, mimeType: 'text/markdown', text: /word5/ }])
  }
  for (const uri of ['docs://en/nothing', 'docs://fr/x', 'docs://en/../x', 'file:///etc/passwd', 'docs://', '']) {
    t.equal(await source.read(uri), null, uri)
  }
})
