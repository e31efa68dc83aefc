import t from 'tap'
import { servedSections } from '../../../src/docs/served/served-sections.ts'
import { faultsOf, orderOf, outlineOf, pageOf, pathsOf, readFiles, textOf } from './pages-of.ts'

const CONFIG = `
import { defineConfig } from 'astro/config'
import starlight from '@astrojs/starlight'
export default defineConfig({
  base: '/docs',
  integrations: [other(), starlight({
    title: { en: 'Stars', 'zh-CN': '星' },
    locales: { root: { label: 'English', lang: 'en' }, 'zh-cn': { lang: 'zh-CN' }, 'zh-tw': { lang: 'zh-TW' }, fr: { lang: 'fr' } },
    sidebar: [
      'start',
      { label: 'Guides', translations: { 'zh-CN': '指南' }, items: [{ autogenerate: { directory: 'guides' } }] },
      { label: 'Reference', items: [{ label: 'B', link: '/reference/b/' }, { slug: 'reference/a' }] },
    ],
  })],
})`

const DOCS = 'site/src/content/docs'

function site(files: Readonly<Record<string, string>>, config = CONFIG): Record<string, string> {
  const below = Object.entries(files).map(([name, text]) => [`${DOCS}/${name}`, text] as const)
  return { 'site/astro.config.mjs': config, ...Object.fromEntries(below) }
}

t.test('pages of Starlight have its addresses, locales and order', async (t) => {
  const content = await readFiles(
    t,
    site({
      'index.mdx': '---\ntitle: Home\n---\nHello',
      'start.md': '---\ntitle: Start\n---\n[guide](/docs/guides/one-more/#set-up) [zh](/zh-cn/start/)',
      'guides/One More.md': '---\ntitle: One\nsidebar:\n  order: 2\n---\n## Set up',
      'guides/two.md': '---\ntitle: Two\nsidebar:\n  order: -1\n---\nx',
      'guides/last.md': '---\ntitle: A title\n---\nx',
      'reference/a.md': '---\ntitle: A\n---\nx',
      'reference/b.md': '---\ntitle: B\nslug: reference/b\n---\nx',
      'other.md': '---\ntitle: Other\nslug: elsewhere/here\n---\nx',
      'zh-cn/start.md': '---\ntitle: 开始\n---\n文',
      'zh-tw/start.md': '---\ntitle: 開始\n---\n文',
      'fr/start.md': '---\ntitle: Début\n---\nx',
      'draft.md': '---\ntitle: D\ndraft: true\n---\nx',
      '404.md': '---\ntitle: "404"\n---\nx',
      '_part.md': 'part',
    }),
  )
  t.same(faultsOf(content), [`${DOCS}/draft.md:1 not_published`])
  t.same(orderOf(content, 'en'), [
    'start',
    'guides/two',
    'guides/one-more',
    'guides/last',
    'reference/b',
    'reference/a',
    'elsewhere/here',
  ])
  t.same(pathsOf(content)['zh'], ['start'])
  t.equal(textOf(content, 'zh', 'start'), '文')
  t.equal(content.locales.get('en')?.title, 'Stars')
  t.match(pageOf(content, 'en', 'start').blockLines, '/en/guides/one-more#set-up')
  t.match(pageOf(content, 'en', 'start').blockLines, '/zh/start')
  t.same(Object.fromEntries(content.reports[0]?.leftOut ?? []), {
    'a draft': 1,
    'a page for what is not found': 1,
    'a part of other pages': 1,
    'in a language that is not served': 2,
  })
})

