import t from 'tap'
import { llmsFullOrder, localeLlmsTxt } from '../../../src/docs/served/llms.ts'
import { openIndex } from '../../../src/engine/index/open.ts'
import { createSearcher } from '../../../src/engine/query/searcher.ts'
import { buildContent } from '../../../src/generation/build-content.ts'
import { openFileStore } from '../../../src/generation/disk/file-store.ts'
import { inMemory } from '../../../src/generation/records/in-memory.ts'
import { fromPageRecord } from '../../../src/generation/records/page-record.ts'
import { openRecordStore } from '../../../src/generation/records/record-store.ts'
import { contentTree, temporaryFolder } from '../../support/content-tree.ts'
import { faultsOf, orderOf, outlineOf, pageOf, pathsOf, readFiles } from './pages-of.ts'

const page = (title: string, body = 'x', more = ''): string => `---\ntitle: ${title}\n${more}---\n${body}`

t.test('redirects lead to indexes, to parts of pages and over others, and dead ones are reported', async (t) => {
  const redirects = [
    { source: '/old', destination: '/guides/index' },
    { source: '/part', destination: '/guides/run#set-up' },
    { source: '/older', destination: '/old' },
    { source: '/away', destination: 'https://x.example/y' },
    { source: '/cn/alt', destination: '/cn/guides/run' },
    { source: '/fr/vieux', destination: '/fr/rien' },
    { source: '/gone', destination: '/nowhere' },
    { source: '/round', destination: '/around' },
    { source: '/around', destination: '/round' },
  ]
  const content = await readFiles(t, {
    'docs.json': JSON.stringify(
      {
        redirects: { $ref: './redirects.json' },
        navigation: {
          languages: [
            { language: 'en', pages: ['guides/index', 'guides/run'] },
            { language: 'cn', pages: ['cn/guides/run'] },
            { language: 'fr', pages: ['fr/a'] },
          ],
        },
      },
      null,
      1,
    ),
    'redirects.json': JSON.stringify(redirects, null, 1),
    'guides/index.mdx': page('Guides', 'See [old](/old) and [older](/older).'),
    'guides/run.mdx': page('Run', '## Set up'),
    'cn/guides/run.mdx': page('跑'),
    'fr/a.mdx': page('Un'),
  })
  t.same(Object.fromEntries(content.redirects), {
    '/en/old': '/en/guides',
    '/en/part': '/en/guides/run#set-up',
    '/en/older': '/en/guides',
    '/en/away': 'https://x.example/y',
    '/zh/alt': '/zh/guides/run',
  })
  t.same(faultsOf(content), [
    'redirects.json:27 dead_redirect',
    'redirects.json:31 dead_redirect',
    'redirects.json:35 dead_redirect',
  ])
})

t.test('links below /api are checked like others', async (t) => {
  const content = await readFiles(t, {
    'docs.json': JSON.stringify({ navigation: { pages: ['api/start'] } }),
    'api/start.mdx': page(
      'Start',
      '[a](/api/start) [b](/api/gone) [b](/api/gone) [x](#no) [x](#no) [c](/api/search?q=x) [d](/openapi.json)',
    ),
  })
  t.same(faultsOf(content), ['api/start.mdx:4 dead_link', 'api/start.mdx:4 dead_anchor'])
})

const HIDDEN = {
  'docs.json': JSON.stringify({
    navigation: {
      groups: [
        { group: 'A', pages: ['a'] },
        { group: 'B', hidden: true, pages: ['b'] },
      ],
    },
  }),
  'a.mdx': page('Listed', '[b](/b) [c](/c) [d](/d) [e](/e)'),
  'b.mdx': page('Unseen group'),
  'c.mdx': page('Without a place'),
  'd.mdx': page('Hidden', 'x', 'noindex: true\n'),
  'e.mdx': page('Wanted', 'x', 'seo:\n  indexing: all\n'),
}

t.test('hidden pages are served and linked, and stand in no navigation, search and llms.txt', async (t) => {
  const content = await readFiles(t, HIDDEN)
  t.same(pathsOf(content)['en'], ['a', 'b', 'c', 'd', 'e'])
  t.same(orderOf(content, 'en'), ['a', 'e'])
  t.same(faultsOf(content), ['b.mdx:1 not_listed', 'c.mdx:1 not_listed', 'd.mdx:1 not_listed'])
  t.equal(pageOf(content, 'en', 'c').unlisted, true)
  const text = localeLlmsTxt(content.locales, 'en', 'https://x.example')
  t.match(text, 'Wanted')
  t.notMatch(text, /Unseen|Without|Hidden|more pages/)
  t.same(llmsFullOrder(content.locales), ['a', 'e'])
})

