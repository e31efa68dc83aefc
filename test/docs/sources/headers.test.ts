import t from 'tap'
import type { Content } from '../../../src/docs/content.ts'
import { textFor } from '../../../src/docs/site/localised.ts'
import { linkFor, type LookEntry } from '../../../src/docs/site/site-look.ts'
import type { Locale } from '../../../src/shared/locale.ts'
import { faultsOf, readFiles } from './pages-of.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
const DARK_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"/>'

/** Links of the header for a locale as `text address`, a menu as a list of its text and its links. */
function headerOf({ look }: Content, locale: Locale = 'en'): (string | string[])[] {
  const shown = (entry: { readonly label: LookEntry['label']; readonly to: string }): string[] => {
    const link = linkFor(entry, locale)
    return link === null ? [] : [`${link.text} ${link.href}`]
  }
  const header: (string | string[])[] = []
  for (const { label, links = [], to } of look?.navigation ?? []) {
    const text = textFor(label, locale)
    if (to !== undefined) header.push(...shown({ label, to }))
    else if (text !== null) header.push([text, ...links.flatMap(shown)])
  }
  return header
}

/** Links of the header that are icons, by their addresses. */
function iconsOf({ look }: Content): Record<string, string> {
  return Object.fromEntries(
    (look?.navigation ?? []).flatMap(({ icon, to = '' }) => (icon === undefined ? [] : [[to, icon]])),
  )
}

t.test('the header of Starlight has its logo and its links to services', async (t) => {
  const pages = { 'src/content/docs/index.md': '---\ntitle: Home\n---\n', 'logo/a.svg': SVG, 'logo/b.svg': DARK_SVG }
  const read = (options: string): Promise<Content> =>
    readFiles(t, {
      'astro.config.mjs': `import starlight from '@astrojs/starlight'\nexport default { integrations: [starlight({ title: 'S', ${options} })] }`,
      ...pages,
    })
  const content = await read(`
    logo: { light: './logo/a.svg', dark: '/logo/b.svg', replacesTitle: true },
    social: [{ icon: 'github', label: 'Code', href: 'https://code.example' }, { icon: 'discord', href: 'https://chat.example' }]`)
  t.strictSame(faultsOf(content), [])
  t.strictSame(headerOf(content), ['Code https://code.example', 'Discord https://chat.example'])
  t.strictSame(iconsOf(content), { 'https://code.example': 'github', 'https://chat.example': 'discord' })
  const { logo } = content.look ?? {}
  t.match(logo, { light: { src: /a\.svg$/ }, dark: { src: /b\.svg$/ }, replacesName: true })
  t.ok(content.files.has(logo?.light.src ?? ''), 'the image is served')
  const earlier = await read(`logo: { src: './none.svg' }, social: { github: 'https://code.example' }`)
  t.strictSame(headerOf(earlier), ['GitHub https://code.example'])
  t.strictSame(faultsOf(earlier), ['astro.config.mjs:2 missing_image'])
})

t.test('the header of VitePress is that of each language, with its menus', async (t) => {
  const content = await readFiles(t, {
    '.vitepress/config.js': `export default {
      title: 'Lantern',
      locales: { root: { lang: 'en' }, zh: { lang: 'zh' }, ko: { lang: 'ko', themeConfig: { nav: [{ text: '안내', link: '/ko/guide' }] } } },
      themeConfig: {
        logo: { light: '/a.svg', dark: '/b.svg' },
        nav: [
          { text: 'Guide', link: './guide' },
          { text: 'More', items: [{ text: 'A', link: '/guide#a' }, { text: 'Group', items: [{ text: 'B', link: 'https://b.example' }] }] },
          { component: 'Switch' },
          { text: version, items: [{ text: 'C', link: 'https://c.example' }] },
          { text: 'None', link: '/none' },
        ],
        socialLinks: [{ icon: 'github', link: 'https://code.example' }, { icon: { svg: '<svg/>' }, link: 'https://own.example', ariaLabel: 'Own' }, { icon: 'simple-icons:bluesky', link: 'https://sky.example' }],
      },
    }`,
    'config.js': 'export default { themeConfig: { socialLinks: [] } }',
    'zh/config.js': `export default { themeConfig: { nav: [{ text: '指南', link: '/guide' }] } }`,
    'public/a.svg': SVG,
    'public/b.svg': DARK_SVG,
    'guide.md': '# Guide\n\n## A\n',
    'zh/guide.md': '# 指南\n',
    'ko/index.md': '# 홈\n',
  })
  t.strictSame(headerOf(content), [
    'Guide /en/guide',
    ['More', 'A /en/guide#a', 'B https://b.example'],
    'C https://c.example',
  ])
  t.strictSame(
    headerOf(content, 'zh'),
    ['指南 /zh/guide', 'GitHub https://code.example', 'Own https://own.example', 'Bluesky https://sky.example'],
    'a link without a language stays in that of the reader',
  )
  t.equal(headerOf(content, 'ko')[0], '안내 /en/guide')
  t.strictSame(iconsOf(content), { 'https://code.example': 'github', 'https://sky.example': 'bluesky' })
  t.strictSame(faultsOf(content), ['.vitepress/config.js:10 unread_config', '.vitepress/config.js:11 dead_link'])
  t.match(content.look?.logo, { light: { src: /a\.svg$/ }, dark: { src: /b\.svg$/ }, replacesName: false })
})