t.test('what Starlight adds to Markdown is read', async (t) => {
  const content = await readFiles(t, {
    'site/tsconfig.json': '{ // paths\n "compilerOptions": { "baseUrl": ".", "paths": { "~/*": ["src/*"] } } }',
    'site/src/part.mdx': 'import X from "y"\n\nPart of {props.name}.',
    'site/src/star.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
    'site/src/shown.js': 'const shown = `a`\n',
    ...site({
      'index.mdx':
        '---\ntitle: Home\ntemplate: splash\nhero:\n  title: Big *words*\n  tagline: Small words\n  image:\n    alt: A hero\n    file: ~/star.svg\n  actions:\n    - text: Go\n      link: /page/\n---\n',
      'page.mdx': [
        '---',
        'title: Page',
        '---',
        "import Part from '~/part.mdx'",
        "import star from '~/star.svg'",
        "import shown from '../../shown.js?raw'",
        "import { Tabs, TabItem, Code, LinkButton } from '@astrojs/starlight/components'",
        'export const version = "1.2"',
        '',
        'Version {version}, not `{version}`.',
        '',
        '<Part',
        '  name="stars"',
        '/>',
        '',
        ':::tip[Did you know?]{icon="heart"}',
        'Aside.',
        ':::',
        '',
        '<Tabs syncKey="x">',
        '  <TabItem label="npm">One</TabItem>',
        '</Tabs>',
        '',
        '<LinkButton',
        '  href="/"',
        '>Home</LinkButton>',
        '',
        '<Image src={star} alt="A star" />',
        '',
        '<Code code={shown} lang="js" title="shown.js" />',
        '',
        '```js',
        '// src/named.js',
        'named()',
        '```',
        '```sh',
        '# run.sh',
        '```',
      ].join('\n'),
    }),
  })
  t.same(faultsOf(content), [])
  t.equal(textOf(content, 'en', ''), 'Big words\nSmall words\nGo\nA hero')
  t.equal(
    textOf(content, 'en', 'page'),
    [
      'Version 1.2, not {version}.',
      'Part of stars.',
      'Did you know?',
      'Aside.',
      'npm',
      'One',
      'Home',
      'A star',
      'shown.js',
      'const shown = `a`',
      'src/named.js',
      'named()',
      '# run.sh',
    ].join('\n'),
  )
  t.match(pageOf(content, 'en', 'page').blockLines, '"kind":"link","target":"/en"')
})

t.test('groups of the sidebar have their pages and labels, wherever the files lie', async (t) => {
  const config = `
import starlight from '@astrojs/starlight'
export default { integrations: [starlight({
  title: 'Stars',
  locales: { root: { lang: 'en' }, 'zh-cn': { lang: 'zh-CN' } },
  sidebar: [
    { label: 'Start Here', translations: { 'zh-CN': '从这里开始' }, items: [
      'start', { label: 'Costs', translations: { 'zh-CN': '费用' }, slug: 'about/impact' } ] },
    { label: 'Guides', items: [{ label: 'Basics', items: ['guides/b'] }, { autogenerate: { directory: 'guides' } }] },
    { label: 'More', items: [{ autogenerate: { directory: 'tips' } }, 'reference/a'] },
  ],
})] }`
  const page = (title: string): string => `---\ntitle: ${title}\n---\nx`
  const content = await readFiles(
    t,
    site(
      {
        'start.md': page('Start'),
        'about/impact.md': page('Impact'),
        'guides/a.md': page('A'),
        'guides/b.md': page('B'),
        'tips/deep/one.md': page('One'),
        'reference/a.md': page('R'),
        'zh-cn/start.md': page('开始'),
        'zh-cn/about/impact.md': page('影响'),
      },
      config,
    ),
  )
  t.strictSame(faultsOf(content), [])
  const nav = content.locales.get('en')?.nav ?? []
  t.strictSame(
    nav.map(({ name, pages, title }) => [name, title, pages.map(({ path }) => path)]),
    [
      ['start-here', 'Start Here', ['start', 'about/impact']],
      ['guides', 'Guides', ['guides/b', 'guides/a']],
      ['more', 'More', ['tips/deep/one', 'reference/a']],
    ],
  )
  t.equal(nav[0]?.pages[1]?.title, 'Costs')
  t.match(nav[1]?.groups, [{ title: 'Basics', at: 0, count: 1 }])
  const chinese = content.locales.get('zh')?.nav[0]
  t.equal(chinese?.title, '从这里开始')
  t.equal(chinese?.pages[1]?.title, '费用')
  t.equal(pageOf(content, 'en', 'about/impact').section, 'start-here', 'a search within the section finds its pages')
  const section = servedSections(content).find(({ name }) => name === 'start-here')
  t.strictSame(section?.titles, { en: 'Start Here', zh: '从这里开始' })
})

