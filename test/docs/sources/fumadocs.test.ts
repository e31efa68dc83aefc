import t from 'tap'
import { faultsOf, orderOf, outlineOf, pageOf, pathsOf, readFiles, textOf } from './pages-of.ts'

const CONFIG = `
import { defineDocs, defineConfig } from 'fumadocs-mdx/config'
export const docs = defineDocs({ dir: 'content/docs' })
export const blog = defineDocs({ dir: 'content/blog' })
export default defineConfig()`
const I18N = `
import { defineI18n } from 'fumadocs-core/i18n'
import { names } from './names'
export const i18n = defineI18n({ defaultLanguage: 'en', languages: Object.keys(names), hideLocale: 'default-locale' })`

const page = (title: string, body = 'x'): string => `---\ntitle: ${title}\n---\n${body}`

t.test('pages of Fumadocs have its addresses and order, without folders in parentheses', async (t) => {
  const content = await readFiles(t, {
    'source.config.ts': CONFIG,
    'lib/source.ts':
      "import { loader } from 'fumadocs-core/source'\nexport const a = loader({ baseUrl: '/learn', source: docs.toFumadocsSource() })",
    'content/docs/meta.json':
      '{ "pages": ["---First---", "two", "...", "!hidden", "(group)", "[Out](https://x.org)"] }',
    'content/docs/index.mdx': page('Home'),
    'content/docs/two.mdx': page('Two', '[one](./one.mdx#a) [z](/learn/z)'),
    'content/docs/one.mdx': page('One', '## Other name [#a] [!toc]'),
    'content/docs/hidden.mdx': page('Hidden'),
    'content/docs/(group)/z.mdx': page('Z'),
    'content/docs/folder/meta.json': '{ "title": "A folder", "pages": ["b", "...inner"] }',
    'content/docs/folder/a.mdx': page('A'),
    'content/docs/folder/b.mdx': page('B'),
    'content/docs/folder/inner/index.mdx': page('Inner'),
    'content/blog/post.mdx': page('Post'),
    'README.md': 'no page',
  })
  t.same(faultsOf(content), [])
  t.same(orderOf(content, 'en'), [
    'learn',
    'learn/two',
    'learn/one',
    'learn/folder/b',
    'learn/folder/inner',
    'learn/folder/a',
    'learn/z',
    'learn/hidden',
    'blog/post',
  ])
  t.match(pageOf(content, 'en', 'learn/two').blockLines, '/en/learn/one#a')
})

t.test('a meta file of a language that the project does not name says nothing', async (t) => {
  const content = await readFiles(t, {
    'source.config.ts': CONFIG,
    'content/docs/meta.json': '{ "pages": ["---Start---", "two", "one"] }',
    'content/docs/meta.zh.json': '{ "pages": ["---开始---", "one", "two"] }',
    'content/docs/one.mdx': page('One'),
    'content/docs/two.mdx': page('Two'),
  })
  t.strictSame(orderOf(content, 'en'), ['docs/two', 'docs/one'])
  t.match(outlineOf(content, 'en').join('\n'), 'Start')
  t.notMatch(outlineOf(content, 'en').join('\n'), '开始')
})

t.test('root folders of Fumadocs are sections, and folders in parentheses with a title are groups', async (t) => {
  const content = await readFiles(t, {
    'source.config.ts': CONFIG,
    'lib/i18n.ts':
      "import { defineI18n } from 'fumadocs-core/i18n'\nexport const i18n = defineI18n({ defaultLanguage: 'en', languages: ['en', 'ko'] })",
    'content/docs/meta.json': '{ "title": "Lost", "pages": ["(core)", "ui", "..."] }',
    'content/docs/(core)/meta.json': '{ "title": "Core", "root": true }',
    'content/docs/(core)/meta.ko.json': '{ "title": "핵심", "root": true }',
    'content/docs/(core)/index.mdx': page('Start'),
    'content/docs/(core)/index.ko.mdx': page('시작'),
    'content/docs/(core)/(more)/meta.json': '{ "title": "More" }',
    'content/docs/(core)/(more)/b.mdx': page('B'),
    'content/docs/(core)/(plain)/c.mdx': page('C'),
    'content/docs/(core)/(plain)/c.ko.mdx': page('다'),
    'content/docs/ui/meta.json': '{ "title": "Interface", "root": "version" }',
    'content/docs/ui/index.mdx': page('Overview'),
    'content/docs/ui/deep/a.mdx': page('A'),
    'content/docs/other.mdx': page('Other'),
    'content/blog/blog/meta.json': '{ "root": true }',
    'content/blog/blog/post.mdx': page('Post'),
  })
  t.same(outlineOf(content), [
    'Core',
    '  Start docs',
    '  > More',
    '    B docs/b',
    '  C docs/c',
    'Interface',
    '  Overview docs/ui',
    '  A docs/ui/deep/a',
    'Docs',
    '  Other docs/other',
    'Blog 1',
    '  Post blog/blog/post',
  ])
  t.same(outlineOf(content, 'ko'), ['핵심', '  시작 docs', '  다 docs/c'])
})

