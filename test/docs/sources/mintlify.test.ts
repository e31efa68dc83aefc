import t from 'tap'
import { faultsOf, orderOf, pageOf, pathsOf, readFiles, textOf } from './pages-of.ts'

const config = (navigation: unknown): string =>
  JSON.stringify({
    name: 'Docs',
    redirects: [
      { source: '/old/two', destination: '/two' },
      { source: '/old/:slug*', destination: '/new/:slug*' },
    ],
    navigation,
  })

t.test('pages of the navigation are read, in its order, languages and default version', async (t) => {
  const content = await readFiles(t, {
    'docs.json': config({
      languages: [
        {
          language: 'en',
          tabs: [
            {
              tab: 'A',
              groups: [
                { group: 'Start', pages: ['two', 'index', { group: 'Cli', root: 'cli/index', pages: ['cli/run'] }] },
              ],
            },
          ],
        },
        { $ref: './cn.json', language: 'cn' },
        { language: 'fr', pages: ['fr/two'] },
        {
          language: 'en',
          versions: [
            { version: '2', pages: ['new'] },
            { version: '1', pages: ['old', 'new'] },
          ],
        },
      ],
    }),
    'cn.json': '{ "groups": [{ "group": "开始", "pages": ["cn/two"] }] }',
    'index.mdx':
      '---\ntitle: Home\n---\n[zh](/cn/two) [old](/old/two) [run](/cli/run#what’s-new-in-2-0) [field](/two#param-api-key)',
    'two.mdx': '---\ntitle: Two\n---\n<ParamField query="apiKey" type="string" required>\nThe key\n</ParamField>',
    'cli/index.mdx': '---\ntitle: Cli\n---\nx',
    'cli/run.mdx': "---\ntitle: Run\n---\n## What's new in 2.0\n## Search, and 查找 (more)\n## Search, and 查找 (more)",
    'cn/two.mdx': '---\ntitle: 二\n---\n文',
    'fr/two.mdx': '---\ntitle: Deux\n---\nx',
    'new.mdx': '---\ntitle: New\n---\nx',
    'old.mdx': '---\ntitle: Old\n---\nx',
    'unlisted.mdx': '---\ntitle: Unlisted\n---\nx',
    'found.mdx': '---\ntitle: Found\nseo:\n  indexing: all\n---\nx',
    'README.md': '# Readme',
    'drafts/a.mdx': 'x',
    'drafts/keep.mdx': 'x',
    '.mintignore': '# comment\ndrafts/\n!drafts/keep.mdx\n*.draft.mdx\n',
    'x.draft.mdx': 'x',
    'snippets/part.mdx': 'x',
  })
  t.same(faultsOf(content), ['drafts/keep.mdx:1 not_listed', 'unlisted.mdx:1 not_listed'])
  t.same(orderOf(content, 'en'), ['two', 'cli', 'cli/run', 'new', 'found'])
  t.same(pathsOf(content)['zh'], ['two'])
  t.match(pageOf(content, 'en', '').blockLines, '/zh/two')
  t.same(
    pageOf(content, 'en', 'cli/run').sections.map(({ anchor }) => anchor),
    ['what’s-new-in-2-0', 'search-and-查找-more', 'search-and-查找-more-2'],
  )
  t.same(Object.fromEntries(content.reports[0]?.leftOut ?? []), {
    'a part of other pages': 1,
    'excluded by the configuration': 3,
    'in a language that is not served': 1,
  })
  t.strictSame(content.versions, {
    versions: [
      { name: '2', label: '2' },
      { name: '1', label: '1' },
    ],
    default: '2',
  })
  t.equal(pageOf(content, 'en', 'old').version?.name, '1')
  t.equal(pageOf(content, 'en', 'new').version, undefined, 'a page of all versions is of none')
})

t.test('components, snippets and operations of Mintlify are read', async (t) => {
  const content = await readFiles(t, {
    'mint.json': config([{ group: 'A', pages: ['a', 'api'] }]),
    'openapi.json': JSON.stringify({
      paths: {
        '/x/{id}': {
          get: {
            summary: 'Get x',
            description: 'Gets <one> x.',
            parameters: [{ name: 'id', required: true, description: 'Its id', schema: { type: 'string' } }],
          },
        },
      },
    }),
    'api.mdx': '---\ntitle: Get\nopenapi: GET /x/{id}\n---\n',
    'snippets/vars.mdx': "export const product = 'Acme *1*'\nexport const info = { version: 3 }",
    'snippets/part.mdx': 'A {word} part.',
    'snippets/old.mdx': 'An old part.',
    'images/a.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
    'a.mdx': [
      '---',
      'title: A',
      '---',
      "import Part from '/snippets/part.mdx'",
      "import { product, info } from '/snippets/vars.mdx'",
      '',
      'Use {product} {info.version}.',
      '',
      '<Part word="small" />',
      '<Snippet file="old.mdx" />',
      '',
      '<Steps>',
      '  <Step title="One">First</Step>',
      '</Steps>',
      '<Frame caption="A caption"><img src="/images/a.svg" alt="A picture" /></Frame>',
      '',
      'An <Tooltip tip="Application">API</Tooltip>.',
      '',
      '<Update label="May" description="v1">Changes</Update>',
      '',
      '<Tree><Tree.Folder name="app"><Tree.File name="a.ts" /></Tree.Folder></Tree>',
      '',
      '<ResponseField name="id" type="string" default="x">Its id</ResponseField>',
      '<Card title="Card" href="/api">Words</Card>',
    ].join('\n'),
  })
  t.same(faultsOf(content), ['mint.json:1 dead_redirect'])
  t.equal(
    textOf(content, 'en', 'a'),
    [
      'Use Acme *1* 3.',
      'A small part.',
      'An old part.',
      'One',
      'First',
      'A picture',
      'A caption',
      'An API (Application).',
      'May',
      'v1',
      'Changes',
      'app',
      'a.ts',
      'id string x',
      'Its id',
      'Card',
      'Words',
    ].join('\n'),
  )
  t.equal(textOf(content, 'en', 'api'), 'GET /x/{id}\nGets <one> x.\nid string\nIts id')
  t.match(pageOf(content, 'en', 'a').blockLines, '"role":"steps"')
})

t.test('what is missing is a fault, and hostile settings do not throw', async (t) => {
  const content = await readFiles(t, {
    'docs.json': `{ // comment\n ${config({ languages: [{ $ref: '../../etc/passwd' }, { language: 'en', openapi: 'x.json', pages: ['a', 'POST /x', 3, null] }] }).slice(1)}`,
    'a.mdx':
      '---\ntitle: A\nopenapi: none.yaml GET /y\ngroups: x\npublic: true\n---\n\n<Snippet file="../../../x.mdx" />',
    'b.mdx': '---\ntitle: B\nseo:\n  indexing: all\ngroups: [admin]\n---\nsecret',
  })
  t.same(faultsOf(content), [
    'a.mdx:8 unresolved_include',
    'docs.json:1 unresolved_include',
    'docs.json:1 unread_config',
    'docs.json:2 dead_redirect',
  ])
  t.same(pathsOf(content)['en'], ['a'])
  t.equal(textOf(content, 'en', 'a'), 'GET /y')
  for (const text of [
    '{ "navigation": ',
    `{ "navigation": ${'['.repeat(10_000)}`,
    '{ "navigation": { "$ref": "docs.json" } }',
  ]) {
    const odd = await readFiles(t, { 'docs.json': text, 'a.mdx': '---\ntitle: A\n---\nx' })
    t.same(pathsOf(odd)['en'], ['a'])
  }
})