t.test('pages that the sidebar does not name stand aside, unless a program makes a part of it', async (t) => {
  const configWith = (item: string): string => `
import starlight from '@astrojs/starlight'
import { group } from 'plugin'
export default { integrations: [starlight({ title: 'Stars', sidebar: [
  'start', { label: 'Guides', items: [{ autogenerate: { directory: 'guides' } }] }, ${item} ] })] }`
  const asideOf = async (item: string): Promise<(string | undefined)[]> => {
    const names = ['index', 'start', 'guides/a', 'feeds']
    const pages = site(
      Object.fromEntries(names.map((name) => [`${name}.md`, '---\ntitle: T\n---\nx'])),
      configWith(item),
    )
    const content = await readFiles(t, pages)
    return content.locales.get('en')?.pages.flatMap(({ aside, path }) => (aside === true ? [path] : [])) ?? []
  }
  t.strictSame(await asideOf(''), ['feeds'])
  const words = 'label: group.label, translations: group.translations, badge: group.badge, collapsed: group.isClosed'
  t.strictSame(await asideOf(`{ ${words}, items: [{ slug: 'index', attrs: group.attrs }] }`), ['feeds'])
  for (const item of [
    'group',
    '...group()',
    '{ label: "API", items: group }',
    '{ label: "API", link: group.link }',
    '{ label: "API", autogenerate: { directory: group() } }',
  ])
    t.strictSame(await asideOf(item), [], item)
})

t.test('folders of parts are no pages where collections have no loader', async (t) => {
  const files = site({ 'start.md': '---\ntitle: S\n---\nx', '_parts/cta.mdx': '---\ntitle: C\n---\nx' })
  const loads = 'defineCollection({ loader: docsLoader(), schema: docsSchema() })'
  const read = async (name: string, collection: string): Promise<unknown> =>
    pathsOf(
      await readFiles(t, { ...files, [`site/src/${name}`]: `export const collections = { docs: ${collection} }` }),
    )
  t.strictSame(await read('content/config.ts', 'defineCollection({ schema: docsSchema() })'), { en: ['start'] })
  t.strictSame(await read('content.config.ts', loads), { en: ['_parts/cta', 'start'] })
})

t.test('images are found by the aliases of the project', async (t) => {
  const content = await readFiles(t, {
    ...site({
      'start.md': '---\ntitle: S\n---\n![Sun](@assets/sun.svg) ![Moon](@assets/moon.svg) ![Star](@/icons/star.svg)',
    }),
    'site/tsconfig.json':
      '{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"], "@assets/*": ["src/assets/*"], "@/icons/*": ["icons/*"] } } }',
    'site/icons/star.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'site/src/assets/sun.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  })
  t.strictSame(faultsOf(content), [`${DOCS}/start.md:4 missing_image`], 'the other one is not there')
})

t.test('marked lines of code are those that the author counted', async (t) => {
  const content = await readFiles(
    t,
    site({
      'a.md': [
        '---\ntitle: A\n---',
        '```js {3-4} ins={1} "x{2}"\none\n// src/a.js\n\nthree\nfour\n```\n',
        '```md {4}\n---\n# src/b.md\n---\nfour\n```',
      ].join('\n'),
    }),
  )
  const blocks = pageOf(content, 'en', 'a').blockLines.split('\n').filter(Boolean)
  t.match(
    blocks.map((line) => JSON.parse(line) as unknown),
    [
      {
        title: 'src/a.js',
        text: 'one\nthree\nfour\n',
        view: {
          lines: [
            { from: 2, to: 2 },
            { tone: 'ins', from: 1, to: 1 },
          ],
          words: [{ text: 'x{2}' }],
        },
      },
      { title: 'src/b.md', text: 'four\n', view: { lines: [{ from: 1, to: 1 }] } },
    ],
  )
})

t.test('parts that are missing, lead out or include each other are faults with their lines', async (t) => {
  const include = (path: string): string => `---\ntitle: T\n---\n\nimport Part from '${path}'\n\n<Part />\n`
  const content = await readFiles(t, {
    'secret.mdx': 'secret',
    ...site({
      'missing.mdx': include('./none.mdx'),
      'out.mdx': include('../../../../../../../etc/none.mdx'),
      'loop.mdx': include('./_loop.mdx'),
      '_loop.mdx': "import Part from './_loop.mdx'\n\n" + 'x\n\n<Part />\n\n'.repeat(50),
    }),
  })
  t.same(faultsOf(content), [
    `${DOCS}/loop.mdx:7 unresolved_include`,
    `${DOCS}/missing.mdx:7 unresolved_include`,
    `${DOCS}/out.mdx:7 unresolved_include`,
  ])
})

t.test('a configuration that cannot be told is a fault, and its pages are read in English', async (t) => {
  for (const config of [
    'export default make(starlight)',
    'starlight {{{',
    '// starlight',
    'export default starlight'.repeat(2000),
  ]) {
    const content = await readFiles(t, site({ 'a.md': '---\ntitle: A\n---\nx', 'b/c.md': '# C' }, config))
    t.same(pathsOf(content)['en'], ['a', 'b/c'])
    t.same(faultsOf(content), ['site/astro.config.mjs:1 unread_config'])
  }
})