t.test('separators of Fumadocs begin groups, in the words of each language', async (t) => {
  const content = await readFiles(t, {
    'source.config.ts': CONFIG,
    'lib/i18n.ts':
      "import { defineI18n } from 'fumadocs-core/i18n'\nexport const i18n = defineI18n({ defaultLanguage: 'en', languages: ['en', 'ko', 'zh'] })",
    'content/docs/meta.json':
      '{ "pages": ["first", "---[Rocket]Start here---", "index", "a", "deep", "---Start here---", "deep/listed", "..."] }',
    'content/docs/meta.ko.json': '{ "pages": ["---여기부터---", "a", "---나머지---", "..."] }',
    'content/docs/index.mdx': page('Home'),
    'content/docs/first.mdx': page('First'),
    'content/docs/a.mdx': page('A'),
    'content/docs/a.ko.mdx': page('가'),
    'content/docs/a.zh.mdx': page('甲'),
    'content/docs/start-here.mdx': page('Same name'),
    'content/docs/deep/listed.mdx': page('Listed'),
    'content/docs/deep/other.mdx': page('Other'),
    'content/docs/deep/meta.json': '{ "pages": ["listed", "other", "...inner"] }',
    'content/docs/deep/inner/meta.json': '{ "title": "No group" }',
    'content/docs/deep/inner/x.mdx': page('X'),
  })
  t.same(outlineOf(content), [
    'Home',
    '  Home docs',
    '  First docs/first',
    '  > Start here',
    '    A docs/a',
    '    > Deep',
    '      Listed docs/deep/listed',
    '      Other docs/deep/other',
    '      X docs/deep/inner/x',
    '  > Start here',
    '    Same name docs/start-here',
  ])
  t.same(outlineOf(content, 'ko'), ['Docs', '  > 여기부터', '    가 docs/a'])
  t.same(outlineOf(content, 'zh'), ['Docs', '  > Start here', '    甲 docs/a'])
})

t.test('languages of Fumadocs are in the names of files, or in folders', async (t) => {
  const files = {
    'source.config.ts': CONFIG,
    'lib/names.tsx': 'export const names = { en: <b/>, cn: 1, ko: 2, fr: 3 }',
  }
  const suffixes = await readFiles(t, {
    ...files,
    'lib/i18n.ts': I18N,
    'content/docs/a.mdx': page('A'),
    'content/docs/a.cn.mdx': page('甲', '[a](/cn/docs/a)'),
    'content/docs/a.fr.mdx': page('F'),
    'content/docs/v1.2.mdx': page('Version'),
    'content/docs/sub/b.ko.mdx': page('나'),
    'content/docs/sub/meta.ko.json': '{ "title": "아래" }',
  })
  t.same(faultsOf(suffixes), [])
  t.same(pathsOf(suffixes)['en'], ['docs/a', 'docs/v1.2'])
  t.same(pathsOf(suffixes)['zh'], ['docs/a'])
  t.same(pathsOf(suffixes)['ko'], ['docs/sub/b'])
  t.match(pageOf(suffixes, 'zh', 'docs/a').blockLines, '/zh/docs/a')
  const folders = await readFiles(t, {
    ...files,
    'lib/i18n.ts': I18N.replace('hideLocale:', "parser: 'dir', hideLocale:"),
    'content/docs/en/a.mdx': page('A'),
    'content/docs/cn/a.mdx': page('甲'),
  })
  t.same([pathsOf(folders)['en'], pathsOf(folders)['zh']], [['docs/a'], ['docs/a']])
})