t.test('a generation serves hidden pages and does not find them', async (t) => {
  const request = {
    contentDir: await contentTree(t, HIDDEN),
    siteUrl: 'https://x.example',
    fingerprint: 'f',
    fileStore: openFileStore(await temporaryFolder(t)),
  }
  const ignore = (): void => undefined
  const built = await buildContent(request, { progress: ignore, log: ignore, faults: ignore })
  const en = built.locales.get('en')
  if (en === undefined) throw new Error('There is no English')
  const searcher = createSearcher(new Map([['en', openIndex(en.index)]]))
  const found = (query: string): string[] =>
    searcher.search({ query, locale: 'en', limit: 5 }).hits.map(({ path }) => path)
  t.same(found('Wanted'), ['e'])
  t.same(found('Unseen group'), [])
  const store = openRecordStore(inMemory(en.pages))
  const stored = fromPageRecord(await store.read(store.find('b')))
  t.match(stored, { title: 'Unseen group', unlisted: true })
})

t.test('tabs and groups of the navigation are sections and groups, wherever their pages lie', async (t) => {
  const paths = ['index', 'use/a', 'use/b', 'cli/index', 'cli/run', 'tools/index', 'ref/users/get', 'ref/users/list']
  const content = await readFiles(t, {
    'docs.json': JSON.stringify({
      navigation: {
        tabs: [
          {
            tab: 'Guides tab',
            groups: [
              { group: 'Start', pages: ['use/a'] },
              { group: 'More', pages: ['use/b', { group: 'Command line', root: 'cli/index', pages: ['cli/run'] }] },
              { group: 'Use', pages: ['tools/index'] },
              { group: 'Empty', pages: ['GET /x'] },
            ],
          },
          { tab: 'Reference', groups: [{ group: 'Users', pages: ['ref/users/get', 'ref/users/list'] }] },
          { tab: 'Elsewhere', href: 'https://x.example' },
        ],
      },
    }),
    ...Object.fromEntries(paths.map((path) => [`${path}.mdx`, page(`Page ${path}`)])),
  })
  t.same(outlineOf(content), [
    'Guides tab',
    '  > Start',
    '    Page use/a use/a',
    '  > More',
    '    Page use/b use/b',
    '    > Command line',
    '      Page cli/index cli',
    '      Page cli/run cli/run',
    '  > Use',
    '    Page tools/index tools',
    'Reference',
    '  > Users',
    '    Page ref/users/get ref/users/get',
    '    Page ref/users/list ref/users/list',
  ])
})

t.test('groups of a single tab are sections, in the words of each language', async (t) => {
  const tab = (name: string, group: string, folder: string): unknown => ({
    tab: name,
    groups: [
      { group, pages: [`${folder}guides/a`, `${folder}other/b`] },
      { group: 'API', pages: [`${folder}api/c`] },
    ],
  })
  const paths = ['guides/a', 'other/b', 'api/c'].flatMap((path) => [path, `cn/${path}`])
  const content = await readFiles(t, {
    'docs.json': JSON.stringify({
      navigation: {
        languages: [
          { language: 'en', tabs: [tab('Docs', 'Learn', '')] },
          { language: 'cn', tabs: [tab('文档', '学习', 'cn/')] },
        ],
      },
    }),
    ...Object.fromEntries(paths.map((path) => [`${path}.mdx`, page(path)])),
  })
  t.same(outlineOf(content), ['Learn', '  guides/a guides/a', '  other/b other/b', 'API', '  api/c api/c'])
  t.same(outlineOf(content, 'zh'), [
    '学习',
    '  cn/guides/a guides/a',
    '  cn/other/b other/b',
    'API',
    '  cn/api/c api/c',
  ])
})

t.test('pages whose places in a group would be the same stand beside one another', async (t) => {
  const content = await readFiles(t, {
    'docs.json': JSON.stringify({
      name: 'Docs',
      navigation: {
        groups: [
          { group: 'G', pages: ['a/b', 'a-b', 'c/d'] },
          { group: 'H', pages: ['e', 'f'] },
        ],
      },
    }),
    ...Object.fromEntries(['a/b', 'a-b', 'c/d', 'e', 'f'].map((name) => [`${name}.mdx`, `# ${name}`])),
  })
  t.same(outlineOf(content), ['G', '  a/b a/b', '  a-b a-b', '  c/d c/d', 'H', '  e e', '  f f'])
})