t.test('hostile pages are read without an error', async (t) => {
  const content = await readFiles(
    t,
    site({
      'a.mdx': "import A from './a.mdx'\n\n" + '<A />\n'.repeat(20_000),
      'b.mdx': 'export const a = [' + '['.repeat(20_000),
      'c.mdx': 'export const x = "y"\n\n' + '{x}`'.repeat(50_000),
      'd.mdx': 'import A from "./_x.mdx"\n\n' + '<A x="\n'.repeat(20_000),
      'e.md': '```\n// a/b.js\n'.repeat(20_000),
      '_x.mdx': '{'.repeat(50_000),
      [`${'deep/'.repeat(30)}x.md`]: '# Deep',
      '__proto__.md': '---\ntitle: P\nslug: ../../..\nhero: [1]\nbanner: x\nsidebar: 3\n---\n',
    }),
  )
  t.ok((pathsOf(content)['en'] ?? []).length > 4)
})

t.test('parts in one another do not multiply a text', async (t) => {
  const part = (at: number): string => `import P from './_${at + 1}.mdx'\n\n${'<P />\n\n'.repeat(10)}`
  const parts = Array.from({ length: 6 }, (_, at) => [`_${at}.mdx`, part(at)])
  const content = await readFiles(
    t,
    site({
      ...Object.fromEntries(parts),
      '_6.mdx': 'word '.repeat(10_000),
      'a.mdx': `---\ntitle: A\n---\n\n${part(-1)}`,
    }),
  )
  const { length } = textOf(content, 'en', 'a')
  t.ok(length > 100_000 && length < 10_000_000, `${length} characters`)
  t.same(faultsOf(content), [`${DOCS}/a.mdx:7 unresolved_include`])
})

t.test('redirects of Astro lead to pages, and links over them too', async (t) => {
  const config = `
import starlight from '@astrojs/starlight'
import moved from './moved.js'
export default { redirects: { ...moved, '/gone': '/nowhere', '/p/[id]': '/q/[id]', '/fr/old': '/fr/new' },
  integrations: [starlight({ title: 'Stars', locales: { root: { lang: 'en' }, fr: { lang: 'fr' } } })] }`
  const content = await readFiles(t, {
    ...site(
      { 'a/b.md': '---\ntitle: B\n---\n## Part', 'index.md': '---\ntitle: Home\n---\n[a](/a/) [old](/old)' },
      config,
    ),
    'site/moved.js': "export default { '/a': '/a/b', '/old': { status: 302, destination: '/a/b#part' } }",
  })
  t.same(Object.fromEntries(content.redirects), { '/en/a': '/en/a/b', '/en/old': '/en/a/b#part' })
  t.match(pageOf(content, 'en', '').blockLines, '"target":"/en/a/b"')
  t.strictSame(faultsOf(content), ['site/astro.config.mjs:4 dead_redirect'])
})

t.test('a site without a sidebar lists its pages by their files, after those that have a position', async (t) => {
  const page = (title: string, more = ''): string => `---\ntitle: ${title}\n${more}---\n`
  const content = await readFiles(t, {
    'astro.config.mjs': "export default defineConfig({ integrations: [starlight({ title: 'S' })] })",
    'src/content/docs/guides/01-first.md': page('Zebra'),
    'src/content/docs/guides/02-second.md': page('Ant'),
    'src/content/docs/guides/zoo.md': page('Zoo', 'sidebar:\n  order: 1\n'),
    'src/content/docs/about.md': page('Yes'),
    'src/content/docs/basics.md': page('All'),
  })
  t.strictSame(orderOf(content, 'en'), ['guides/zoo', 'guides/01-first', 'guides/02-second', 'about', 'basics'])
})

t.test('pages whose places in a group would be the same stand beside one another', async (t) => {
  const content = await readFiles(t, {
    'astro.config.mjs': `import starlight from '@astrojs/starlight'
export default { integrations: [starlight({ title: 'T', sidebar: [
      { label: 'G', items: ['a/b', 'a-b', 'c/d'] }, { label: 'H', items: ['e', 'f'] }] })] }`,
    ...Object.fromEntries(
      ['a/b', 'a-b', 'c/d', 'e', 'f'].map((name) => [`src/content/docs/${name}.md`, `---\ntitle: ${name}\n---\n`]),
    ),
  })
  t.same(outlineOf(content), ['G', '  a/b a/b', '  a-b a-b', '  c/d c/d', 'H', '  e e', '  f f'])
})
