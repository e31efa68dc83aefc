import t from 'tap'
import { checkContent } from '../../../src/docs/check/check-content.ts'
import type { Content } from '../../../src/docs/content.ts'
import { localeLlmsTxt } from '../../../src/docs/llms.ts'
import { shownSections } from '../../../src/docs/nav.ts'
import type { NavSection } from '../../../src/docs/page.ts'
import { pageOf, readFiles } from './pages-of.ts'

/** The navigation as an outline: titles with paths, groups with `>`, each indented below what has it. */
function outline(sections: readonly NavSection[]): string[] {
  return sections.flatMap(({ groups = [], pages, title }) => [
    title,
    ...pages.flatMap((page, at) => {
      const around = groups.filter((group) => group.at <= at && at < group.at + group.count)
      const opened = around.flatMap((group, depth) =>
        group.at === at ? [`${'  '.repeat(depth + 1)}> ${group.title}`] : [],
      )
      return [...opened, `${'  '.repeat(around.length + 1)}${page.title} ${page.path}`]
    }),
  ])
}

function shown({ locales }: Content, locale: 'en' | 'zh' | 'ko' = 'en'): string[] {
  return outline(shownSections(locales.get(locale)?.nav ?? []))
}

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
  t.strictSame(shown(content), [
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
  t.strictSame(shown(content), [
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
    t.strictSame(shown(content), ['Light', '  Light api/light'])
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
  const lines = shown(content)
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
  t.strictSame(shown(content), ['One', '  One a', 'Two', '  Two b'])
  t.strictSame(shown(content, 'zh'), ['二', '  二 b', '一', '  一 a'])
  t.strictSame(shown(content, 'ko'), ['둘', '  둘 b', '하나', '  하나 a'])
})

t.test('a site without a sidebar lists its pages by folders', async (t) => {
  const content = await readFiles(t, { ...PAGES, '.vitepress/config.js': 'export default {}' })
  t.ok(shown(content).includes('  Title of api/secret api/secret'))
  const made = await readFiles(t, {
    ...PAGES,
    '.vitepress/config.js': `export default { themeConfig: { sidebar: generateSidebar({ documentRootPath: '/docs' }) } }`,
  })
  t.ok(shown(made).includes('  Title of api/secret api/secret'))
})

t.test('a page is no orphan where a sidebar, the header or another page leads to it', async (t) => {
  const content = await readFiles(t, {
    ...PAGES,
    'index.md': '# Home\n\n[guide](/guide/)\n',
    '.vitepress/config.js': `export default { themeConfig: {
      nav: [{ text: 'Team', link: '/team#us' }, { text: 'More', items: [{ text: 'Wick', link: '/guide/wick' }] }],
      sidebar: { '/api/': [{ text: 'Light', link: '/api/light' }] },
    } }`,
  })
  const orphans = checkContent(content).flatMap(({ code, file }) => (code === 'orphan_page' ? [file] : []))
  t.strictSame(orphans, ['api/index.md', 'api/secret.md', 'guide/more/deep.md', 'guide/oil.md'])
})