t.test('operations show the body of their request and their responses', async (t) => {
  const content = await readFiles(t, {
    'docs.json': JSON.stringify({ navigation: { pages: ['a'] } }),
    'a.mdx': page('Make', '', 'openapi: openapi.json POST /x\n'),
    'openapi.json': JSON.stringify({
      paths: {
        '/x': {
          post: {
            requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
            responses: {
              200: {
                description: 'Made',
                content: {
                  'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
                },
              },
              404: { $ref: '#/components/responses/Gone' },
              409: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Round' } } } },
              410: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Ring' } } } },
              500: { $ref: 'other.json#/x' },
            },
          },
        },
      },
      components: {
        responses: { Gone: { description: 'Not {there}' } },
        schemas: {
          Thing: {
            required: ['name'],
            properties: {
              name: { type: 'string', description: 'Its <name>' },
              tags: { type: 'array', items: { type: 'string' } },
              owner: { type: 'object', properties: { mail: { type: 'string', description: 'Where to write' } } },
            },
          },
          Tree: { properties: { child: { $ref: '#/components/schemas/Tree' } } },
          Round: { type: 'array', items: { $ref: '#/components/schemas/Round' } },
          Ring: { $ref: '#/components/schemas/Ring' },
        },
      },
    }),
  })
  t.same(faultsOf(content), [])
  const { markdown, sections } = pageOf(content, 'en', 'a')
  t.match(markdown, '`name` (`string`, required)')
  t.match(markdown, '`tags` (`string[]`)')
  t.match(markdown, 'Where to write')
  t.match(markdown, 'Not {there}')
  t.equal(markdown.match(/`child`/g)?.length, 5, 'a schema within itself is shown to a depth')
  t.match(sections.map(({ text }) => text).join('\n'), /Its <name>[\s\S]*Where to write[\s\S]*Made/)
})

t.test('parameters may be references, and stand at the path', async (t) => {
  const content = await readFiles(t, {
    'docs.json': JSON.stringify({ navigation: { pages: ['a', 'b'] } }),
    'a.mdx': page('Get', '', 'openapi: openapi.json GET /x/{id}\n'),
    'b.mdx': page('Hook', '', 'openapi: openapi.json webhook made\n'),
    'openapi.json': JSON.stringify({
      paths: {
        '/x/{id}': {
          parameters: [
            { name: 'id', in: 'path', required: true, description: 'Of all' },
            { name: 'lang', in: 'query', description: 'Replaced' },
          ],
          get: {
            parameters: [
              { $ref: '#/components/parameters/Limit' },
              { name: 'lang', in: 'query', description: 'Its own' },
              { name: 'lang', in: 'header', description: 'Another' },
              { $ref: '#/components/parameters/None' },
            ],
          },
        },
      },
      webhooks: { made: { post: { description: 'Was made' } } },
      components: {
        parameters: { Limit: { name: 'limit', in: 'query', schema: { $ref: '#/components/schemas/Count' } } },
        schemas: { Count: { type: 'integer' } },
      },
    }),
  })
  t.same(faultsOf(content), [])
  const { markdown } = pageOf(content, 'en', 'a')
  t.strictSame(markdown.match(/`(?:id|lang|limit)`.*/g), ['`id` (required)', '`lang`', '`limit` (`integer`)', '`lang`'])
  t.strictSame(markdown.match(/Of all|Its own|Another|Replaced/g), ['Of all', 'Its own', 'Another'])
  t.match(pageOf(content, 'en', 'b').markdown, 'Was made')
})

t.test('a description that is here and has no such operation, or cannot be read, is a fault', async (t) => {
  const operation = JSON.stringify({ paths: { '/x': { get: { description: 'Gets x' } } } })
  const content = await readFiles(t, {
    'docs.json': JSON.stringify({ navigation: { pages: ['a', 'b', 'c', 'd'] } }),
    'a.mdx': page('Large', '', 'openapi: large.json GET /x\n'),
    'b.mdx': page('Broken', '', 'openapi: broken.json GET /x\n'),
    'c.mdx': page('Other', '', 'openapi: small.json GET /y\n'),
    'd.mdx': page('Elsewhere', '', 'openapi: none.json GET /x\n'),
    'large.json': operation + ' '.repeat(2 * 1_048_576),
    'broken.json': operation.slice(1),
    'small.json': operation,
  })
  t.same(
    content.faults.map(({ code, file, message }) => `${file} ${code} ${message}`),
    ['a large', 'b broken', 'c small'].map((pair) => {
      const [name, description] = pair.split(' ')
      const path = name === 'c' ? '/y' : '/x'
      return `${name}.mdx unresolved_include ${description}.json GET ${path} is no operation of a description that can be read here`
    }),
  )
})

t.test('of an operation that repeats a long text, no more is shown than fits on a page', async (t) => {
  const texts = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`name${at}`, { $ref: '#/long' }]))
  const content = await readFiles(t, {
    'docs.json': JSON.stringify({ navigation: { pages: ['a'] } }),
    'a.mdx': page('Make', 'Own text', 'openapi: openapi.json POST /x\n'),
    'openapi.json': JSON.stringify({
      paths: { '/x': { post: { requestBody: { content: { json: { schema: { properties: texts } } } } } } },
      long: { description: 'x'.repeat(1_600_000) },
    }),
  })
  t.same(
    content.faults.map(({ code, file, message }) => ({ code, file, message })),
    [{ code: 'unresolved_include', file: 'a.mdx', message: 'openapi.json POST /x is too much for one page' }],
  )
  const { markdown } = pageOf(content, 'en', 'a')
  t.equal(markdown.match(/`name\d+`/g)?.length, 6)
  t.match(markdown, 'Own text')
})
