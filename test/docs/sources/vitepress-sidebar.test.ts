import t from 'tap'
import { localeLlmsTxt } from '../../../src/docs/served/llms.ts'
import { outlineOf, pageOf, readFiles } from './pages-of.ts'

const PAGES = Object.fromEntries(
  [
    'index',
    'team',
    'guide/index',
    'guide/oil',
    'guide/wick',
    'guide/more/deep',
    'api/index',
    'api/light',
    'api/secret',
  ].map((path) => [`${path}.md`, `# Title of ${path}\n\nText.\n`]),
)

t.test('sidebars by address are sections that the header names, with their groups and texts in order', async (t) => {
  const content = await readFiles(t, {
    ...PAGES,
    '.vitepress/config.js': `export default { themeConfig: {
      nav: [{ text: 'Reference', link: '/api/' }, { text: 'Handbook', link: '/guide/oil', activeMatch: '/guide/' }, { text: 'Team', link: '/team' }],
      sidebar: {
        '/guide/': { base: '/guide/', items: [
          { text: 'Basics', collapsed: true, items: [
            { text: 'The <b>wick</b>', link: 'wick' },
            { text: 'The API', base: '/', link: 'api/' },
            { text: 'Start', base: '/', link: 'guide/' },
            { text: 'Far', items: [{ text: 'Deep down', link: 'more/deep.html#part' }] },
          ] },
          { text: 'Oil', link: 'oil.md' },
          { text: 'Elsewhere', link: 'https://lamp.example' },
          { text: 'Gone', link: 'gone' },
        ] },
        '/api/': [{ text: 'Reference', items: [{ text: 'Overview', link: '/api/' }, { text: 'light()', link: '/api/light' }] }],
      },
    } }`,
  })
  t.strictSame(outlineOf(content), [
    'Reference',
    '  Overview api',
    '  light() api/light',
    'Handbook',
    '  > Basics',
    '    The wick guide/wick',
    '    Start guide',
    '    > Far',
    '      Deep down guide/more/deep',
    '  Oil guide/oil',
  ])
  t.equal(pageOf(content, 'en', 'guide/wick').label, 'The wick')
})

t.test('groups of a single sidebar are sections, wherever their pages lie, and a group may have a page', async (t) => {
  const content = await readFiles(t, {
    ...PAGES,
    '.vitepress/config.js': `export default { themeConfig: { sidebar: [
      { text: 'Team', link: '/team' },
      { text: 'All', items: [{ text: 'Light', link: '/api/light' }, { text: 'Oil', link: '/guide/oil' }] },
      { text: 'Guide', link: '/guide/', items: [{ text: 'Wick', link: '/guide/wick' }, { items: [{ text: 'Deep', link: '/guide/more/deep' }] }] },
    ] } }`,
  })
  t.strictSame(outlineOf(content), [
    'Team',
    '  Team team',
    'All',
    '  Light api/light',
    '  Oil guide/oil',
    'Guide',
    '  Guide guide',
    '  Wick guide/wick',
    '  Deep guide/more/deep',
  ])
})

t.test(
  'a page in no sidebar stands in no navigation, and is found, opened and listed for language models',
  async (t) => {
    const content = await readFiles(t, {
      ...PAGES,
      '.vitepress/config.js': `export default { themeConfig: { sidebar: { '/api/': [{ text: 'Light', link: '/api/light' }] } } }`,
    })
    t.strictSame(outlineOf(content), ['Light', '  Light api/light'])
    const secret = pageOf(content, 'en', 'api/secret')
    t.equal(secret.unlisted, undefined)
    t.ok(secret.sections.length > 0)
    const llms = localeLlmsTxt(content.locales, 'en', 'http://localhost')
    t.match(llms, /## Other pages\n\n(?:- .*\n)*- \[Title of api\/secret\]\(http:\/\/localhost\/en\/api\/secret\.md\)/)
  },
)

t.test('pages beside a sidebar that a program makes keep a place in the navigation', async (t) => {
  const content = await readFiles(t, {
    ...PAGES,
    '.vitepress/config.js': `export default { themeConfig: { sidebar: {
      '/api/': [{ text: 'Light', link: '/api/light' }, ...made()],
      '/guide/': [{ text: 'Wick', link: '/guide/wick' }],
    } } }`,
  })
  const lines = outlineOf(content)
  t.ok(lines.includes('  Title of api/secret api/secret'))
  t.notOk(lines.some((line) => line.includes('guide/oil')))
})

t.test('a language has its own sidebars, and where it has none the order of the site', async (t) => {
  const content = await readFiles(t, {
    '.vitepress/config.js': `export default {
      locales: { root: { lang: 'en' }, zh: { lang: 'zh' }, ko: { lang: 'ko', themeConfig: { sidebar: [{ text: '둘', link: '/ko/b' }, { text: '하나', link: '/ko/a' }] } } },
      themeConfig: { sidebar: { '/zh/': [{ text: '二', link: '/zh/b' }, { text: '一', link: '/zh/a' }], '/': [{ text: 'One', link: '/a' }, { text: 'Two', link: '/b' }] } },
    }`,
    ...Object.fromEntries(
      ['', 'zh/', 'ko/'].flatMap((f) => ['a', 'b'].map((name) => [`${f}${name}.md`, `# ${name}\n`])),
    ),
  })
  t.strictSame(outlineOf(content), ['One', '  One a', 'Two', '  Two b'])
  t.strictSame(outlineOf(content, 'zh'), ['二', '  二 b', '一', '  一 a'])
  t.strictSame(outlineOf(content, 'ko'), ['둘', '  둘 b', '하나', '  하나 a'])
})

t.test('a site without a sidebar lists its pages by folders', async (t) => {
  const content = await readFiles(t, { ...PAGES, '.vitepress/config.js': 'export default {}' })
  t.ok(outlineOf(content).includes('  Title of api/secret api/secret'))
  const made = await readFiles(t, {
    ...PAGES,
    '.vitepress/config.js': `export default { themeConfig: { sidebar: generateSidebar({ documentRootPath: '/docs' }) } }`,
  })
  t.ok(outlineOf(made).includes('  Title of api/secret api/secret'))
})