t.test('components and inclusions of Fumadocs are read', async (t) => {
  const content = await readFiles(t, {
    'source.config.ts': CONFIG,
    'content/part.mdx': page('Part', 'First\n\n<section id="s">\nSecond\n</section>'),
    'examples/run.py': '# #region a\nprint(1)\n# #endregion\nprint(2)\n',
    'content/docs/a.mdx': page(
      'A',
      [
        '<include>../part.mdx#s</include>',
        '<include cwd meta=\'title="run.py"\'>examples/run.py#a</include>',
        "<Tabs items={['npm', 'yarn']}>",
        '  <Tab>One</Tab>',
        '  <Tab value="own">Two</Tab>',
        '</Tabs>',
        '<Files><Folder name="app"><File name="a.ts" /></Folder></Files>',
        '',
        "<TypeTable type={{ size: { type: 'number', description: <>How <code>big</code></>, default: 3, required: true } }} />",
        '',
        '<Callout title="Mind" type="warn">The gap</Callout>',
        '',
        '```ts tab="TypeScript"',
        'let a = 1',
        '```',
      ].join('\n'),
    ),
  })
  t.same(faultsOf(content), [])
  t.equal(
    textOf(content, 'en', 'docs/a'),
    'Second\nrun.py\nprint(1)\nnpm\nOne\nown\nTwo\napp\na.ts\nsize number 3\nHow big\nMind\nThe gap\nTypeScript\nlet a = 1',
  )
})

t.test('what cannot be included is a fault with its line, and hostile input does not throw', async (t) => {
  const content = await readFiles(t, {
    'source.config.ts': `${CONFIG}\nexport const odd = { dir: ['../../..', 3, ''] }`,
    'content/docs/meta.json': '{ "pages": ["...", "a", "a", "../../x", "...a", 3, "sub", "!", "---"] }',
    'content/docs/sub/meta.json': 'garbage {{{',
    'content/docs/sub/x.mdx': page('X', '<include>../sub/x.mdx</include>\n'.repeat(100)),
    'content/docs/a.mdx': page('A', '\n<include>../../../../../etc/passwd</include>\n<include>./none.mdx</include>'),
    'content/docs/b.mdx': page('B', '<include>./a.mdx#none</include>'),
    'content/docs/tabs.mdx': page(
      'T',
      `<Tabs items={${'['.repeat(5000)}}>\n<Tab>x</Tab>\n</Tabs>\n<TypeTable type={{__proto__: {a: 1}}} />`,
    ),
  })
  t.same(
    faultsOf(content).filter((fault) => !fault.includes('tabs.mdx')),
    [
      'content/docs/a.mdx:5 unresolved_include',
      'content/docs/a.mdx:6 unresolved_include',
      'content/docs/b.mdx:4 unresolved_include',
      ...faultsOf(content).filter((fault) => fault.includes('sub/x.mdx')),
    ],
  )
  t.ok(faultsOf(content).some((fault) => fault.startsWith('content/docs/sub/x.mdx')))
  t.same(pathsOf(content)['en'], ['docs/a', 'docs/b', 'docs/sub/x', 'docs/tabs'])
})

t.test('a folder whose pages have names of other pages is not listed in the folder around it', async (t) => {
  const names = ['index', 'overview', 'guides/overview', 'guides/start', 'api/overview', 'more/last', 'end']
  const content = await readFiles(t, {
    'source.config.ts': CONFIG,
    'content/docs/meta.json': JSON.stringify({
      pages: ['index', '...guides', '...api', '...more', 'overview', 'end'],
    }),
    ...Object.fromEntries(names.map((name) => [`content/docs/${name}.mdx`, page(name)])),
  })
  t.strictSame(outlineOf(content), [
    'index',
    '  index docs',
    '  > Guides',
    '    guides/overview docs/guides/overview',
    '    guides/start docs/guides/start',
    '  api/overview docs/api/overview',
    '  more/last docs/more/last',
    '  overview docs/overview',
    '  end docs/end',
  ])
  const two = ['index', 'guides/overview', 'api/overview', 'end']
  const extracted = await readFiles(t, {
    'source.config.ts': CONFIG,
    'content/docs/meta.json': JSON.stringify({ pages: ['index', '...guides', '...api', 'end'] }),
    ...Object.fromEntries(two.map((name) => [`content/docs/${name}.mdx`, page(name)])),
  })
  t.strictSame(outlineOf(extracted), [
    'index',
    '  index docs',
    '  guides/overview docs/guides/overview',
    '  api/overview docs/api/overview',
    '  end docs/end',
  ])
})