t.test('the header of Docusaurus leads to documents and sidebars, with translated texts', async (t) => {
  const content = await readFiles(t, {
    'docusaurus.config.js': `export default {
      title: 'Lantern', baseUrl: '/docs/', i18n: { defaultLocale: 'en', locales: ['en', 'zh'] },
      presets: [['classic', { docs: { routeBasePath: '/', sidebarPath: './sidebars.js' } }]],
      themeConfig: { navbar: {
        logo: { src: 'img/a.svg', srcDark: 'img/b.svg' },
        items: [
          { label: 'Last', href: 'https://last.example' },
          { type: 'doc', docId: 'guide/one', label: 'One', position: 'left' },
          { type: 'docSidebar', sidebarId: 'api', label: 'API', position: 'left' },
          { type: 'docSidebar', sidebarId: 'made', label: 'Made', position: 'left' },
          { type: 'dropdown', label: 'More', position: 'left', items: [{ to: 'first#a', label: 'A' }, { type: 'html', value: '<hr>' }] },
          { type: 'localeDropdown' }, { type: 'search' },
          { href: 'https://github.com/a/b', 'aria-label': 'Repository', className: 'header-github-link' },
          { href: 'https://github.com/a/c', label: 'Code' },
        ],
      } },
    }`,
    'sidebars.js': `export default { docs: ['guide/one'], api: [{ type: 'category', label: 'X', items: ['api/two'] }], made: [{ type: 'autogenerated', dirName: 'made' }] }`,
    'docs/guide/01-one.md': '---\nslug: /first\n---\n# One\n\n## A\n',
    'docs/api/two.md': '# Two\n',
    'docs/made/2-b.md': '# B\n',
    'docs/made/1-c.md': '# C\n',
    'docs/x.md': '# X\n',
    'static/img/a.svg': SVG,
    'static/img/b.svg': DARK_SVG,
    'i18n/zh/docusaurus-theme-classic/navbar.json': '{ "item.label.One": { "message": "一" } }',
    'i18n/zh/docusaurus-plugin-content-docs/current/guide/01-one.md': '---\nslug: /first\n---\n# 一\n',
  })
  t.strictSame(headerOf(content), [
    'One /en/first',
    'API /en/api/two',
    'Made /en/made/c',
    ['More', 'A /en/first#a'],
    'Last https://last.example',
    'Repository https://github.com/a/b',
    'Code https://github.com/a/c',
  ])
  t.strictSame(iconsOf(content), { 'https://github.com/a/b': 'github' })
  t.equal(headerOf(content, 'zh')[0], '一 /zh/first')
  t.match(content.look?.logo, { replacesName: true }, 'a bar without a title shows the logo alone')
})

t.test('the header of MkDocs has tabs, the repository and services', async (t) => {
  const config = (features: string): string => `site_name: Lantern
repo_url: https://github.com/example/lantern
theme: { name: material, logo: img/a.svg, features: [${features}] }
nav: [{ Home: index.md }, { Guide: [guide/one.md, { Two: guide/two.md }] }]
extra:
  social:
    - { icon: fontawesome/brands/github, link: https://github.com/example/lantern }
    - { icon: fontawesome/brands/mastodon, link: https://social.example }
`
  const pages = {
    'docs/index.md': '# Home\n',
    'docs/guide/one.md': '# One\n',
    'docs/guide/two.md': '# Two\n',
    'docs/img/a.svg': SVG,
  }
  const services = ['GitHub https://github.com/example/lantern', 'Mastodon https://social.example']
  const content = await readFiles(t, { 'mkdocs.yml': config('navigation.tabs'), ...pages })
  t.strictSame(headerOf(content), ['Home /en', 'Guide /en/guide/one', ...services])
  t.strictSame(iconsOf(content), {
    'https://github.com/example/lantern': 'github',
    'https://social.example': 'mastodon',
  })
  t.match(content.look?.logo, { light: { src: /a\.svg$/ }, dark: null })
  const plain = await readFiles(t, { 'mkdocs.yml': config(''), ...pages })
  t.strictSame(headerOf(plain), services, 'without tabs the sidebar has the navigation')
})

t.test('the header of Mintlify has the links of its bar, and site.yaml wins over it', async (t) => {
  const files = {
    'docs.json': JSON.stringify({
      name: 'Lantern',
      logo: { light: '/a.svg', dark: '/b.svg' },
      navigation: { pages: ['index'] },
      navbar: {
        links: [{ label: 'Blog', href: 'https://blog.example' }],
        primary: { type: 'github', href: 'https://github.com/a/b' },
      },
    }),
    'index.mdx': '---\ntitle: Home\nmode: custom\n---\n',
    'a.svg': SVG,
    'b.svg': DARK_SVG,
  }
  const content = await readFiles(t, files)
  t.strictSame(headerOf(content), ['Blog https://blog.example', 'GitHub https://github.com/a/b'])
  t.strictSame(iconsOf(content), { 'https://github.com/a/b': 'github' })
  t.match(content.look?.logo, { light: { src: /a\.svg$/ }, dark: { src: /b\.svg$/ }, replacesName: true })
  const own = await readFiles(t, {
    ...files,
    'site.yaml': 'logo: b.svg\nnavigation: [{ label: More, links: [{ label: Home, to: / }] }]\n',
  })
  t.strictSame(headerOf(own), [['More', 'Home /en']])
  t.match(own.look?.logo, { light: { src: /b\.svg$/ }, dark: null })
})

t.test('a header has no more links than its bound, each of a bounded text', async (t) => {
  const links = Array.from({ length: 30 }, (_, at) => ({ label: 'x'.repeat(200), href: `https://a.example/${at}` }))
  const content = await readFiles(t, {
    'docs.json': JSON.stringify({ navigation: { pages: ['index'] }, navbar: { links } }),
    'index.mdx': '# Home\n',
  })
  const header = headerOf(content)
  t.equal(header.length, 12)
  t.equal(header[0], `${'x'.repeat(100)} https://a.example/0`)
  t.strictSame(headerOf(await readFiles(t, { 'docs.json': '{ "navigation": [], "navbar": 3, "logo": [1] }' })), [])
})
