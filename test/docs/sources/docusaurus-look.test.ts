import t from 'tap'
import { faultsOf, readFiles } from './pages-of.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
const PAGES = { 'docs/intro.md': '---\nslug: /\n---\n# Home\n', 'docs/oil.md': '# Oil\n\n## Wicks\n' }

function config(theme: string, preset = ''): string {
  return `module.exports = {
    favicon: 'img/icon.svg', baseUrl: '/base/',
    i18n: { defaultLocale: 'en', locales: ['en', 'zh-Hans'] },
    presets: [['classic', { docs: { routeBasePath: '/' }, ${preset} }]],
    themeConfig: {
      ${theme}
    },
  }`
}

t.test('pages have the footer, the icon and the colour of the site', async (t) => {
  const texts = {
    'link.title.Learn': { message: '学习' },
    'link.item.label.Oil': { message: '灯油' },
    copyright: { message: '© 灯' },
  }
  const content = await readFiles(t, {
    ...PAGES,
    'docusaurus.config.js': config(
      `footer: {
        copyright: \`Copyright &copy; \${new Date().getFullYear()} <b>Lamp</b>\`,
        links: [
          { title: 'Learn', items: [{ label: 'Oil', to: '/oil#wicks' }, { html: '<hr>' }] },
          { title: 'More', items: [{ label: 'Code', href: 'https://code.example' }] },
        ],
      },`,
      `theme: { customCss: require.resolve('./src/css/own.css') }`,
    ),
    'src/css/own.css': `:root { --ifm-color-primary: #2e8555; --ifm-color-primary-dark: #000; }\n[data-theme='dark'] { --ifm-color-primary: #25c2a0; }`,
    'static/img/icon.svg': SVG,
    'i18n/zh-Hans/docusaurus-theme-classic/footer.json': JSON.stringify(texts),
    'i18n/zh-Hans/docusaurus-plugin-content-docs/current/oil.md': '# 灯油\n\n## Wicks\n',
    'i18n/zh-Hans/docusaurus-plugin-content-docs/current/intro.md': '---\nslug: /\n---\n# 首页\n',
  })
  t.strictSame(faultsOf(content), [])
  t.strictSame(content.look?.footer, {
    text: { en: `Copyright © ${new Date().getFullYear()} Lamp`, zh: '© 灯' },
    groups: [
      { title: { en: 'Learn' }, links: [{ label: { en: 'Oil' }, to: '/en/oil#wicks' }] },
      { title: { en: 'More' }, links: [{ label: { en: 'Code' }, to: 'https://code.example' }] },
      { title: { zh: '学习' }, links: [{ label: { zh: '灯油' }, to: '/zh/oil#wicks' }] },
      { title: { zh: 'More' }, links: [{ label: { zh: 'Code' }, to: 'https://code.example' }] },
    ],
  })
  t.match(content.look?.favicon, { src: /icon\.svg$/ })
  t.strictSame(
    content.look?.accent,
    { light: '#2b7d50', dark: '#25c2a0' },
    'a colour that is hard to read is made readable',
  )
})

t.test('the sheet of a new site is found without a name', async (t) => {
  const content = await readFiles(t, {
    ...PAGES,
    'static/img/icon.svg': SVG,
    'docusaurus.config.js': config(''),
    'src/css/custom.css': `html:not([data-theme='dark']), :root { --ifm-color-primary: #0a5c3c; }
[data-theme='dark'] { --ifm-color-primary: #25c2a0 }
[data-theme='dark'] .hero, .card[data-theme='dark'] { --ifm-color-primary: #000 }`,
  })
  t.strictSame(
    content.look?.accent,
    { light: '#0a5c3c', dark: '#25c2a0' },
    'colours of parts of a page are none of its own',
  )
})

t.test('what cannot be shown of the look is told', async (t) => {
  const content = await readFiles(t, {
    ...PAGES,
    'docusaurus.config.js': config(
      `footer: { copyright: '<a href="https://lamp.example">Lamp</a>',
        links: [{ label: 'Alone', to: '/oil' }, { title: 'Gone', items: [{ label: 'Nowhere', to: '/none' }] }, { items: [{ label: 'Oil', to: '/oil' }] }] },`,
    ),
    'src/css/custom.css': ':root {\n  --ifm-color-primary: hsl(10 20% 30%);\n}',
  })
  t.strictSame(faultsOf(content).toSorted(), [
    'docusaurus.config.js:1 dead_link',
    'docusaurus.config.js:1 missing_image',
    'docusaurus.config.js:6 unread_config',
    'docusaurus.config.js:6 unread_config',
    'src/css/custom.css:2 unread_config',
  ])
  t.strictSame(content.look?.footer, { text: { en: 'Lamp' }, groups: [] })
})
