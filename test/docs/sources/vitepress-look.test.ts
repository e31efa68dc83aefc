import t from 'tap'
import { contrast } from '../../../src/docs/site/accent.ts'
import { faultsOf, readFiles } from './pages-of.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
const PAGES = { 'index.md': '# Home\n', 'public/icon.svg': SVG }
const SHEET = `/* --vp-c-brand-1: #000; */
:root {
  --own-orange: #e36002;
  --vp-c-brand-1: var(--own-orange);
}
@media (min-width: 640px) { .VPHero { --vp-c-brand-1: #ffffff; } }
.dark { --vp-c-brand-1: var(--vp-c-green-1); }
.dark .VPHome, html:not(.dark) { --vp-c-brand-1: #ffffff; }
`

t.test('pages have the footer, the icon and the colour of the theme', async (t) => {
  const content = await readFiles(t, {
    ...PAGES,
    '.vitepress/config.js': `export default {
      base: '/base/',
      head: [['meta', { name: 'x' }], ['link', { rel: 'shortcut icon', href: '/base/icon.ico' }], ['link', { rel: 'icon', href: '/base/icon.svg' }]],
      locales: { root: { lang: 'en' }, zh: { lang: 'zh', themeConfig: { footer: { message: '许可' } } } },
      themeConfig: { footer: { message: 'Under <b>a</b> licence.', copyright: '&copy; Lamp' } },
    }`,
    '.vitepress/theme/styles/vars.css': SHEET,
    'zh/index.md': '# 首页\n',
  })
  t.strictSame(faultsOf(content), [])
  t.strictSame(content.look?.footer.text, { en: 'Under a licence. © Lamp', zh: '许可' })
  t.match(content.look?.favicon, { src: /icon\.svg$/, mediaType: 'image/svg+xml' })
  t.ok(content.files.has(content.look?.favicon?.src ?? ''))
  const { dark = '', light = '' } = content.look?.accent ?? {}
  t.ok(contrast(light, '#f4f4ef') >= 4.5, 'a colour that is hard to read is made readable')
  t.equal(dark, '#3dd68c', 'colours of the default theme are known by their names')
})

t.test('site.yaml wins, and what it says itself is not looked for in the configuration', async (t) => {
  const content = await readFiles(t, {
    ...PAGES,
    'site.yaml': `footer: { text: Own }\nfavicon: public/icon.svg\naccent: "#0a7c5c"\n`,
    '.vitepress/config.js': `export default { head: [['link', { rel: 'icon', href: '/none.svg' }]], themeConfig: { footer: { message: 'Other' } } }`,
    '.vitepress/theme/vars.css': SHEET,
  })
  t.strictSame(faultsOf(content), [])
  t.equal(content.look?.footer.text, 'Own')
  t.equal(content.look?.accent?.light, '#0a7c5c')
})

t.test('what cannot be shown of the look is told', async (t) => {
  const content = await readFiles(t, {
    ...PAGES,
    '.vitepress/config.js': `export default {
      head: [['link', { rel: 'icon', href: '/none.svg' }]],
      themeConfig: {
        footer: { message: '<a href="https://lamp.example">Lamp</a>' },
      },
    }`,
    '.vitepress/theme/vars.css': `:root {\n  --vp-c-brand-1: oklch(60% 0.1 20);\n}`,
  })
  t.equal(content.look?.footer.text === undefined, false)
  t.strictSame(faultsOf(content), [
    '.vitepress/config.js:2 missing_image',
    '.vitepress/config.js:4 unread_config',
    '.vitepress/theme/vars.css:2 unread_config',
  ])
})

t.test('redirects of the file that hosts read lead to pages, also by a star, and others are told', async (t) => {
  const content = await readFiles(t, {
    '.vitepress/config.js': `export default { locales: { root: { lang: 'en' }, zh: { lang: 'zh' } } }`,
    'index.md': '# Home\n',
    'guide/index.md': '# Guide\n',
    'guide/oil.md': '# Oil\n\n## Part\n',
    'zh/guide/oil.md': '# 油\n',
    'old/kept.md': '# Kept\n',
    'public/_redirects': `# Comment
/lamp /guide/oil#part 301 # behind a rule
/old/oil /guide/ 302
/old/* /guide/:splat
/handbook/* /old/:splat 301
/shop https://shop.example 301!
/top /
/zh/alt/* /zh/guide/:splat

/app/* /index.html 200
https://lamp.example/* https://other.example/:splat 301!
/a/:id /guide/:id 301
/search q=:q /guide/:q 301
/country /guide/ 301 Country=de
/gone /nowhere 301
`,
  })
  const { redirects } = content
  const expected = {
    '/en/lamp': '/en/guide/oil#part',
    '/en/old/oil': '/en/guide',
    '/en/old': '/en/guide',
    '/en/handbook/kept': '/en/old/kept',
    '/en/shop': 'https://shop.example',
    '/en/top': '/en',
    '/zh/alt/oil': '/zh/guide/oil',
  }
  for (const [from, to] of Object.entries(expected)) t.equal(redirects.get(from), to, from)
  t.strictSame(
    faultsOf(content).filter((fault) => fault.startsWith('public/')),
    [10, 11, 12, 13, 14]
      .map((line) => `public/_redirects:${line} unread_config`)
      .concat('public/_redirects:15 dead_redirect'),
  )
})
